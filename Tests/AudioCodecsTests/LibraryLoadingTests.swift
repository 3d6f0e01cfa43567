#if MPG123 && LibAV
  import AudioModel
  import Foundation
  import Testing

  @testable import AudioCodecs

  struct LibraryLoadingTests {
    @Test("a library is opened with the first packet that needs it")
    func opensOnFirstUse() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        let mp3 = try DecoderFactory.makeDecoder(format: .mpeg(3, 44100, 2))
        let aac = try DecoderFactory.makeDecoder(format: .aac(44100, 2))
        try reportMapped("made")
        var samples: [Float] = []
        // A frame of silence at 128 kbit/s: a header, and side information of zeros.
        let frame = [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 413)
        try decode(frame, by: mp3, into: &samples)
        try reportMapped("decoded \(samples.count)")
        // An undecodable packet opens the library, too.
        try? decode([0xFF], by: aac, into: &samples)
        try reportMapped("tried")
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output.contains("made: \n"))
      #expect(output.contains("decoded 2304: libmpg123\n"))
      #expect(output.contains("tried: libmpg123 libavcodec libavutil\n"))
    }

    @Test("garbage leaves no text on standard error")
    func writesNothing() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        var random = SplitMix(state: 1)
        for format in [StreamFormat.mpeg(3, 44100, 2), .aac(44100, 2)] {
          let decoder = try DecoderFactory.makeDecoder(format: format)
          for _ in 0..<300 {
            var packet = (0..<Int.random(in: 0..<700, using: &random)).map { _ in
              UInt8.random(in: 0...255, using: &random)
            }
            if format.formatID == .mpegLayer3, packet.count > 4 {
              packet.replaceSubrange(..<4, with: [0xFF, 0xFB, 0x90, 0])
            }
            var samples: [Float] = []
            // Other tests check the error.
            try? decode(packet, by: decoder, into: &samples)
          }
        }
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(!errors.contains("mpg123") && !errors.contains("aac") && !errors.contains("@ 0x"))
      #expect(!errors.lowercased().contains("error") && !errors.contains("warning"), "\(errors)")
    }
  }

  /// Writes which codec libraries are mapped into this process.
  private func reportMapped(_ moment: String) throws {
    // The file reports a size of 0, so it must be read to its end.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    var bytes = Data()
    while let more = try file.read(upToCount: 65536), !more.isEmpty { bytes += more }
    let maps = String(decoding: bytes, as: UTF8.self)
    let mapped = ["libmpg123", "libavcodec", "libavutil"].filter { maps.contains("/\($0).so") }
    let line = "\(moment): \(mapped.joined(separator: " "))\n"
    try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
  }

  /// Reproducible pseudo-random numbers.
  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
#endif
