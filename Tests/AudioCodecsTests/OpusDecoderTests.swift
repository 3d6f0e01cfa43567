#if LibAV
  import AudioModel
  import TestSupport
  import Testing

  @testable import AudioCodecs

  struct OpusDecoderTests {
    private static let opus = StreamFormat(
      sampleRate: 48_000, formatID: .opus, channelCount: 1)

    private static func make(_ options: [String]) throws -> (file: [UInt8], packets: [[UInt8]]) {
      let file = try FFmpeg.encode(
        ["-c:a", "libopus"] + options + ["-f", "caf"], sampleRate: 48_000, channelCount: 1)
      return (file, TestPackets.caf(file).packets)
    }

    /// The LP layer at 16 kHz, and both layers.
    private static let speech = ["-application", "voip", "-b:a", "16k"]
    private static let mixed = ["-application", "voip", "-b:a", "32k"]
    private static let music = ["-application", "lowdelay", "-b:a", "96k"]

    private func configurations(_ packets: [[UInt8]]) -> Set<Int> {
      Set(packets.compactMap { $0.first.map { Int($0 >> 3) } })
    }

    @Test("speech matches libopus", arguments: [Self.speech, Self.mixed])
    func speechIsLibopus(_ options: [String]) throws {
      let made = try Self.make(options)
      #expect(configurations(made.packets).allSatisfy { $0 < 16 })
      let decoded = try decodeAll(made.packets, format: Self.opus)
      let reference = try FFmpeg.decodeFloat(
        made.file, ["-c:a", "libopus", "-request_sample_fmt", "flt"])
      #expect(SampleDifference(decoded, reference: reference).peak == 0)
      #expect(decoded.count == reference.count)
    }

    @Test func musicMatchesBothLibraries() throws {
      let made = try Self.make(Self.music)
      #expect(configurations(made.packets).allSatisfy { $0 >= 16 })
      let decoded = try decodeAll(made.packets, format: Self.opus)
      // FFmpeg 5 reaches 90 dB, FFmpeg 7 reaches 85.7 dB.
      for (library, leastSignalToNoise) in [("opus", Double.infinity), ("libopus", 85)] {
        let reference = try FFmpeg.decodeFloat(
          made.file, ["-c:a", library, "-request_sample_fmt", "flt"])
        let difference = SampleDifference(decoded, reference: reference)
        #expect(difference.signalToNoise >= leastSignalToNoise, "\(library)")
        #expect(difference.missing == 0)
      }
    }

    @Test(
      "speech after music decodes as by libopus",
      arguments: [Self.speech, Self.mixed])
    func changes(_ options: [String]) throws {
      let music = try Self.make(Self.music).packets
      let packets = music + (try Self.make(options).packets)
      let decoded = try decodeAll(packets, format: Self.opus)
      var codec = try LibAVCodec(Self.opus, [])
      codec.name = "libopus"
      let reference = LibAVDecoder(codec, Self.opus)
      var expected: [Float] = []
      for packet in packets { try decode(packet, by: reference, into: &expected) }
      let difference = SampleDifference(decoded, reference: expected)
      #expect(difference.missing == 0)
      #expect(difference.signalToNoise >= 75, "\(difference.signalToNoise)")
    }

    @Test(
      "at a lower rate, frames are every n-th one of those at 48 kHz",
      arguments: [8000, 12_000, 16_000, 24_000])
    func otherRates(_ rate: Int) throws {
      let file = try FFmpeg.encode(
        ["-c:a", "libopus", "-ar", "\(rate)", "-f", "caf"], sampleRate: rate, channelCount: 2)
      let format = StreamFormat(sampleRate: Double(rate), formatID: .opus, channelCount: 2)
      let packets = TestPackets.caf(file).packets
      let decoded = try decodeAll(packets, format: format)
      let all = try FFmpeg.decodeFloat(file, ["-c:a", "libopus", "-request_sample_fmt", "flt"])
      let step = 48_000 / rate * 2
      let reference = stride(from: 0, to: all.count, by: step).flatMap { all[$0..<$0 + 2] }
      let difference = SampleDifference(decoded, reference: reference)
      #expect(decoded.count == reference.count && difference.signalToNoise > 100, "\(difference)")
      let (first, second) = try decodeTwice(packets, by: DecoderFactory.makeDecoder(format: format))
      let isSame = first == second
      #expect(isSame && first.count == decoded.count)
    }

    @Test("an invalid packet is refused", arguments: [16_000, 48_000.0])
    func refuses(_ rate: Double) throws {
      let decoder = try DecoderFactory.makeDecoder(
        format: StreamFormat(sampleRate: rate, formatID: .opus, channelCount: 1))
      // 48 frames of 20 ms exceed the longest packet.
      for packet in [[], [0x4B, 48, 0]] as [[UInt8]] {
        var samples: [Float] = []
        #expect(throws: CodecError.badPacket) { try decode(packet, by: decoder, into: &samples) }
        #expect(samples.isEmpty)
      }
    }

    @Test("a cookie in another form is ignored", arguments: [16_000, 48_000.0])
    func unknownCookies(_ rate: Double) throws {
      let packets = try Self.make(Self.speech).packets
      let format = StreamFormat(sampleRate: rate, formatID: .opus, channelCount: 1)
      let cookie: [UInt8] = [0, 0, 0x08, 0, 0, 0, 0xBB, 0x80]
      let decoded = try decodeAll(packets, format: format, cookie: cookie)
      let isSame = decoded == (try decodeAll(packets, format: format))
      #expect(isSame && !decoded.isEmpty)
    }

    @Test func readsConfigurations() throws {
      // Front left, center, right: one stream of two channels, one of one (RFC 7845, 5.1.1.2).
      let head = Array("OpusHead".utf8) + [1, 3, 0, 0, 0x80, 0xBB, 0, 0, 0, 0xFF, 1]
      let read = try OpusConfiguration(channelCount: 3, magicCookie: head + [2, 1, 0, 2, 1])
      #expect((read.streamCount, read.coupledCount, read.gain) == (2, 1, -256))
      #expect(read.mapping == [0, 2, 1])
      for end in [[0, 0, 0, 2, 1], [2, 3, 0, 2, 1], [2, 1, 0, 2, 3], [2, 1, 0, 2]] as [[UInt8]] {
        #expect(throws: CodecError.badConfiguration) {
          try OpusConfiguration(channelCount: 3, magicCookie: head + end)
        }
      }
      #expect(throws: CodecError.badConfiguration) {
        try OpusConfiguration(channelCount: 3, magicCookie: [])
      }
    }

    @Test func startsAgainAfterAReset() throws {
      let packets = try Self.make(Self.music).packets + Self.make(Self.speech).packets
      let decoder = try OpusDecoder(Self.opus, [])
      let (first, second) = try decodeTwice(packets, by: decoder)
      let isSame = first == second
      #expect(isSame && !first.isEmpty)
    }
  }
#endif
