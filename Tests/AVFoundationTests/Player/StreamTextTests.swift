#if FLAC && HTTP && LibAV && MPG123
  import AVFoundation
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The subtitles of HTTP Live Streaming, as an output gives them.
  @Suite struct StreamTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a stream with segments of WebVTT.
    ///
    /// - Parameters:
    ///   - kind: The kind of the sound.
    ///   - header: The line after `WEBVTT` in each segment.
    ///   - shift: Seconds that the texts' own clock is ahead.
    /// - Returns: The playlist.
    /// - Throws: The error of a tool.
    private func stream(
      _ kind: SegmentedSound.Kind, header: String, shift: Double = 0
    ) throws -> URL {
      let sound = try SegmentedSound(kind, seconds: 6)
      try sound.write(to: folder)
      func time(_ seconds: Double) -> String {
        let value = Int(((seconds + shift) * 1000).rounded())
        let (second, rest) = (value / 1000, value % 1000)
        return String(format: "00:%02d:%02d.%03d", second / 60, second % 60, rest)
      }
      // The second text is repeated in the segment in which it ends.
      let cues = [[("One", 0.5, 1.5), ("<i>Two</i>", 1.75, 2.5)], [("<i>Two</i>", 1.75, 2.5)], []]
      var list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
      for (index, texts) in cues.enumerated() {
        let body = texts.map { "\(time($1)) --> \(time($2))\n\($0)\n" }.joined(separator: "\n")
        try Tool.write(
          Array("WEBVTT\n\(header)\n\n\(body)".utf8), to: folder.url("\(index).vtt"))
        list += "#EXTINF:2,\n\(index).vtt\n"
      }
      try Tool.write(Array((list + "#EXT-X-ENDLIST\n").utf8), to: folder.url("texts.m3u8"))
      let media = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",URI=\"texts.m3u8\","
      let main = """
        #EXTM3U
        \(media)NAME="English",LANGUAGE="en",DEFAULT=YES,CHARACTERISTICS="public.easy-to-read"
        \(media)NAME="Forced",LANGUAGE="en",FORCED=YES
        #EXT-X-STREAM-INF:BANDWIDTH=200000,SUBTITLES="s"
        list.m3u8

        """
      try Tool.write(Array(main.utf8), to: folder.url("main.m3u8"))
      return folder.url("main.m3u8")
    }

    /// The first timestamp of the sound of a stream, in seconds.
    private func firstTimestamp(_ kind: SegmentedSound.Kind) throws -> Double {
      let file = folder.url(kind == .transportStream ? "0.ts" : "0.aac")
      let text = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", file.path])
      return try #require(Double(String(decoding: text, as: UTF8.self).split(separator: "\n")[0]))
    }

    private static let expected = ["0.5 One", "1.5 ", "1.75 Two", "2.5 "]

    @Test("the texts of a stream arrive once, at their times")
    func streamTexts() throws {
      let receiver = try TextReceiver.play(try stream(.adts, header: "")) {
        player, item, receiver in
        let group = try #require(
          item.asset.mediaSelectionGroup(forMediaCharacteristic: .legible))
        #expect(group.options.map(\.displayName) == ["English", "Forced"])
        #expect(group.options.map { $0.hasMediaCharacteristic(.easyToRead) } == [true, false])
        let forced = group.options.map {
          $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
        }
        #expect(forced == [false, true] && group.options.allSatisfy { $0.mediaType == .subtitle })
        player.play()
        try waitUntil("the player has passed the texts") { player.currentTime().seconds > 3 }
      }
      #expect(receiver.lines == Self.expected)
      #expect(receiver.calls.withLock { $0[2].italics } == [true])
    }

    @Test("the texts of a transport stream follow its timestamps")
    func mappedTexts() throws {
      // The first second of the texts' clock is the first timestamp of the sound.
      _ = try stream(.transportStream, header: "")
      let ticks = Int((try firstTimestamp(.transportStream) * 90_000).rounded())
      let header = "X-TIMESTAMP-MAP=MPEGTS:\(ticks),LOCAL:00:00:01.000"
      let url = try stream(.transportStream, header: header, shift: 1)
      let receiver = try TextReceiver.play(url) { player, _, _ in
        player.play()
        try waitUntil("the player has passed the texts") { player.currentTime().seconds > 3 }
      }
      #expect(
        receiver.lines.map { $0.split(separator: " ").dropFirst().joined() } == [
          "One", "", "Two", "",
        ])
      let seconds = receiver.calls.withLock { $0.map(\.seconds) }
      for (found, expected) in zip(seconds, [0.5, 1.5, 1.75, 2.5]) {
        #expect(abs(found - expected) < 0.05, "\(seconds)")
      }
    }

    @Test("WebVTT arrives as samples if the client wants it")
    func nativeStream() throws {
      let output = AVPlayerItemLegibleOutput(
        mediaSubtypesForNativeRepresentation: [
          NSNumber(value: kCMSubtitleFormatType_WebVTT)
        ])
      let receiver = try TextReceiver.play(try stream(.adts, header: ""), output) {
        player, _, receiver in
        player.play()
        try waitUntil("a text has arrived") { !receiver.lines.isEmpty }
      }
      let buffer = try #require(receiver.calls.withLock { $0.first?.buffers.first })
      #expect(buffer.formatDescription?.mediaType == .subtitle)
      let bytes = try #require(try buffer.dataBuffer?.dataBytes())
      #expect(String(decoding: bytes, as: UTF8.self).contains("paylOne"))
    }
  }
#endif
