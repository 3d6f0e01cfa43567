#if FLAC
  import AudioModel
  import AudioProcessing
  import Testing

  @testable import AudioCodecs

  struct FLACDecoderTests {
    /// The `STREAMINFO` of a stream of 48 kHz with frames of 192.
    ///
    /// Source: RFC 9639, 8.2.
    private static func streamInfo(bitDepth: Int, channelCount: Int) -> [UInt8] {
      let fields =
        UInt64(48_000) << 44 | UInt64(channelCount - 1) << 41 | UInt64(bitDepth - 1) << 36
      return [0, 192, 0, 192] + [UInt8](repeating: 0, count: 6)
        + (0..<8).map { UInt8(truncatingIfNeeded: fields >> (56 - 8 * $0)) }
        + [UInt8](repeating: 0, count: 16)
    }

    /// The first frame of a stream, of 192 frames whose channels have one value each.
    ///
    /// Source: RFC 9639, 9.
    private static func frame(_ values: [Int32], bitDepth: Int) -> [UInt8] {
      let depthCode: UInt8 = [16: 4, 24: 6, 32: 7][bitDepth] ?? 0
      var bytes: [UInt8] = [0xFF, 0xF8, 0x1A, UInt8(values.count - 1) << 4 | depthCode << 1, 0]
      bytes.append(UInt8(remainder(bytes, bitCount: 8, polynomial: 0x07)))
      for value in values {
        // A constant subframe.
        bytes.append(0)
        bytes += (0..<bitDepth / 8).reversed().map {
          UInt8(truncatingIfNeeded: value >> (8 * Int32($0)))
        }
      }
      let check = remainder(bytes, bitCount: 16, polynomial: 0x8005)
      return bytes + [UInt8(check >> 8), UInt8(check & 0xFF)]
    }

    private static func remainder(_ bytes: [UInt8], bitCount: Int, polynomial: UInt32) -> UInt32 {
      var value: UInt32 = 0
      for byte in bytes {
        value ^= UInt32(byte) << (bitCount - 8)
        for _ in 0..<8 {
          let carries = value >> (bitCount - 1) & 1 == 1
          value = value << 1 & (1 << bitCount - 1) ^ (carries ? polynomial : 0)
        }
      }
      return value
    }

    private static func decoder(bitDepth: Int, channelCount: Int) throws -> FLACDecoder {
      let format = StreamFormat(
        sampleRate: 48_000, formatID: .flac, framesPerPacket: 192, channelCount: channelCount)
      return try FLACDecoder(format, streamInfo(bitDepth: bitDepth, channelCount: channelCount))
    }

    @Test("every bit of a sample is decoded", arguments: [16, 24, 32], [1, 2, 3])
    func integers(bitDepth: Int, channelCount: Int) throws {
      let shift = 32 - Int32(bitDepth)
      let widest: [Int32] = [0x1234_5679, -0x7654_3211, .min]
      let values: [Int32] = widest.prefix(channelCount).map { $0 >> shift }
      let decoder = try Self.decoder(bitDepth: bitDepth, channelCount: channelCount)
      #expect(decoder.bitDepth == bitDepth)
      let packet = Self.frame(values, bitDepth: bitDepth)
      var integers: [Int32] = [7]
      try decoder.decode(packet.span, into: &integers)
      let tops: [Int32] = values.map { $0 << shift }
      let expected: [Int32] = [7] + Array(repeatElement(tops, count: 192).joined())
      #expect(integers == expected)
      var floats: [Float] = [7]
      try decoder.decode(packet.span, into: &floats)
      let scaled: [Float] = expected.dropFirst().map { Float($0) * 0x1p-31 }
      #expect(floats == [7] + scaled)
    }

    @Test("lent samples are not appended, and only valid frames of the stream are lent")
    func lending() throws {
      let decoder = try Self.decoder(bitDepth: 24, channelCount: 2)
      let packet = Self.frame([0x123456, -0x654321], bitDepth: 24)
      for taken in [0, 100, 192] {
        var samples: [Int32] = []
        var lent: [[UInt8]] = []
        try decoder.decode(packet.span, into: &samples) { planes, frameCount in
          #expect(frameCount == 192)
          for channel in 0..<2 {
            planes.read(4..<12, ofBuffer: channel) { bytes in
              lent.append(bytes.indices.map { bytes[$0] })
            }
          }
          return taken
        }
        #expect(
          lent == [
            [0x56, 0x34, 0x12, 0, 0x56, 0x34, 0x12, 0],
            [0xDF, 0xBC, 0x9A, 0xFF, 0xDF, 0xBC, 0x9A, 0xFF],
          ])
        #expect(samples == (taken..<192).flatMap { _ in [0x1234_5600, -0x6543_2100] })
      }
      // Samples are not lent after pending ones, at another depth, from another stream, or damaged.
      var waiting: [Int32] = [7]
      try decoder.decode(packet.span, into: &waiting) { _, _ in 192 }
      #expect(waiting.count == 1 + 384)
      var samples: [Int32] = []
      try decoder.decode(Self.frame([1, 2], bitDepth: 16).span, into: &samples) { _, _ in 192 }
      #expect(samples.count == 384)
      var damaged = packet
      damaged[8] ^= 1
      for bad in [damaged, Self.frame([1], bitDepth: 24)] {
        samples = []
        #expect(throws: CodecError.badPacket) {
          try decoder.decode(bad.span, into: &samples) { _, _ in 192 }
        }
        #expect(samples.isEmpty)
      }
    }

    @Test("an impossible sample rate is refused", arguments: [1e19, 44_100.5, 1e300])
    func strangeRate(_ rate: Double) throws {
      let format = StreamFormat(
        sampleRate: rate, formatID: .flac, framesPerPacket: 192, channelCount: 2)
      let decoder = try FLACDecoder(format, Self.streamInfo(bitDepth: 24, channelCount: 2))
      let packet = Self.frame([1, 2], bitDepth: 24)
      var integers: [Int32] = []
      #expect(throws: CodecError.badPacket) {
        try decoder.decode(packet.span, into: &integers) { _, _ in 192 }
      }
      #expect(integers.isEmpty)
    }

    @Test("a damaged frame, or one of another stream, appends no samples")
    func damaged() throws {
      let decoder = try Self.decoder(bitDepth: 24, channelCount: 2)
      var packet = Self.frame([1, 2], bitDepth: 24)
      packet[8] ^= 1
      let stranger = Self.frame([1], bitDepth: 24)
      for bad in [packet, stranger, []] {
        var integers: [Int32] = [7]
        #expect(throws: CodecError.badPacket) { try decoder.decode(bad.span, into: &integers) }
        #expect(integers == [7])
        var floats: [Float] = [7]
        #expect(throws: CodecError.badPacket) { try decoder.decode(bad.span, into: &floats) }
        #expect(floats == [7])
      }
      var integers: [Int32] = []
      try decoder.decode(Self.frame([1, 2], bitDepth: 24).span, into: &integers)
      #expect(integers.count == 384)
    }
  }
#endif
