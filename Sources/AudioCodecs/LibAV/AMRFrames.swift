/// The speech frames in an AMR packet.
///
/// MP4 files from phones have up to fifteen per packet.
///
/// Sources: RFC 4867, 5.3; 3GPP TS 26.244, 6.7; 3GPP TS 26.101, table 1a, and 26.201, table 1a
/// (types).
enum AMRFrames {
  /// Bytes of each frame type including the header, or 0 for a type that cannot be decoded.
  private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
  private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

  /// Returns the position of each frame in a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - isWide: Whether the packet is wideband.
  /// - Returns: The complete frames. If the packet does not begin with one, returns the whole
  ///   packet.
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
