#if FLAC && HTTP && LibAV && MPG123
  import AudioModel
  import AudioPlayback
  import TestSupport
  import Testing

  /// Frames of a server for a program that plays them itself.
  @Suite struct AwaitedFramesTests {
    private static func file(seconds: Double) throws -> [UInt8] {
      try FFmpeg.encode(
        ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-f", "mp3"],
        sampleRate: 44_100, channelCount: 2, seconds: seconds)
    }

    @Test("each time has the title that the station sent before its audio")
    func titles() throws {
      let file = try Self.file(seconds: 4)
      var stream: [UInt8] = []
      // A second of 16,000 bytes, and a text.
      for (index, start) in stride(from: 0, to: file.count, by: 16_000).enumerated() {
        let text = Array("StreamTitle='\(index)';".utf8)
        stream += file[start..<min(start + 16_000, file.count)] + [1]
        stream += text + [UInt8](repeating: 0, count: 16 - text.count)
      }
      let sent = stream
      let server = try RawServer { _ in
        [.send(Array("ICY 200 OK\r\nicy-metaint: 16000\r\n\r\n".utf8) + sent), .stall]
      }
      let frames = AwaitedFrames(MediaBytes(.url(server.url())))
      let info = try frames.open()
      #expect(info.isLive && info.format.sampleRate == 44_100)
      var samples: [Float] = []
      var count = 0
      while count < 150_000 {
        count += try frames.read(150_000 - count, atLeast: 1, into: &samples)
      }
      #expect(samples.count == 300_000)
      #expect([0.5, 1.5, 2.5, 3.3].map { frames.title(at: $0) } == [nil, "0", "1", "2"])
      #expect(!frames.seek(to: 0))
      frames.cancel()
    }
  }
#endif
