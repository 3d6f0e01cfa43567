#if LibAV && MPG123
  import AudioToolbox
  import TestSupport
  import Testing

  /// The portions of input and output do not affect the result, for every codec in both directions.
  struct AudioConverterCutTests {
    struct Codec: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var formatID: AudioFormatID
      var rate = 44_100.0
      var channels = 2

      var format: AudioStreamBasicDescription {
        .compressed(formatID, rate: rate, channels: channels, framesPerPacket: 0)
      }
    }

    static let codecs = [
      Codec(testDescription: "AAC", formatID: kAudioFormatMPEG4AAC),
      Codec(testDescription: "MP3", formatID: kAudioFormatMPEGLayer3),
      Codec(testDescription: "Opus", formatID: kAudioFormatOpus, rate: 48_000),
      Codec(
        testDescription: "Opus of 16 kHz", formatID: kAudioFormatOpus, rate: 16_000, channels: 1),
      Codec(testDescription: "Vorbis", formatID: ExtAudioFileEncodingTests.vorbis),
      Codec(testDescription: "FLAC", formatID: kAudioFormatFLAC),
      Codec(testDescription: "ALAC", formatID: kAudioFormatAppleLossless),
      Codec(testDescription: "AC-3", formatID: kAudioFormatAC3, rate: 48_000),
      Codec(testDescription: "E-AC-3", formatID: kAudioFormatEnhancedAC3, rate: 48_000),
      Codec(testDescription: "IMA4", formatID: kAudioFormatAppleIMA4),
      Codec(testDescription: "mu-law", formatID: kAudioFormatULaw, rate: 8000, channels: 1),
      Codec(testDescription: "A-law", formatID: kAudioFormatALaw, rate: 8000, channels: 1),
    ]

    @Test("any division of input and output gives the same packets and samples", arguments: codecs)
    func cuts(_ codec: Codec) throws {
      let input = AudioStreamBasicDescription.int16(rate: codec.rate, channels: codec.channels)
      let bytes = try FFmpeg.encode(
        ["-f", "s16le"], sampleRate: Int(codec.rate), channelCount: codec.channels, seconds: 0.4)
      let frames = TestPackets.cut(bytes) { $0.isEmpty ? nil : 2 * codec.channels }
      let whole = try encode(frames, input, codec, [100_000], limit: 500)
      #expect(whole.packets.count > 3)
      let odd = [1, 4096, 7, 5000, 575, 1152, 3]
      for (answers, limit) in [(odd, 1), ([], 3), ([Int](repeating: 61, count: 100), 2)] {
        let cut = try encode(frames, input, codec, answers, limit: limit)
        let isSame = cut.packets == whole.packets
        #expect(isSame, "\(answers.prefix(3)), \(limit)")
        #expect(cut.cookie == whole.cookie)
      }

      let output = AudioStreamBasicDescription.float32(rate: codec.rate, channels: codec.channels)
      func decode(
        _ portions: [Int], _ answers: [ConverterClient.Answer]
      ) throws -> [UInt8] {
        let converter = try TestConverter(whole.format, output, cookie: whole.cookie)
        let client = ConverterClient(whole.format, whole.packets)
        client.answers = answers
        return client.drain(converter.reference, output, portions: portions).buffers[0]
      }
      let all = try decode([100_000], [])
      #expect(all.count >= bytes.count * 2)
      for (portions, answers) in [
        ([7, 1500], [.packets(1), .packets(2), .packets(1)]),
        ([1152], [.status(-7), .copied(1), .packets(2), .status(-8), .packets(3)]), ([100, 1], []),
      ] as [([Int], [ConverterClient.Answer])] {
        let isSame = try decode(portions, answers) == all
        #expect(isSame, "\(portions)")
      }
    }

    /// The output of an encoder.
    private struct Encoded {
      var packets: [[UInt8]]
      var format: AudioStreamBasicDescription
      var cookie: [UInt8]
    }

    /// Encodes frames.
    ///
    /// The client supplies as many as `answers` states, then as many as requested. Packets are
    /// taken in portions.
    private func encode(
      _ frames: [[UInt8]], _ input: AudioStreamBasicDescription, _ codec: Codec, _ answers: [Int],
      limit: Int
    ) throws -> Encoded {
      let converter = try TestConverter(input, codec.format)
      let client = ConverterClient(input, frames)
      client.answers = answers.map { .packets($0) }
      var format = AudioStreamBasicDescription()
      var size: UInt32 = 40
      let status = AudioConverterGetProperty(
        converter.reference, kAudioConverterCurrentOutputStreamDescription, &size, &format)
      #expect(status == noErr)
      var packets: [[UInt8]]
      if format.mBytesPerPacket > 0 {
        // Packets of a constant size have no descriptions.
        var all: [UInt8] = []
        format.mBytesPerFrame = format.mBytesPerPacket
        while true {
          let result = client.fill(converter.reference, format, frames: limit)
          #expect(result.status == noErr)
          if result.frameCount == 0 { break }
          all += result.buffers[0]
        }
        packets = TestPackets.cut(all) { $0.isEmpty ? nil : Int(format.mBytesPerPacket) }
        if format.mFramesPerPacket > 1 { format.mBytesPerFrame = 0 }
      } else {
        packets = try AudioConverterEncodingTests.encode(
          converter.reference, client, packets: limit, room: limit * 40_000)
      }
      let cookie = AudioConverterPropertyTests.get(
        converter, kAudioConverterCompressionMagicCookie)
      return Encoded(packets: packets, format: format, cookie: cookie.bytes)
    }
  }
#endif
