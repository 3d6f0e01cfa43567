#if ILBC
  import AudioModel
  import Testing

  @testable import AudioCodecs

  /// iLBC from generated packets; the converter's tests use real speech.
  struct ILBCDecoderTests {
    /// A mode, and the numbers in its format.
    struct Mode: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var byteCount: Int
      var frameCount: Int
      /// The positions of the fields that the tests set, in bits from the start of a block.
      var startField: Range<Int>
      var scaleField: Range<Int>

      var format: StreamFormat { format(byteCount, frameCount) }

      func format(_ bytes: Int, _ frames: Int) -> StreamFormat {
        StreamFormat(
          sampleRate: 8000, formatID: .iLBC, bytesPerPacket: bytes, framesPerPacket: frames,
          channelCount: 1)
      }
    }

    /// Source: RFC 3951, table 3.2.
    static let modes = [
      Mode(
        testDescription: "20 ms", byteCount: 38, frameCount: 160, startField: 20..<22,
        scaleField: 23..<29),
      Mode(
        testDescription: "30 ms", byteCount: 50, frameCount: 240, startField: 40..<43,
        scaleField: 44..<50),
    ]

    /// Reproducible random packets with valid start positions, and with levels that do not clip.
    private func packets(_ mode: Mode, _ count: Int, seed: UInt32 = 1) -> [[UInt8]] {
      var state = seed
      return (0..<count).map { _ in
        var packet = (0..<mode.byteCount).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return UInt8(truncatingIfNeeded: state >> 24)
        }
        set(mode.startField, to: 2, &packet)
        set(mode.scaleField, to: 20, &packet)
        packet[mode.byteCount - 1] &= 0xFE
        return packet
      }
    }

    private func set(_ field: Range<Int>, to value: Int, _ packet: inout [UInt8]) {
      for bit in field {
        let mask: UInt8 = 0x80 >> UInt8(bit & 7)
        packet[bit >> 3] &= ~mask
        if value >> (field.upperBound - 1 - bit) & 1 == 1 { packet[bit >> 3] |= mask }
      }
    }

    private func samples(_ packets: [[UInt8]], _ mode: Mode) throws -> [Float] {
      let decoder = try ILBCDecoder(mode.format)
      var samples: [Float] = []
      for packet in packets { try decode(packet, by: decoder, into: &samples) }
      decoder.drain(into: &samples)
      return samples
    }

    private func peak(_ samples: some Sequence<Float>) -> Float {
      samples.reduce(0) { max($0, abs($1)) }
    }

    @Test(
      "samples match the decoder that made the test vectors' output", arguments: modes)
    func knownSamples(_ mode: Mode) throws {
      let samples = try samples(packets(mode, 8), mode)
      #expect(samples.count == 8 * mode.frameCount)
      let places = (0..<14).map { 3 * mode.frameCount + 37 * $0 }
      let expected: [Float] = mode.byteCount == 38 ? Self.known20 : Self.known30
      for (place, sample) in zip(places, expected) {
        #expect(samples[place] * 32768 == sample, "\(place)")
      }
    }

    @Test("a format states the block length in bytes, in frames or in both", arguments: modes)
    func modeOfFormat(_ mode: Mode) throws {
      let packet = try #require(packets(mode, 1).first)
      let said = [(mode.byteCount, mode.frameCount), (mode.byteCount, 0), (0, mode.frameCount)]
      for (bytes, frames) in said {
        let decoder = try ILBCDecoder(mode.format(bytes, frames))
        var samples: [Float] = []
        try decode(packet, by: decoder, into: &samples)
        #expect(samples.count == mode.frameCount)
        #expect(decoder.sampleRate == 8000 && decoder.channelCount == 1)
      }
    }

    @Test("formats without a block length or with an invalid one are refused")
    func refusesOtherFormats() {
      let mode = Self.modes[0]
      var stereo = mode.format
      stereo.channelCount = 2
      let formats = [
        mode.format(0, 0), mode.format(38, 240), mode.format(50, 160), mode.format(76, 320),
        mode.format(-38, 0), stereo,
      ]
      for format in formats {
        #expect(throws: CodecError.unsupportedFormat) { _ = try ILBCDecoder(format) }
      }
    }

    @Test(arguments: modes)
    func refusesInvalidPackets(_ mode: Mode) throws {
      let packet = try #require(packets(mode, 1).first)
      let decoder = try ILBCDecoder(mode.format)
      let tooShort = Array(packet.dropLast())
      for bad in [[], [0], tooShort, packet + [0], packet + tooShort] {
        var samples: [Float] = [1]
        #expect(throws: CodecError.badPacket) { try decode(bad, by: decoder, into: &samples) }
        #expect(samples == [1])
      }
      // These packets have left no state.
      var rest: [Float] = []
      try decode(packet, by: decoder, into: &rest)
      let isSame = try rest == samples([packet], mode)
      #expect(isSame)
    }

    @Test("blocks in one packet decode like blocks in separate packets", arguments: modes)
    func anyCut(_ mode: Mode) throws {
      var packets = packets(mode, 12)
      packets[5][mode.byteCount - 1] |= 1
      let whole = try samples(packets, mode)
      for size in [2, 3, 5, 12] {
        let joined = stride(from: 0, to: packets.count, by: size).map {
          Array(packets[$0..<min($0 + size, packets.count)].joined())
        }
        let isSame = try samples(joined, mode) == whole
        #expect(isSame, "\(size)")
      }
    }

    @Test(arguments: modes)
    func noSamplesRemainAfterAReset(_ mode: Mode) throws {
      var packets = packets(mode, 10)
      // Lost at the start, in the middle, and at the end: concealed samples are forgotten, too.
      for index in [0, 4, 9] { packets[index][mode.byteCount - 1] |= 1 }
      let decoder = try ILBCDecoder(mode.format)
      let (first, second) = try decodeTwice(packets, by: decoder)
      let isSame = first == second
      #expect(isSame)
      #expect(peak(first) > 0.001)
    }

    @Test("lost blocks are concealed, then fade to faint noise", arguments: modes)
    func lostBlocksFadeOut(_ mode: Mode) throws {
      let lost = [UInt8](repeating: 0xFF, count: mode.byteCount)
      for voiced in [true, false] {
        // A repeated packet is nearly periodic; random packets are not.
        let made = packets(mode, 10)
        let speech = voiced ? Array(repeating: made[0], count: 10) : made
        let samples = try samples(speech + Array(repeating: lost, count: 30), mode)
        let blocks = (0..<40).map {
          peak(samples[$0 * mode.frameCount..<($0 + 1) * mode.frameCount])
        }
        #expect(blocks[10] > blocks[9] / 20)
        #expect(blocks[10...].allSatisfy { $0 < 2 * blocks[...9].reduce(0, max) })
        #expect(blocks.suffix(10).allSatisfy { $0 < blocks[...9].reduce(0, max) / 2 }, "\(blocks)")
      }
    }

    @Test("speech returns one block after a loss", arguments: modes)
    func recovers(_ mode: Mode) throws {
      var packets = packets(mode, 24)
      let whole = try samples(packets, mode)
      packets[8][mode.byteCount - 1] |= 1
      let damaged = try samples(packets, mode)
      let begin = 8 * mode.frameCount - 2 * mode.frameCount
      let isSameBefore = whole[..<begin] == damaged[..<begin]
      #expect(isSameBefore)
      let isSameThere =
        whole[begin..<begin + 4 * mode.frameCount] == damaged[begin..<begin + 4 * mode.frameCount]
      #expect(!isSameThere)
      let rest = 16 * mode.frameCount
      let difference = zip(whole[rest...], damaged[rest...]).map { $0 - $1 }
      #expect(peak(difference) < peak(whole[rest...]) / 1000)
    }

    @Test("a stream of lost blocks is silent", arguments: modes)
    func onlyLostBlocks(_ mode: Mode) throws {
      // Zeros have an invalid start position, and ones have the last bit set.
      for byte: UInt8 in [0, 0xFF] {
        let lost = [UInt8](repeating: byte, count: mode.byteCount)
        let samples = try samples(Array(repeating: lost, count: 20), mode)
        #expect(samples.count == 20 * mode.frameCount)
        #expect(samples.allSatisfy { $0 == 0 })
      }
    }

    @Test("a block with an invalid start position counts as lost", arguments: modes)
    func badStartIsLost(_ mode: Mode) throws {
      let packets = packets(mode, 3)
      var empty = packets[1]
      empty[mode.byteCount - 1] |= 1
      let lost = try samples([packets[0], empty, packets[2]], mode)
      for start in 0..<1 << mode.startField.count {
        var packet = packets[1]
        set(mode.startField, to: start, &packet)
        let isLost = try samples([packets[0], packet, packets[2]], mode) == lost
        #expect(isLost == !(1..<mode.frameCount / 40 ~= start), "\(start)")
      }
    }

    @Test("unordered frequencies give finite samples that fade soon", arguments: modes)
    func frequenciesOutOfOrder(_ mode: Mode) throws {
      // The loudest of all codes for frequencies, which stay out of order after the separation.
      let sets = mode.byteCount == 38 ? [0] : [0, 20]
      let hostile = packets(mode, 200).map {
        var packet = $0
        for set in sets {
          self.set(set..<set + 6, to: 57, &packet)
          self.set(set + 6..<set + 13, to: 96, &packet)
          self.set(set + 13..<set + 20, to: 48, &packet)
        }
        return packet
      }
      let speech = packets(mode, 40, seed: 2)
      let alone = try samples(speech, mode)
      let both = try samples(hostile + speech, mode)
      let isWithin = both.allSatisfy { $0.isFinite && -1...1 ~= $0 }
      #expect(isWithin)
      let tail = 10 * mode.frameCount
      let difference = peak(zip(alone.suffix(tail), both.suffix(tail)).map { $0 - $1 })
      #expect(difference < peak(alone.suffix(tail)) / 1000)
    }

    @Test("random packets give noise within full scale", arguments: modes)
    func chance(_ mode: Mode) throws {
      let decoder = try ILBCDecoder(mode.format)
      var state: UInt32 = 7
      var samples: [Float] = []
      for index in 0..<1000 {
        // Random bits, few ones in zeros, few zeros in ones, and one repeated byte.
        let packet = (0..<mode.byteCount).map { place in
          state = state &* 1_664_525 &+ 1_013_904_223
          let byte = UInt8(truncatingIfNeeded: state >> 24)
          switch index % 4 {
          case 0: return byte
          case 1: return byte < 32 ? 1 << (byte & 7) : 0
          case 2: return place == mode.byteCount - 1 ? 0xFE : byte < 64 ? 0x7F : 0xFF
          default: return UInt8(truncatingIfNeeded: index >> 2) & 0xFE
          }
        }
        samples.removeAll(keepingCapacity: true)
        try decode(packet, by: decoder, into: &samples)
        #expect(samples.count == mode.frameCount)
        let isWithin = samples.allSatisfy { $0.isFinite && -1...1 ~= $0 }
        #expect(isWithin, "\(index)")
      }
    }

    /// Every 37th sample from the fourth block, with full scale 32768, from that decoder.
    private static let known20: [Float] = [
      -98, 127, -384, -183, -269, -94, 53, 6, -56, 99, -72, -202, 24, 15,
    ]
    private static let known30: [Float] = [
      -4, -48, -10, 54, 91, 173, -15, -261, -203, -130, -99, -316, 335, 116,
    ]
  }
#endif
