#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import AudioDevices
  import AudioToolbox
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// AVPlayer with streams of HTTP Live Streaming from a web server.
  @Suite struct AVPlayerStreamTests {
    private let folder: TemporaryFolder
    private let server: PrivateNginx

    init() throws {
      folder = try TemporaryFolder()
      server = try PrivateNginx()
    }

    private func item(_ path: String) throws -> AVPlayerItem {
      AVPlayerItem(url: try #require(URL(string: server.url(path))))
    }

    /// Plays an item to its end on a device that writes a file, and returns the samples.
    private func play(_ item: AVPlayerItem, from start: Double = 0) throws -> [Float] {
      let output = folder.url("played.wav")
      let ends = Mutex(0)
      let observer = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
      ) { _ in ends.withLock { $0 += 1 } }
      defer { NotificationCenter.default.removeObserver(observer) }
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.offline(path: output.path)])) {
        let player = AVPlayer(playerItem: item)
        if start > 0 {
          let isDone = Mutex<Bool?>(nil)
          player.seek(to: CMTime(seconds: start, preferredTimescale: 44_100)) { done in
            isDone.withLock { $0 = done }
          }
          try waitUntil("the seek is complete") { isDone.withLock { $0 } != nil }
          #expect(isDone.withLock { $0 } == true)
          #expect(abs(player.currentTime().seconds - start) < 0.000_1)
        }
        player.play()
        try waitUntil("the stream has ended") {
          // The rate may change after the notification.
          ends.withLock { $0 } > 0 && player.rate == 0 || item.status == .failed
        }
        #expect(item.error == nil)
        #expect(item.currentTime() == item.duration)
        player.replaceCurrentItem(with: nil)
      }
      #expect(ends.withLock { $0 } == 1)
      return try FFmpeg.decodeFloat(try Tool.read(output), ["-f", "wav"])
    }

    @Test(
      "a list of variants plays to its end as FFmpeg decodes it",
      arguments: SegmentedSound.Kind.allCases)
    func plays(kind: SegmentedSound.Kind) throws {
      let sound = try SegmentedSound(kind, seconds: 5)
      for (name, bytes) in sound.files { try server.put(bytes, as: name) }
      let variants = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000\nlist.m3u8\n"
      try server.put(Array(variants.utf8), as: "variants.m3u8")
      let item = try item("/moved/variants.m3u8")
      let samples = try play(item)
      let difference = SampleDifference(samples, reference: try sound.decoded())
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
      #expect(item.duration.seconds == Double(samples.count / 2) / 44_100)
      #expect(item.seekableTimeRanges.map(\.timeRangeValue.duration) == [item.duration])
      for (name, _) in sound.files {
        #expect(try server.requestCount(of: "/" + name) == 1, "\(name)")
      }
      let event = try #require(item.accessLog()?.events.first)
      #expect(event.uri == server.url("/moved/variants.m3u8") && event.playbackType == "VOD")
      #expect(event.numberOfMediaRequests == sound.files.count - 1)
      #expect(event.numberOfBytesTransferred >= sound.whole.count)
      #expect(event.indicatedBitrate == 128_000 && event.observedBitrate > 0)
      #expect(item.errorLog() == nil)
    }

    @Test("an interrupted segment continues, and is in the error log")
    func interruptedSegment() throws {
      let sound = try SegmentedSound(.adts, seconds: 5)
      let files = Dictionary(uniqueKeysWithValues: sound.files.map { ($0.name, $0.bytes) })
      let broken = sound.segments[1].name
      let server = try RawServer { request in
        let name = String(request.text.split(separator: " ")[1].dropFirst())
        let bytes = files[name] ?? []
        let start = name == broken ? request.rangeStart : 0
        let status = start > 0 ? "206 Partial Content" : "200 OK"
        var head = "HTTP/1.1 \(status)\r\nContent-Length: \(bytes.count - start)\r\n"
        if start > 0 {
          head += "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n"
        }
        let isCut = name == broken && start == 0
        return [.send(Array((head + "\r\n").utf8) + (isCut ? bytes[..<2000] : bytes[start...]))]
      }
      defer { server.stop() }
      let item = AVPlayerItem(url: try #require(URL(string: server.url("/list.m3u8"))))
      let samples = try play(item)
      let difference = SampleDifference(samples, reference: try sound.decoded())
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
      let errors = try #require(item.errorLog()?.events)
      #expect(errors.count == 1 && errors[0].uri == server.url("/" + broken))
      #expect(item.accessLog()?.events.first?.numberOfMediaRequests == sound.segments.count + 1)
    }

    @Test("a seek before playback starts the stream in the middle")
    func seek() throws {
      let sound = try SegmentedSound(.transportStream, seconds: 7)
      for (name, bytes) in sound.files { try server.put(bytes, as: name) }
      let samples = try play(try item("/list.m3u8"), from: 4.5)
      let whole = try sound.decoded()
      let expected = Array(whole[(Int(4.5 * 44_100) * 2)...])
      let difference = SampleDifference(samples, reference: expected)
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }

    @Test("parts of one resource are fetched with one request")
    func byteRanges() throws {
      let sound = try SegmentedSound(.transportStream, seconds: 7)
      var text = sound.list { index in
        let before = sound.segments[..<index].reduce(0) { $0 + $1.bytes.count }
        return "#EXT-X-BYTERANGE:\(sound.segments[index].bytes.count)@\(before)"
      }
      for (name, _) in sound.segments { text.replace("\n\(name)\n", with: "\nwhole.ts\n") }
      try server.put(Array(text.utf8), as: "list.m3u8")
      try server.put(sound.whole, as: "whole.ts")
      let samples = try play(try item("/list.m3u8"))
      let difference = SampleDifference(samples, reference: try sound.decoded())
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
      #expect(try server.requestCount(of: "/whole.ts") == 1)
    }

    @Test("a seek ends the wait for a segment that does not arrive")
    func interruption() throws {
      let sound = try SegmentedSound(.adts, seconds: 7)
      let files = Dictionary(uniqueKeysWithValues: sound.files.map { ($0.name, $0.bytes) })
      let stalled = sound.segments[2].name
      let server = try RawServer { request in
        let name = String(request.text.split(separator: " ")[1].dropFirst())
        let bytes = files[name] ?? []
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
        if name == stalled { return [.send(Array(head.utf8) + bytes.prefix(100)), .stall] }
        return [.send(Array(head.utf8) + bytes)]
      }
      defer { server.stop() }
      let item = AVPlayerItem(url: try #require(URL(string: server.url("/list.m3u8"))))
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("the player waits") {
          player.currentTime().seconds > 3.5 && player.reasonForWaitingToPlay == .toMinimizeStalls
        }
        let isDone = Mutex<Bool?>(nil)
        player.seek(to: CMTime(value: 1, timescale: 1)) { done in isDone.withLock { $0 = done } }
        try waitUntil("the seek is complete", seconds: 10) { isDone.withLock { $0 } != nil }
        #expect(isDone.withLock { $0 } == true)
        try waitUntil("the player plays") { player.timeControlStatus == .playing }
        #expect(player.currentTime().seconds < 3)
        player.replaceCurrentItem(with: nil)
      }
    }

    @Test("a server that is too slow for a variant leads to a smaller one")
    func bandwidth() throws {
      let large = try SegmentedSound(.mp3, seconds: 13, options: ["-b:a", "320k"])
      let small = try SegmentedSound(.mp3, seconds: 13, options: ["-b:a", "64k"])
      for (sound, name) in [(large, "large"), (small, "small")] {
        for (index, segment) in sound.segments.enumerated() {
          try server.put(segment.bytes, as: "\(name)\(index).mp3")
        }
        var text = sound.list()
        for (index, segment) in sound.segments.enumerated() {
          text.replace("\n\(segment.name)\n", with: "\n\(name)\(index).mp3\n")
        }
        try server.put(Array(text.utf8), as: name + ".m3u8")
      }
      let variants = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="mp4a.40.34"
        large.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=70000,CODECS="mp4a.40.34"
        small.m3u8
        """
      try server.put(Array(variants.utf8), as: "variants.m3u8")
      // 256 kbit/s.
      let samples = try play(try item("/slow/variants.m3u8"))
      #expect(samples.count == (try large.decoded()).count)
      #expect(try server.requestCount(of: "/slow/large0.mp3") == 1)
      let counts = try small.segments.indices.map {
        try server.requestCount(of: "/slow/small\($0).mp3")
      }
      #expect(counts.reduce(0, +) >= 2, "\(counts)")
    }

    @Test(
      "a stream that cannot be played fails with a reason",
      arguments: [
        ("none.m3u8", "status 404", AVError.Code.failedToLoadMediaData),
        ("plain.m3u8", "is a playlist of media files", .fileFormatNotRecognized),
        ("licensed.m3u8", "encrypted", .contentIsProtected),
        ("html.m3u8", "not in a readable media format", .fileFormatNotRecognized),
        ("missing.m3u8", "status 404", .failedToLoadMediaData),
        ("codec.m3u8", "codec", .decoderNotFound),
      ])
    func failures(name: String, text: String, code: AVError.Code) throws {
      let start = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
      let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.x\"\n"
      let lists = [
        "plain.m3u8": "#EXTM3U\nsong.mp3\n",
        "licensed.m3u8": start + key + "#EXTINF:2,\npage\n#EXT-X-ENDLIST\n",
        "html.m3u8": start + "#EXTINF:2,\npage\n#EXT-X-ENDLIST\n",
        "missing.m3u8": start + "#EXTINF:2,\nmissing.ts\n#EXT-X-ENDLIST\n",
        "codec.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"zzzz\"\nlist.m3u8\n",
      ]
      for (name, list) in lists { try server.put(Array(list.utf8), as: name) }
      let item = try item("/" + name)
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let player = AVPlayer(playerItem: item)
        player.play()
        try waitUntil("the item has failed") { item.status == .failed }
        player.replaceCurrentItem(with: nil)
      }
      let error = try #require(item.error as? NSError)
      #expect(AVError.Code(rawValue: error.code) == code)
      #expect(error.localizedDescription.contains(text), "\(error.localizedDescription)")
      #expect(error.localizedDescription.contains(name))
      #expect(item.asset.hasProtectedContent == (code == .contentIsProtected))
    }
  }
#endif
