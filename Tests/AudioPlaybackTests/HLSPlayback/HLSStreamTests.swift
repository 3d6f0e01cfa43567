#if FLAC && HTTP && LibAV && MPG123
  import AudioContainers
  import AudioFiles
  import AudioModel
  import AudioRealtime
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioPlayback

  /// Segments of all kinds in playlists that the tests write.
  @Suite struct HLSStreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var list: MediaBytes { MediaBytes(.file(path: folder.url("list.m3u8").path)) }

    private func write(_ text: String, as name: String = "list.m3u8") throws {
      try Tool.write(Array(text.utf8), to: folder.url(name))
    }

    private func put(_ bytes: [UInt8], _ name: String) throws {
      try Tool.write(bytes, to: folder.url(name))
    }

    /// Reads everything, on a clock whose waits take no time.
    private func samples(_ bytes: MediaBytes) throws -> (samples: [Float], item: MediaItem) {
      try VirtualClock().run {
        let reading = ItemSamples(bytes)
        try reading.read()
        return (reading.samples, reading.item)
      }
    }

    private func expect(_ samples: some Sequence<Float>, _ expected: some Sequence<Float>) {
      let difference = SampleDifference(Array(samples), reference: Array(expected))
      #expect(difference.missing == 0 && difference.peak < 1e-4, "\(difference)")
    }

    @Test("byte ranges of one resource are segments, with and without offsets")
    func byteRanges() throws {
      let sound = try SegmentedSound(.fragments, seconds: 7)
      let map = try #require(sound.map)
      try put(sound.whole, "whole.mp4")
      var text = sound.list(header: "#EXT-X-MAP:URI=\"whole.mp4\",BYTERANGE=\"\(map.count)@0\"\n") {
        let count = sound.segments[$0].bytes.count
        return "#EXT-X-BYTERANGE:\(count)" + ($0 == 0 ? "@\(map.count)" : "")
      }
      for (name, _) in sound.segments { text.replace("\n\(name)\n", with: "\nwhole.mp4\n") }
      try write(text)
      expect(try samples(list).samples, try sound.decoded())
    }

    @Test(
      "a gap and a missing segment are silent, and the time continues", arguments: [true, false])
    func silence(isGap: Bool) throws {
      let sound = try SegmentedSound(.adts, seconds: 9)
      try sound.write(to: folder)
      try write(sound.list { $0 == 1 && isGap ? "#EXT-X-GAP" : "" })
      try FileManager.default.removeItem(at: folder.url(sound.segments[1].name))
      let (samples, _) = try samples(list)
      let whole = try sound.decoded()
      let start = Int((sound.durations[0] * 44_100).rounded()) * 2
      let count = Int((sound.durations[1] * 44_100).rounded()) * 2
      #expect(samples.count == whole.count)
      expect(samples[..<start], whole[..<start])
      #expect(samples[start..<start + count].allSatisfy { $0 == 0 })
      // A decoder that starts in the middle needs a packet.
      let end = start + count + 4096
      expect(samples[end...], whole[end...])
    }

    @Test("a stream whose segments are all missing fails with the reason")
    func allMissing() throws {
      let sound = try SegmentedSound(.adts, seconds: 9)
      try write(sound.list())
      #expect(throws: MediaFailure.transport(.init(.system(2)))) { try samples(list) }
    }

    @Test("another codec, rate and channel count follow a discontinuity without a gap")
    func discontinuity() throws {
      let first = try SegmentedSound(.adts, seconds: 3)
      let second = try SegmentedSound(.mp3, seconds: 3, sampleRate: 44_100, channelCount: 1)
      try first.write(to: folder)
      try second.write(to: folder)
      let tail = second.list().split(separator: "\n").drop { !$0.hasPrefix("#EXTINF") }
      try write(
        first.list(isWhole: false) + "#EXT-X-DISCONTINUITY\n" + tail.joined(separator: "\n"))
      let (samples, _) = try samples(list)
      let start = try first.decoded()
      let end = try second.decoded().flatMap { [$0, $0] }
      #expect(samples.count == start.count + end.count)
      expect(samples[..<start.count], start)
      expect(samples[start.count...], end)
    }

    @Test("a variant whose segments are missing is replaced by another one")
    func otherVariant() throws {
      let sound = try SegmentedSound(.transportStream, seconds: 7)
      try sound.write(to: folder)
      var broken = sound.list()
      for (name, _) in sound.segments.dropFirst(2) { broken.replace(name, with: "no-" + name) }
      try write(broken, as: "broken.m3u8")
      try write(
        """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=200000
        broken.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=100000
        list.m3u8
        """, as: "variants.m3u8")
      let bytes = MediaBytes(.file(path: folder.url("variants.m3u8").path))
      let (samples, _) = try samples(bytes)
      let whole = try sound.decoded()
      let start = Int((sound.durations[..<2].reduce(0, +) * 44_100).rounded()) * 2
      #expect(samples.count == whole.count)
      expect(samples[..<(start - 2048)], whole[..<(start - 2048)])
      expect(samples[(start + 8192)...], whole[(start + 8192)...])
    }

    @Test("variants with equal frames are joined without a new start")
    func joinedVariants() throws {
      let sound = try SegmentedSound(.adts, seconds: 3)
      let (first, second) = (sound.segments[0].bytes, sound.segments[1].bytes)
      let same = HLSFrameSignature(first.span)
      let next = HLSFrameSignature(second.span)
      #expect(same != nil && same == next)
      let other = try SegmentedSound(.adts, seconds: 1, channelCount: 1).segments[0].bytes
      let different = HLSFrameSignature(other.span)
      #expect(different != nil && same != different)
    }

    @Test("dates lead to times, and times to dates")
    func dates() throws {
      let sound = try SegmentedSound(.adts, seconds: 7)
      try sound.write(to: folder)
      try write(
        sound.list { $0 == 1 ? "#EXT-X-PROGRAM-DATE-TIME:2026-01-02T03:04:05.5Z" : "" })
      let item = try samples(list).item
      let date = 1_767_323_045.5
      let start = sound.durations[0]
      #expect(try abs(#require(item.date(at: start + 3)) - (date + 3)) < 1e-6)
      #expect(try abs(#require(item.date(at: 0)) - (date - start)) < 1e-6)
      #expect(try abs(#require(item.time(atDate: date + 1)) - (start + 1)) < 1e-6)
      #expect(item.time(atDate: 0) == nil)
    }

    @Test("an exact start is kept")
    func exactStart() throws {
      let sound = try SegmentedSound(.adts, seconds: 7)
      try sound.write(to: folder)
      try write(sound.list(header: "#EXT-X-START:TIME-OFFSET=3.5,PRECISE=YES\n"))
      let whole = try sound.decoded()
      expect(try samples(list).samples, whole[(Int(3.5 * 44_100) * 2)...])
    }

    #if Crypto
      @Test(
        "encrypted segments are decrypted, with and without a stated vector",
        arguments: ["", "000102030405060708090a0b0c0d0e0f"])
      func encryption(vector: String) throws {
        let key: [UInt8] = Array(0x40..<0x50)
        try put(key, "key.bin")
        let info = "key.bin\n\(folder.url("key.bin").path)\n\(vector)\n"
        try write(info, as: "key.info")
        let options = ["-hls_key_info_file", folder.url("key.info").path]
        let sound = try SegmentedSound(.transportStream, seconds: 7, options: options)
        try sound.write(to: folder)
        #expect(sound.list.contains("#EXT-X-KEY:METHOD=AES-128"))
        let clear = try SegmentedSound(.transportStream, seconds: 7)
        expect(try samples(list).samples, try clear.decoded())
        try put([1, 2, 3], "key.bin")
        #expect(throws: MediaFailure.list(.key)) { try samples(list) }
      }
    #endif
  }
#endif
