#if LibAV
  import AudioContainers
  import AudioModel
  import AudioTransport
  import Foundation
  import TestSupport
  import Testing

  @testable import AudioFiles

  /// Files that a library reads, decoded, against FFmpeg's samples.
  @Suite struct LibraryFormatTests {
    struct Case: Sendable, CustomTestStringConvertible {
      var output: [String]
      var format: LibraryFormat
      var sampleRate = 44_100
      var channelCount = 2
      var testDescription: String { output.joined(separator: " ") + " \(channelCount)" }
    }

    static let cases = [
      Case(output: ["-c:a", "wavpack", "-f", "wv"], format: .wavPack),
      Case(output: ["-c:a", "wavpack", "-sample_fmt", "fltp", "-f", "wv"], format: .wavPack),
      Case(output: ["-c:a", "wavpack", "-f", "wv"], format: .wavPack, channelCount: 6),
      Case(output: ["-c:a", "tta", "-f", "tta"], format: .trueAudio),
      Case(output: ["-c:a", "tta", "-sample_fmt", "s32", "-f", "tta"], format: .trueAudio),
      Case(
        output: ["-c:a", "libspeex", "-f", "ogg"], format: .ogg, sampleRate: 16_000,
        channelCount: 1),
      Case(output: ["-c:a", "libspeex", "-f", "ogg"], format: .ogg, sampleRate: 32_000),
      Case(
        output: ["-strict", "-2", "-c:a", "dca", "-f", "dts"], format: .digitalTheater,
        sampleRate: 48_000, channelCount: 6),
      Case(
        output: ["-strict", "-2", "-c:a", "truehd", "-f", "truehd"], format: .trueHD,
        sampleRate: 48_000),
      Case(output: ["-c:a", "pcm_u8", "-f", "voc"], format: .creativeVoice),
      Case(output: ["-c:a", "pcm_s16le", "-f", "voc"], format: .creativeVoice),
      Case(output: ["-c:a", "pcm_f32le", "-f", "ircam"], format: .ircam),
      Case(output: ["-c:a", "pcm_mulaw", "-f", "ircam"], format: .ircam),
      Case(
        output: ["-c:a", "g726", "-b:a", "24k", "-f", "wav"], format: .waveform,
        sampleRate: 8000, channelCount: 1),
      Case(
        output: ["-c:a", "g726", "-b:a", "40k", "-f", "wav"], format: .waveform,
        sampleRate: 8000, channelCount: 1),
    ]

    private func check(_ bytes: [UInt8], _ fileType: FourCC, _ options: [String] = []) throws {
      var expected = try FFmpeg.decodeFloat(bytes, options)
      let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader())
      #expect(file.info.fileType == fileType)
      let reader = try FrameFileReader(file)
      try reader.setClientFormat(.interleavedFloats(like: reader.fileFormat))
      let channelCount = reader.fileFormat.channelCount
      let frameCount = Int(try reader.frameCount())
      // The program does not trim the lookahead of Speex.
      if reader.fileFormat.formatID == .speex {
        expected = expected.suffix(frameCount * channelCount)
      }
      #expect(frameCount == expected.count / channelCount)
      let room = expected.count / channelCount + 1000
      let output = ScratchOutput(reader.clientFormat, frameCount: room)
      var samples: [Float] = []
      while true {
        let count = try reader.read(room, into: output)
        guard count > 0 else { break }
        samples += LittleEndian.float(
          Array(output.buffers[0].prefix(count * channelCount * 4)))
      }
      if reader.fileFormat.formatID == .speex {
        #expect(SampleDifference(samples, reference: expected).peak < 1e-3)
      } else {
        #expect(samples == expected)
      }
    }

    @Test("64-bit integers in WAVE match FFmpeg's")
    func decodesLongIntegers() throws {
      try check(
        try FFmpeg.encode(["-c:a", "pcm_s64le", "-f", "wav"], sampleRate: 8000, channelCount: 2),
        FourCC("W", "A", "V", "E"))
    }

    @Test("samples and length match FFmpeg's", arguments: cases)
    func decodes(item: Case) throws {
      let bytes = try FFmpeg.encode(
        item.output, sampleRate: item.sampleRate, channelCount: item.channelCount, seconds: 2.3)
      try check(bytes, item.format.fileType, FFmpeg.decoderOptions(item.output))
    }

    private static let samples: [UInt8] = noise(6000)

    @Test("SPHERE files of both byte orders are read", arguments: ["01", "10"])
    func readsSphere(order: String) throws {
      let lines = [
        "NIST_1A", "   1024", "sample_count -i 1500", "sample_n_bytes -i 2",
        "channel_count -i 2", "sample_byte_format -s2 \(order)", "sample_rate -i 16000",
        "sample_coding -s3 pcm", "end_head", "",
      ]
      let header = Array(lines.joined(separator: "\n").utf8)
      let padding = [UInt8](repeating: 0x20, count: 1024 - header.count)
      try check(header + padding + Self.samples, FourCC("N", "I", "S", "T"))
    }

    @Test("8SVX files of each compression are read", arguments: [0, 1, 2], [1, 2])
    func readsInterchange(compression: UInt8, channelCount: Int) throws {
      func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
      }
      func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + big(body.count) + body
      }
      let header =
        big(3000) + big(0) + big(0) + [0x56, 0x22, 1, compression] + big(0x1_0000)
      let channels = channelCount == 2 ? chunk("CHAN", big(6)) : []
      let body =
        Array("8SVX".utf8) + chunk("VHDR", header) + channels + chunk("BODY", Self.samples)
      try check(chunk("FORM", body), FourCC("8", "S", "V", "X"))
    }

    @Test("a track is selected by its number")
    func choosesATrack() throws {
      let folder = try TemporaryFolder()
      let url = folder.url("a.mka")
      _ = try Tool.run(
        "ffmpeg",
        ["-nostdin", "-v", "error"]
          + [1, 2].flatMap { ["-f", "lavfi", "-i", "sine=d=1:r=\($0 * 22_050)"] }
          + ["-map", "0", "-map", "1", "-c:a", "pcm_s16le", url.path])
      let bytes = try Tool.read(url)
      for (track, rate) in [(nil, 22_050), (0, 22_050), (1, 44_100)] as [(Int?, Double)] {
        let file = try PacketFile(MemoryByteSource(bytes), reader: DetectingReader(track: track))
        #expect(file.info.format.sampleRate == rate)
        #expect(file.info.trackCount == 2)
      }
      #expect(throws: PacketError.self) {
        try PacketFile(MemoryByteSource(bytes), reader: DetectingReader(track: 2))
      }
    }
  }
#endif
