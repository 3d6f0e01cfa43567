#if LibAV
  import AudioModel
  import TestSupport
  import Testing

  @testable import AudioCodecs
  @testable import AudioSyntax

  struct AACDecoderTests {
    struct Stream: Sendable, CustomTestStringConvertible {
      var sampleRate: Int
      var channelCount: Int
      /// For each channel in AAC's order, its index in FFmpeg's order.
      var order: [Int]

      var testDescription: String { "\(sampleRate) Hz \(channelCount) ch" }

      func make(hasNoise: Bool = true) throws -> (file: [UInt8], packets: [[UInt8]]) {
        let file = try FFmpeg.encode(
          [
            "-c:a", "aac", "-aac_pns", hasNoise ? "1" : "0", "-b:a", "\(channelCount * 64)k", "-f",
            "adts",
          ], sampleRate: sampleRate,
          channelCount: channelCount)
        return (file, TestPackets.adts(file))
      }

      /// The samples that FFmpeg decodes, in AAC's order.
      func reference(_ file: [UInt8]) throws -> [Float] {
        let samples = try FFmpeg.decodeFloat(file, ["-f", "aac"])
        return stride(from: 0, to: samples.count, by: channelCount).flatMap { start in
          order.map { samples[start + $0] }
        }
      }

      /// An `AudioSpecificConfig` of AAC LC: 5 bits with 2, 4 bits rate, 4 bits channels, 3 zeros.
      var cookie: [UInt8] {
        let rates = [
          96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000,
        ]
        let bits =
          2 << 11 | (rates.firstIndex(of: sampleRate) ?? 15) << 7
          | (channelCount == 8 ? 7 : channelCount) << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
      }
    }

    static let streams: [Stream] = [
      Stream(sampleRate: 44100, channelCount: 2, order: [0, 1]),
      Stream(sampleRate: 48000, channelCount: 1, order: [0]),
      Stream(sampleRate: 22050, channelCount: 2, order: [0, 1]),
      Stream(sampleRate: 8000, channelCount: 1, order: [0]),
      Stream(sampleRate: 96000, channelCount: 2, order: [0, 1]),
      Stream(sampleRate: 48000, channelCount: 3, order: [2, 0, 1]),
      Stream(sampleRate: 48000, channelCount: 6, order: [2, 0, 1, 4, 5, 3]),
    ]

    @Test("samples match FFmpeg's", arguments: streams)
    func sameSamples(_ stream: Stream) throws {
      let (file, packets) = try stream.make()
      let reference = try stream.reference(file)
      for cookie in [stream.cookie, [], Self.descriptor(stream.cookie)] {
        let samples = try decodeAll(
          packets, format: .aac(stream.sampleRate, stream.channelCount), cookie: cookie)
        #expect(samples.count == packets.count * 1024 * stream.channelCount)
        let difference = SampleDifference(samples, reference: reference)
        #expect(difference.missing == 0)
        #expect(difference.signalToNoise >= 90)
      }
    }

    @Test("no samples remain after a reset")
    func reset() throws {
      let packets = try Self.streams[0].make().packets
      let decoder = try DecoderFactory.makeDecoder(format: .aac(44100, 2))
      var first: [Float] = []
      for packet in packets { try decode(packet, by: decoder, into: &first) }
      decoder.reset()
      var second: [Float] = []
      for packet in packets { try decode(packet, by: decoder, into: &second) }
      #expect((first == second) == true)
    }

    @Test("a broken packet does not shift later samples")
    func brokenPacket() throws {
      // Without noise substitution, whose random numbers depend on all earlier packets.
      var packets = try Self.streams[0].make(hasNoise: false).packets
      let whole = try decodeAll(packets, format: .aac(44100, 2))
      packets[5] = [0xFF]
      packets[10] = []
      packets[15] = [UInt8](repeating: 0xE0, count: 40)
      let decoder = try DecoderFactory.makeDecoder(format: .aac(44100, 2))
      let (samples, bad) = decodeWithSilence(packets, by: decoder, frameCount: 1024)
      #expect(bad.contains(5) && bad.contains(10) && bad.contains(15))
      #expect(samples.count == whole.count)
      let settled = 20 * 1024 * 2
      let difference = SampleDifference(
        Array(samples[settled...]), reference: Array(whole[settled...]))
      #expect(difference.signalToNoise >= 90)
    }

    @Test("every form of cookie gives the same configuration")
    func cookieForms() throws {
      let config: [UInt8] = [0x12, 0x10]
      let descriptor = Self.descriptor(config)
      let box = [0, 0, 0, 0] + descriptor
      let boxWithHeader: [UInt8] = [0, 0, 0, UInt8(box.count + 8), 0x65, 0x73, 0x64, 0x73] + box
      // The flags announce an identifier, a URL of two bytes and another identifier.
      let long: [UInt8] =
        [3, UInt8(descriptor.count - 8 + 10), 0, 1, 0xE0, 9, 9, 2, 0x61, 0x62, 9, 9]
        + descriptor[8...]
      for cookie in [config, descriptor, box, boxWithHeader, Array(descriptor[8...]), long] {
        #expect(AACMagicCookie.configuration(cookie) == config, "\(cookie)")
      }
      for end in 0..<descriptor.count - config.count {
        let cut = AACMagicCookie.configuration(Array(descriptor[..<end]))
        #expect(cut.flatMap { AudioSpecificConfig($0.span) } == nil)
      }
    }

    struct BadSetup: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var format: StreamFormat
      var cookie: [UInt8]
    }

    @Test(
      "a wrong configuration is refused",
      arguments: [
        BadSetup(testDescription: "another rate", format: .aac(48000, 2), cookie: [0x12, 0x10]),
        BadSetup(testDescription: "no configuration", format: .aac(44100, 2), cookie: [0xFF]),
        BadSetup(
          testDescription: "cut descriptor", format: .aac(44100, 2), cookie: [3, 0x80, 0x80]),
        BadSetup(testDescription: "reserved rate", format: .aac(44100, 2), cookie: [0x16, 0x90]),
        BadSetup(testDescription: "no AAC", format: .aac(44100, 2), cookie: [0xF9, 0x48, 0x10]),
        BadSetup(testDescription: "no rate", format: .aac(0, 2), cookie: []),
        BadSetup(testDescription: "no channels", format: .aac(44100, 0), cookie: []),
      ])
    func badSetup(_ setup: BadSetup) {
      #expect(throws: CodecError.badConfiguration) {
        _ = try DecoderFactory.makeDecoder(format: setup.format, magicCookie: setup.cookie)
      }
    }

    /// An ES_Descriptor around a configuration, with sizes in four bytes each.
    static func descriptor(_ config: [UInt8]) -> [UInt8] {
      func wrap(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        [tag, 0x80, 0x80, 0x80, UInt8(body.count)] + body
      }
      let decoder = [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + wrap(5, config)
      return wrap(3, [0, 1, 0] + wrap(4, decoder) + wrap(6, [2]))
    }
  }
#endif
