#if MPG123 && LibAV
  @testable import AudioCodecs
  @testable import AudioSyntax

  /// Layer III frames of any rate, mode, and kind of block, with the scaled values -1, 0, and 1.
  ///
  /// Such values need one Huffman table only, whose codes have four bits each.
  ///
  /// Source: ISO/IEC 11172-3, 2.4.1.7, 2.4.2.7 and table B.7; ISO/IEC 13818-3, 2.4.1.7 and 2.4.3.2.
  struct LayerIIIFrames {
    /// The sample rate in hertz, of MPEG-1, 2, or 2.5.
    var sampleRate: Int
    /// The last byte of the header: the mode and its extension.
    var mode: UInt8
    /// The positions of intensity stereo.
    var positions = Positions.chance
    /// Whether all blocks are mixed, because decoders differ in the windows between two kinds.
    var hasMixedBlocks = false

    enum Positions { case chance, illegal }
    /// The kind of a granule's blocks; each kind needs a follower from ``Blocks/followers``.
    private enum Blocks {
      case long, start, short, mixed, stop

      /// The number in the side information.
      var type: Int { [.long: 0, .start: 1, .short: 2, .mixed: 2, .stop: 3][self] ?? 0 }
      /// The index in ``LayerIIIFrames/counts``.
      var place: Int { [.short: 1, .mixed: 2][self] ?? 0 }

      var followers: [Blocks] {
        switch self {
        case .long, .stop: [.long, .start]
        case .start: [.short]
        case .short: [.short, .stop]
        case .mixed: [.mixed]
        }
      }
    }
    private typealias Field = (value: Int, bits: Int)
    private typealias Part = (side: [Field], main: [Field])

    private var isFull: Bool { sampleRate >= 32_000 }
    private var channelCount: Int { mode >> 6 == 3 ? 1 : 2 }
    private var hasIntensity: Bool { mode & 0xD0 == 0x50 }

    /// Independent frames without a checksum: 128 kbit/s in MPEG-1, otherwise 64.
    func make(count: Int) -> [UInt8] {
      let lowest = sampleRate < 16_000 ? 4 : isFull ? 1 : 2
      let index = [44_100, 48_000, 32_000].firstIndex(of: sampleRate * lowest) ?? 0
      let version: UInt8 = isFull ? 0xFB : lowest == 2 ? 0xF3 : 0xE3
      let header = [0xFF, version, (isFull ? 0x90 : 0x80) | UInt8(index << 2), mode]
      guard let size = MPEGAudioHeader(header.span)?.frameByteCount else { return [] }
      var random = SplitMix(state: UInt64(sampleRate))
      var blocks = Blocks.long
      return (0..<count).flatMap { _ in header + frame(size - 4, after: &blocks, &random) }
    }

    private func frame(
      _ byteCount: Int, after blocks: inout Blocks, _ random: inout SplitMix
    ) -> [UInt8] {
      let granules = isFull ? 2 : 1
      // The start of the main data, private bits, and no shared scale factors.
      var side: [Field] =
        isFull
        ? [(0, 9), (0, channelCount == 1 ? 5 : 3), (0, 4 * channelCount)]
        : [(0, 8), (0, channelCount)]
      let sideByteCount = isFull ? [17, 32][channelCount - 1] : [9, 17][channelCount - 1]
      let most = (byteCount - sideByteCount) * 8 / (granules * channelCount)
      var main: [Field] = []
      for _ in 0..<granules {
        blocks = hasMixedBlocks ? .mixed : blocks.followers.randomElement(using: &random) ?? .long
        for channel in 0..<channelCount {
          let part = part(blocks, isIntensity: hasIntensity && channel == 1, most, &random)
          side += part.side
          main += part.main
        }
      }
      var writer = BitWriter()
      for field in side + main { writer.append(field.value, bits: field.bits) }
      return writer.bytes + [UInt8](repeating: 0, count: byteCount - writer.bytes.count)
    }

    /// One granule of a channel, up to a number of bits.
    private func part(
      _ blocks: Blocks, isIntensity: Bool, _ most: Int, _ random: inout SplitMix
    ) -> Part {
      let compress = compress(isIntensity: isIntensity, &random)
      var main: [Field] = []
      for group in groups(compress, isIntensity: isIntensity, blocks) {
        for _ in 0..<group.count {
          main.append((factor(group.bits, isIntensity: isIntensity, &random), group.bits))
        }
      }
      var bitCount = main.reduce(0) { $0 + $1.bits }
      // After the end of the right channel, both channels play the left one.
      let few = positions == .illegal ? 0 : Int.random(in: 0...12, using: &random)
      // At 24 kHz a band ends at line 332; in FFmpeg 5.1, it ends at 330.
      var quadruples = isIntensity ? few : sampleRate == 24_000 ? 82 : 110
      while quadruples > 0, bitCount + 8 <= most {
        let values = Int.random(in: 0...15, using: &random)
        let signs = values.nonzeroBitCount
        main.append((15 - values, 4))
        main.append((Int.random(in: 0...15, using: &random) >> (4 - signs), signs))
        bitCount += 4 + signs
        quadruples -= 1
      }
      // No pairs of large values.
      var side: [Field] = [
        (bitCount, 12), (0, 9), (Int.random(in: 165...178, using: &random), 8),
        (compress, isFull ? 4 : 9), (blocks == .long ? 0 : 1, 1),
      ]
      side +=
        blocks == .long ? [(0, 22)] : [(blocks.type, 2), (blocks == .mixed ? 1 : 0, 1), (0, 19)]
      // No emphasis of high bands; the step of the factors; the table of quadruples.
      side += (isFull ? [(0, 1)] : []) + [(Int.random(in: 0...1, using: &random), 1), (1, 1)]
      return (side, main)
    }

    /// The sizes of the scale factors, in the code of the side information.
    private func compress(isIntensity: Bool, _ random: inout SplitMix) -> Int {
      // Three bits each: in all versions, 7 means no position.
      if isIntensity, positions == .illegal { return isFull ? 13 : (3 * 36 + 3 * 6 + 3) * 2 }
      // In MPEG-1 no position has more than three bits.
      return Int.random(in: 0...(isFull ? isIntensity ? 13 : 15 : 511), using: &random)
    }

    /// A scale factor, or a position of intensity stereo.
    private func factor(_ bits: Int, isIntensity: Bool, _ random: inout SplitMix) -> Int {
      let most = (1 << bits) - 1
      if isIntensity, positions == .illegal { return most }
      let factor = Int.random(in: 0...most, using: &random)
      guard isIntensity, !isFull else { return factor }
      // The largest value means no position; decoders also accept 7, and know 15 at most.
      let allowed = min(factor, max(most - 1, 0), 15)
      return allowed == 7 ? 6 : allowed
    }

    /// The numbers of scale factors, and their sizes in bits.
    private func groups(
      _ compress: Int, isIntensity: Bool, _ blocks: Blocks
    ) -> [(count: Int, bits: Int)] {
      let bits: [Int]
      let row: Int
      if isFull {
        let low = [0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
        let high = [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3]
        (bits, row) = ([low[compress], high[compress]], 6)
      } else if isIntensity {
        let code = compress / 2
        switch code {
        case ..<180: (bits, row) = ([code / 36, code % 36 / 6, code % 6, 0], 3)
        case ..<244:
          (bits, row) = ([(code - 180) / 16, (code - 180) % 16 / 4, (code - 180) % 4, 0], 4)
        default: (bits, row) = ([(code - 244) / 3, (code - 244) % 3, 0, 0], 5)
        }
      } else {
        switch compress {
        case ..<400:
          let code = compress / 16
          (bits, row) = ([code / 5, code % 5, compress % 16 / 4, compress % 4], 0)
        case ..<500:
          let code = (compress - 400) / 4
          (bits, row) = ([code / 5, code % 5, compress % 4, 0], 1)
        default: (bits, row) = ([(compress - 500) / 3, (compress - 500) % 3, 0, 0], 2)
        }
      }
      return zip(Self.counts[row][blocks.place], bits).map { ($0, $1) }
    }

    /// Scale factors of each group: MPEG-2 without intensity, with it, and MPEG-1.
    ///
    /// Each has long, short, and mixed blocks.
    private static let counts: [[[Int]]] = [
      [[6, 5, 5, 5], [9, 9, 9, 9], [6, 9, 9, 9]],
      [[6, 5, 7, 3], [9, 9, 12, 6], [6, 9, 12, 6]],
      [[11, 10, 0, 0], [18, 18, 0, 0], [15, 18, 0, 0]],
      [[7, 7, 7, 0], [12, 12, 12, 0], [6, 15, 12, 0]],
      [[6, 6, 6, 3], [12, 9, 9, 6], [6, 12, 9, 6]],
      [[8, 8, 5, 0], [15, 12, 9, 0], [6, 18, 9, 0]],
      [[11, 10], [18, 18], [17, 18]],
    ]
  }
#endif
