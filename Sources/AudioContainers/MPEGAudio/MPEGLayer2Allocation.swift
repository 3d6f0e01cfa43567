import AudioSyntax

/// The allocation of a layer II frame's bits to its subbands.
///
/// Source: ISO/IEC 11172-3, 2.4.1.6 and table B.2; ISO/IEC 13818-3, table B.1, for the low sampling
/// rates.
struct MPEGLayer2Allocation {
  /// Subbands that share one list of quantizations.
  private struct Range {
    /// The subband after the last.
    var end: Int
    /// For each allocation, the bits of three samples.
    var bits: [Int]
    /// Bits of the allocation itself.
    var width: Int
  }

  private let ranges: [Range]
  private let channelCount: Int
  /// The first subband whose samples the channels share.
  private let bound: Int

  /// Chooses the table for a frame.
  ///
  /// - Parameters:
  ///   - header: A header of layer II.
  ///   - bound: The first subband whose samples the channels share, if any.
  init(_ header: MPEGAudioHeader, bound: Int?) {
    channelCount = header.isMono ? 1 : 2
    self.bound = bound ?? .max
    let rate = header.bitRate / 1000 / channelCount
    ranges =
      switch (header.version, header.sampleRate) {
      case (.mpeg2, _), (.mpeg2Point5, _): Self.low
      // The value of a free bit rate is unknown here. The longest table has all fields.
      case (_, 48_000) where rate >= 56: Self.table(upTo: 27)
      case _ where (56...80).contains(rate): Self.table(upTo: 27)
      case (_, 48_000) where rate > 0, (_, 44_100) where (1...48).contains(rate):
        Self.shortTable(upTo: 8)
      case _ where (1...48).contains(rate): Self.shortTable(upTo: 12)
      default: Self.table(upTo: 30)
      }
  }

  /// Reads the allocation, and which scale factors are shared.
  ///
  /// - Parameter bits: The frame from its allocation; afterwards, the position after these fields.
  /// - Returns: The bits of all scale factors and samples; `nil` if the allocation is incomplete.
  func sampleBits(_ bits: inout BitCursor) -> Int? {
    var total = 0
    // Number of channels with scale factors.
    var selections = 0
    var subband = 0
    for range in ranges {
      while subband < range.end {
        let isShared = subband >= bound
        for _ in 0..<(isShared ? 1 : channelCount) {
          guard let allocation = bits.read(range.width) else { return nil }
          guard allocation > 0 else { continue }
          total += 12 * range.bits[Int(allocation)]
          selections += isShared ? channelCount : 1
        }
        subband += 1
      }
    }
    for _ in 0..<selections {
      guard let selection = bits.read(2) else { return nil }
      total += [18, 12, 6, 12][Int(selection)]
    }
    return total
  }

  private static func table(upTo end: Int) -> [Range] {
    let first = [0, 5, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48]
    let second = [0, 5, 7, 9, 10, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 48]
    return [
      Range(end: 3, bits: first, width: 4), Range(end: 11, bits: second, width: 4),
      Range(end: 23, bits: [0, 5, 7, 9, 10, 12, 15, 48], width: 3),
      Range(end: end, bits: [0, 5, 7, 48], width: 2),
    ]
  }

  private static func shortTable(upTo end: Int) -> [Range] {
    let first = [0, 5, 7, 10, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45]
    return [Range(end: 2, bits: first, width: 4), Range(end: end, bits: middle, width: 3)]
  }

  private static let low = [
    Range(end: 4, bits: [0, 5, 7, 9, 10, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42], width: 4),
    Range(end: 11, bits: middle, width: 3),
    Range(end: 30, bits: [0, 5, 7, 10], width: 2),
  ]
  private static let middle = [0, 5, 7, 10, 12, 15, 18, 21]
}
