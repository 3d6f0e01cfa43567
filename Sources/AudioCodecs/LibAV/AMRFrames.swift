/// The frames of speech that a packet of AMR consists of: MP4 files of phones have up to fifteen.
///
/// Sources: RFC 4867, 5.3; 3GPP TS 26.244, 6.7; 3GPP TS 26.101, table 1a, and 26.201, table 1a (types).
enum AMRFrames {
  /// Bytes of each type of frame with its header; 0 for a type that cannot be decoded.
  private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
  private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

  /// Where each frame of a packet lies.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - isWide: Whether it is of the wide band.
  /// - Returns: The frames that are whole; all of the packet as one if it does not begin with such a frame.
  static func ranges(of packet: Span<UInt8>, isWide: Bool) -> [Range<Int>] {
    let byteCounts = isWide ? wide : narrow
    var ranges: [Range<Int>] = []
    var start = 0
    while start < packet.count {
      let byteCount = byteCounts[Int(packet[start] >> 3 & 15)]
      guard byteCount > 0, byteCount <= packet.count - start else { break }
      ranges.append(start..<start + byteCount)
      start += byteCount
    }
    return ranges.isEmpty ? [0..<packet.count] : ranges
  }
}
