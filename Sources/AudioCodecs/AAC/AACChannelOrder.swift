/// The channel order of an AAC stream.
///
/// Core Audio outputs decoded AAC in this order. Its layouts `AAC_3_0`, `AAC_5_1`, and so on start
/// with the center and end with low frequencies. FFmpeg uses the order of `WAVEFORMATEXTENSIBLE`.
/// Source: ISO/IEC 14496-3, table 1.19.
enum AACChannelOrder {
  /// Bits of `WAVEFORMATEXTENSIBLE`, in AAC's order.
  private static let speakers: [UInt64] = [
    1 << 2,  // front center
    1 << 6, 1 << 7,  // left and right of center
    1 << 0, 1 << 1,  // front left and right
    1 << 9, 1 << 10,  // side left and right
    1 << 4, 1 << 5,  // back left and right
    1 << 8,  // back center
    1 << 3,  // low frequencies
  ]

  /// For each channel in AAC's order, its index in the order of speaker bits.
  ///
  /// The order is unchanged if the speakers are unknown or not supported by AAC.
  static func sources(speakers mask: UInt64, channelCount: Int) -> [Int32] {
    let found = speakers.filter { mask & $0 != 0 }
    guard channelCount > 2, found.count == channelCount, mask.nonzeroBitCount == channelCount else {
      return (0..<channelCount).map { Int32($0) }
    }
    return found.map { Int32((mask & ($0 - 1)).nonzeroBitCount) }
  }
}
