/// The window length of each mode of a Vorbis stream, which determines the length of a packet.
///
/// Source: *Vorbis I specification* (Xiph.Org), 4.2.4 and 4.3.1.
package struct VorbisModes: Equatable, Sendable {
  /// A bit for each mode, with the first mode lowest: whether its window is long.
  private var areLong: UInt64 = 0
  package private(set) var count = 0

  /// Finds the modes at the end of a setup header; `nil` if it has no modes.
  ///
  /// The header ends with a 6-bit count minus one, the modes, and a bit that is set. Each mode has
  /// a bit for the long window, twice 16 bits of zero, and the number of a mapping. There are at
  /// most 64 mappings. The length of the preceding fields is unknown without a full parse, so the
  /// modes are read from the end. If several counts match the number of modes after them, the
  /// largest count is the least likely coincidence.
  package init?(setup bytes: Span<UInt8>) {
    guard bytes.has("\u{5}vorbis", at: 0) else { return nil }
    var last = bytes.count - 1
    while last > 7, bytes[last] == 0 { last -= 1 }
    // The framing bit is the highest bit that is set.
    var start = last * 8 + 7 - bytes[last].leadingZeroBitCount
    var long: UInt64 = 0
    for number in 1...64 {
      start -= 41
      guard start >= 7 * 8 + 6, bytes.reversedBits(32, at: start + 1) == 0,
        bytes.reversedBits(8, at: start + 33) < 64
      else { break }
      long = long << 1 | UInt64(bytes.reversedBits(1, at: start))
      if bytes.reversedBits(6, at: start - 6) == UInt32(number - 1) {
        areLong = long
        count = number
      }
    }
    guard count > 0 else { return nil }
  }

  /// Whether an audio packet has the long window; `nil` if it is not an audio packet of the stream.
  package func isLong(_ packet: Span<UInt8>) -> Bool? {
    guard packet.count > 0, packet[0] & 1 == 0 else { return nil }
    let width = Int.bitWidth - (count - 1).leadingZeroBitCount
    let mode = Int(packet[0] >> 1) & (1 << width - 1)
    return mode < count ? areLong >> UInt64(mode) & 1 == 1 : nil
  }
}
