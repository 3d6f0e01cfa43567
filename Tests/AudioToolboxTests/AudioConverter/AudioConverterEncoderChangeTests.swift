import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Changes of an encoder's settings within a stream.
struct AudioConverterEncoderChangeTests {
  #if LibAV
    static let rate = 48000
    static let source = AudioStreamBasicDescription.int16(rate: Double(rate), channels: 2)

    /// Two seconds of rising tones, different in each channel.
    static let sound: [UInt8] = {
      var bytes: [UInt8] = []
      for index in 0..<2 * rate {
        let time = Double(index) / Double(rate)
        for channel in 0..<2 {
          let hertz = [300.0, 700, 1900].map { $0 * (1 + 0.1 * time) + 50 * Double(channel) }
          let value = hertz.reduce(0) { $0 + sin(2 * .pi * $1 * time) } / 4
          let sample = Int16(value * 32767)
          bytes += withUnsafeBytes(of: sample.littleEndian) { Array($0) }
        }
      }
      return bytes
    }()

    static func client() -> ConverterClient {
      ConverterClient(source, TestPackets.cut(sound) { $0.isEmpty ? nil : 4 })
    }

    /// Encodes with the first bit rate, and switches to the next one after the given number of
    /// packets.
    static func encode(
      _ format: AudioStreamBasicDescription, _ bitRates: [Int], each period: Int
    ) throws -> (packets: [[UInt8]], samples: [Float], prime: [UInt8]) {
      let converter = try TestConverter(source, format)
      var statuses: [OSStatus] = []
      let packets = try AudioConverterEncodingTests.encode(
        converter.reference, client(), packets: 1, room: 1 << 16
      ) { count in
        guard count % period == 0 else { return }
        let bitRate = bitRates[count / period % bitRates.count]
        statuses.append(
          AudioConverterBitRateTests.set(converter, kAudioConverterEncodeBitRate, bitRate))
      }
      #expect(!statuses.isEmpty && statuses.allSatisfy { $0 == noErr }, "\(statuses)")
      let cookie = AudioConverterPropertyTests.get(
        converter, kAudioConverterCompressionMagicCookie
      ).bytes
      let floats = AudioStreamBasicDescription.float32(rate: Double(rate))
      let decoder = try TestConverter(format, floats, cookie: cookie)
      let result = ConverterClient(format, packets).drain(
        decoder.reference, floats, portions: [4096])
      #expect(result.statuses.allSatisfy { $0 == noErr })
      return (
        packets, LittleEndian.float(result.buffers[0]),
        AudioConverterPropertyTests.get(converter, kAudioConverterPrimeInfo).bytes
      )
    }

    @Test(
      "repeated changes of the bit rate lose no frame",
      arguments: [
        (kAudioFormatMPEG4AAC, 1024, [128_000, 192_000]),
        (kAudioFormatMPEGLayer3, 1152, [128_000, 192_000]),
        (kAudioFormatAC3, 1536, [192_000, 256_000]),
        (kAudioFormatEnhancedAC3, 1536, [192_000, 256_000]),
      ] as [(AudioFormatID, Int, [Int])], [1, 3, 10])
    func bitRate(
      _ codec: (formatID: AudioFormatID, framesPerPacket: Int, bitRates: [Int]), _ period: Int
    ) throws {
      let format = AudioStreamBasicDescription.compressed(
        codec.formatID, rate: Double(Self.rate), channels: 2,
        framesPerPacket: codec.framesPerPacket)
      let steady = try Self.encode(format, [codec.bitRates[0]], each: period)
      let changed = try Self.encode(format, codec.bitRates, each: period)
      #expect(changed.packets.count == steady.packets.count && changed.prime == steady.prime)
      // Two thirds of the difference between the rates, for half of the packets.
      let bytes = [steady, changed].map { $0.packets.reduce(0) { $0 + $1.count } }
      #expect(bytes[1] * 20 > bytes[0] * 21, "\(bytes)")
      #expect(changed.samples.count == steady.samples.count)
      // Each section keeps its sound and its time; otherwise the ratio would be less than 3 dB.
      // LAME may use short blocks at one bit rate only, and the transition between different blocks
      // is slightly audible.
      let least = codec.formatID == kAudioFormatMPEGLayer3 ? 10.0 : 15
      let block = 2 * 960
      for start in stride(from: 0, to: changed.samples.count - block, by: block) {
        let reference = Array(steady.samples[start..<start + block])
        let difference = SampleDifference(
          Array(changed.samples[start..<start + block]), reference: reference)
        guard reference.contains(where: { abs($0) > 0.2 }) else { continue }
        #expect(difference.signalToNoise > least, "frame \(start / 2): \(difference)")
      }
    }

