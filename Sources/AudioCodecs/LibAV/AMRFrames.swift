import AudioSyntax

/// The speech frames in an AMR packet.
///
/// MP4 files from phones have up to fifteen frames per packet.
///
/// Sources: 3GPP TS 26.244, 6.7; ``AMRBand``.
enum AMRFrames {
  /// Returns the position of each frame in a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - isWide: Whether the packet is wideband.
  /// - Returns: The complete frames. If the packet does not begin with one, returns the whole
  ///   packet.
  static func ranges(of packet: Span<UInt8>, isWide: Bool) -> [Range<Int>] {
    let band = isWide ? AMRBand.wide : .narrow
    var ranges: [Range<Int>] = []
    var start = 0
    while start < packet.count {
      let byteCount = band.frameByteCount(packet[start])
      guard byteCount > 0, byteCount <= packet.count - start else { break }
      ranges.append(start..<start + byteCount)
      start += byteCount
    }
    return ranges.isEmpty ? [0..<packet.count] : ranges
  }
}
