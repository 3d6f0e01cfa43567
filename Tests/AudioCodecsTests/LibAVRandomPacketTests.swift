#if LibAV
  import AudioModel
  import Testing

  @testable import AudioCodecs

  /// Random packets for codecs without an encoder: no trap, and no endless output.
  struct LibAVRandomPacketTests {
    struct Codec: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var format: StreamFormat
      var cookie: [UInt8] = []
      /// Bytes before the random ones.
      var head: [UInt8] = []
      var byteCounts: [Int]
    }

    private static func wave(
      _ codec: FourCC, rate: Int = 44_100, channels: Int = 2, block: Int, bits: Int = 16,
      bitRate: Int = 64_000, _ configuration: [UInt8]
    ) -> (StreamFormat, [UInt8]) {
      var cookie = WaveFormatCookie(channelCount: channels, sampleRate: rate)
      cookie.blockByteCount = block
      cookie.bitsPerSample = bits
      cookie.bitRate = bitRate
      cookie.configuration = configuration
      return (
        StreamFormat(sampleRate: Double(rate), formatID: codec, channelCount: channels),
        cookie.bytes
      )
    }

    private static func described(
      _ name: String, _ wave: (StreamFormat, [UInt8]), head: [UInt8] = [], _ byteCounts: [Int]
    ) -> Codec {
      Codec(
        testDescription: name, format: wave.0, cookie: wave.1, head: head, byteCounts: byteCounts)
    }

    static let codecs: [Codec] = [
      Codec(
        testDescription: "AMR-NB",
        format: StreamFormat(sampleRate: 8_000, formatID: .amrNarrowBand, channelCount: 1),
        byteCounts: [1, 6, 13, 21, 32]),
      Codec(
        testDescription: "AMR-WB",
        format: StreamFormat(sampleRate: 16_000, formatID: .amrWideBand, channelCount: 1),
        byteCounts: [1, 18, 33, 61]),
      Codec(
        testDescription: "AAC-LD",
        format: StreamFormat(
          sampleRate: 48_000, formatID: .mpeg4AACLowDelay, framesPerPacket: 512, channelCount: 2),
        cookie: AACCookie.make([0xB9, 0x90, 0x80]), byteCounts: [40, 200]),
      Codec(
        testDescription: "AAC-ELD",
        format: StreamFormat(
          sampleRate: 48_000, formatID: .mpeg4AACEnhancedLowDelay, framesPerPacket: 512,
          channelCount: 2), cookie: AACCookie.make([0xF8, 0xE6, 0x40, 0x00]),
        byteCounts: [40, 200]),
      described(
        "RealAudio 14.4", wave(.realAudio144, rate: 8_000, channels: 1, block: 20, []), [20, 19]),
      described(
        "RealAudio 28.8", wave(.realAudio288, rate: 8_000, channels: 1, block: 38, []), [38, 37]),
      described(
        "RealAudio Sipro",
        wave(.sipro, rate: 8_000, channels: 1, block: 20, bitRate: 8_500, []), [20, 19]),
      described(
        "RealAudio Cook",
        wave(.cook, channels: 1, block: 93, [1, 0, 0, 1, 4, 0, 0, 20]), [93, 40]),
      described(
        "Monkey's Audio",
        wave(.monkeysAudio, block: 0, [0x96, 0x0F, 0xD0, 0x07, 0, 0]),
        head: [0, 0x10, 0, 0, 0, 0, 0, 0], [400, 4000]),
      described(
        "WMA 1", wave(.windowsMedia1, block: 743, [0, 0, 1, 0]), [743]),
      described(
        "WMA 2", wave(.windowsMedia2, block: 743, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]), [743]),
      described(
        "WMA Pro",
        wave(
          .windowsMediaPro, block: 2973, bitRate: 128_000,
          [16, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0, 0, 0]), [2973]),
      described(
        "WMA Lossless",
        wave(
          .windowsMediaLossless, block: 6000, bitRate: 600_000,
          [16, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0, 0, 0]), [6000]),
      described(
        "ATRAC3",
        wave(
          .atrac3, block: 384, [1, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]), [384]),
      described("DTS", wave(.digitalTheater, block: 0, []), head: [0x7F, 0xFE, 0x80, 1], [1000]),
      described("TrueHD", wave(.trueHD, block: 0, []), [400]),
      described("Speex", wave(.speex, rate: 16_000, channels: 1, block: 0, []), [42]),
      described("Nellymoser", wave(.nellymoser, channels: 1, block: 64, []), [64, 63]),
      described(
        "Microsoft ADPCM", wave(.microsoftADPCM, block: 1024, bits: 4, []), [1024, 13]),
      described("DVI ADPCM", wave(.intelIMA, block: 1024, bits: 4, []), [1024, 7]),
      described(
        "Microsoft GSM", wave(.microsoftGSM, rate: 8_000, channels: 1, block: 65, []), [65, 64]),
    ]

    @Test("random packets give no samples or noise", arguments: codecs)
    func chance(_ codec: Codec) throws {
      var random = SplitMix(state: 4)
      let decoder = try DecoderFactory.makeDecoder(
        format: codec.format, magicCookie: codec.cookie)
      for index in 0..<120 {
        var packet = codec.head
        let count = codec.byteCounts[index % codec.byteCounts.count]
        // Half of the packets are random bytes, and half are few bits in zeros.
        packet += (packet.count..<max(count, packet.count)).map { _ in
          let byte = UInt8.random(in: 0...255, using: &random)
          return index % 2 == 0 ? byte : byte < 8 ? 1 << byte : 0
        }
        var samples: [Float] = []
        do throws(CodecError) {
          try decode(packet, by: decoder, into: &samples)
        } catch {
          #expect(error == .badPacket || error == .badConfiguration)
        }
        #expect(samples.count.isMultiple(of: max(decoder.channelCount, 1)))
        #expect(samples.count <= 2 << 22)
      }
    }
  }
#endif