    @Test(
      "changes before the first packet, or without effect, keep all pending frames"
    )
    func early() throws {
      let format = AudioStreamBasicDescription.compressed(
        kAudioFormatMPEG4AAC, rate: Double(Self.rate), channels: 2, framesPerPacket: 1024)
      func packets(_ answers: [ConverterClient.Answer], again: Bool) throws -> [[UInt8]] {
        let converter = try TestConverter(Self.source, format)
        let bitRate = kAudioConverterEncodeBitRate
        #expect(AudioConverterBitRateTests.set(converter, bitRate, 96_000) == noErr)
        let client = Self.client()
        client.answers = answers
        if again {
          // The encoder has received five hundred frames, less than a packet.
          #expect(throws: ConverterFailure(status: 7)) {
            try AudioConverterEncodingTests.encode(
              converter.reference, client, packets: 1, room: 1 << 16)
          }
          for value in [64_000, 96_000] {
            #expect(AudioConverterBitRateTests.set(converter, bitRate, value) == noErr)
          }
        }
        return try AudioConverterEncodingTests.encode(
          converter.reference, client, packets: 3, room: 1 << 16
        ) { _ in
          #expect(AudioConverterBitRateTests.set(converter, bitRate, 96_000) == noErr)
        }
      }
      let plain = try packets([], again: false)
      #expect(try packets([.packets(500), .status(7)], again: true) == plain)
    }

    @Test(
      "a change of the bit depth is refused after the first packet",
      arguments: [kAudioFormatFLAC, kAudioFormatAppleLossless])
    func depth(_ formatID: AudioFormatID) throws {
      let converter = try TestConverter(
        Self.source,
        .compressed(formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: 0))
      let depth = kAudioConverterPropertyBitDepthHint
      #expect(AudioConverterBitRateTests.set(converter, depth, 24) == noErr)
      #expect(AudioConverterBitRateTests.set(converter, depth, 16) == noErr)
      let packets = try AudioConverterEncodingTests.encode(
        converter.reference, Self.client(), packets: 1, room: 1 << 16
      ) { count in
        guard count == 3 else { return }
        #expect(
          AudioConverterBitRateTests.set(converter, depth, 24)
            == kAudioConverterErr_OperationNotSupported)
      }
      let cookie = AudioConverterPropertyTests.get(
        converter, kAudioConverterCompressionMagicCookie
      ).bytes
      let decoder = try TestConverter(
        .compressed(formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: 0),
        Self.source, cookie: cookie)
      let client = ConverterClient(
        .compressed(formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: 0), packets)
      #expect(
        client.drain(decoder.reference, Self.source, portions: [5000]).buffers[0] == Self.sound)
      // A new stream may have other settings.
      #expect(AudioConverterReset(converter.reference) == noErr)
      #expect(AudioConverterBitRateTests.set(converter, depth, 24) == noErr)
    }

    @Test(
      "changes that need a new stream are refused, and the stream continues",
      arguments: [
        (kAudioFormatOpus, kAudioConverterEncodeBitRate, 48_000, 24_000),
        (kAudioFormatFLAC, kAudioConverterCodecQuality, 64, 127),
      ] as [(AudioFormatID, AudioConverterPropertyID, Int, Int)])
    func bound(
      _ formatID: AudioFormatID, _ property: AudioConverterPropertyID, _ value: Int, _ other: Int
    ) throws {
      func packets(_ change: Bool) throws -> [[UInt8]] {
        let converter = try TestConverter(
          Self.source,
          .compressed(formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: 0))
        #expect(AudioConverterBitRateTests.set(converter, property, other) == noErr)
        #expect(AudioConverterBitRateTests.set(converter, property, value) == noErr)
        let packets = try AudioConverterEncodingTests.encode(
          converter.reference, Self.client(), packets: 1, room: 1 << 16
        ) { count in
          guard change, count == 5 else { return }
          #expect(AudioConverterBitRateTests.set(converter, property, value) == noErr)
          #expect(
            AudioConverterBitRateTests.set(converter, property, other)
              == kAudioConverterErr_OperationNotSupported)
        }
        // After the last packet, the setting applies to the next stream.
        #expect(AudioConverterBitRateTests.set(converter, property, other) == noErr)
        return packets
      }
      #expect(try packets(true) == packets(false))
    }

    @Test(
      "packets have the length of the format, if the codec supports it",
      arguments: [
        (kAudioFormatOpus, 120), (kAudioFormatOpus, 480), (kAudioFormatOpus, 2880),
        (kAudioFormatFLAC, 1152), (kAudioFormatFLAC, 4096), (kAudioFormatMPEG4AAC, 1024),
        (kAudioFormatAppleLossless, 4096),
      ] as [(AudioFormatID, Int)])
    func lengths(_ formatID: AudioFormatID, _ framesPerPacket: Int) throws {
      let converter = try TestConverter(
        Self.source,
        .compressed(
          formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: framesPerPacket))
      let packets = try AudioConverterEncodingTests.encode(
        converter.reference, Self.client(), packets: 3, room: 1 << 17)
      let prime = AudioConverterPropertyTests.get(converter, kAudioConverterPrimeInfo).bytes
      let ends = prime.withUnsafeBytes { $0.loadUnaligned(as: AudioConverterPrimeInfo.self) }
      let frames = Self.sound.count / 4 + Int(ends.leadingFrames + ends.trailingFrames)
      // The last packet of FLAC ends with the sound.
      #expect(packets.count == (frames + framesPerPacket - 1) / framesPerPacket)
      #expect(formatID == kAudioFormatFLAC || packets.count * framesPerPacket == frames)
    }

    @Test(
      "a packet length that the codec does not support is refused",
      arguments: [
        (kAudioFormatOpus, 500), (kAudioFormatMPEG4AAC, 512), (kAudioFormatAC3, 256),
        (kAudioFormatAppleLossless, 1024), (kAudioFormatFLAC, 8),
      ] as [(AudioFormatID, Int)])
    func noLengths(_ formatID: AudioFormatID, _ framesPerPacket: Int) {
      #expect(throws: ConverterFailure(status: kAudioConverterErr_FormatNotSupported)) {
        try TestConverter(
          Self.source,
          .compressed(
            formatID, rate: Double(Self.rate), channels: 2, framesPerPacket: framesPerPacket))
      }
    }
  #endif

  @Test(
    "the encoder's priming and remainder trim the decoded samples to the input",
    arguments: [AudioStreamBasicDescription.int16(), .float32()], [10_000, 8192, 100])
  func handOver(_ output: AudioStreamBasicDescription, _ count: Int) throws {
    let bytes = noise(4 * count)
    let source = AudioStreamBasicDescription.int16()
    let encoder = try TestConverter(source, AudioConverterEncodingTests.lossless)
    let client = ConverterClient(source, TestPackets.cut(bytes) { $0.isEmpty ? nil : 4 })
    let packets = try AudioConverterEncodingTests.encode(
      encoder.reference, client, packets: 4, room: 1 << 17)
    let cookie = AudioConverterPropertyTests.get(
      encoder, kAudioConverterCompressionMagicCookie
    ).bytes
    let decoder = try TestConverter(AudioConverterEncodingTests.lossless, output, cookie: cookie)
    let prime = AudioConverterPropertyTests.get(encoder, kAudioConverterPrimeInfo).bytes
    #expect(
      AudioConverterSetProperty(decoder.reference, kAudioConverterPrimeInfo, 8, prime) == noErr)
    let reader = ConverterClient(AudioConverterEncodingTests.lossless, packets)
    let result = reader.drain(decoder.reference, output, portions: [777])
    #expect(result.buffers[0].count == count * Int(output.mBytesPerFrame))
    if output.mBitsPerChannel == 16 { #expect(result.buffers[0] == bytes) }
  }
}
