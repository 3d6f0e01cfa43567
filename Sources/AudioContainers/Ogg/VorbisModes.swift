/// Which of the two windows each mode of a Vorbis stream has: what tells the length of a packet.
///
/// Source: *Vorbis I specification* (Xiph.Org), 4.2.4 and 4.3.1.
struct VorbisModes: Equatable, Sendable {
  /// A bit a mode, first mode lowest: whether its window is long.
  private var areLong: UInt64 = 0
  private(set) var count = 0

  /// Finds the modes at the end of a setup header; `nil` where there are none.
  ///
  /// They are the last thing in it: a count less one of 6 bits; for each mode a bit for the long window, twice 16 bits of
  /// zero and the number of a mapping, of which there are at most 64; and a bit that is set. What is before them has no
  /// length that could be known without reading all of it, so that they are read from the end. Where several counts
  /// agree with what is behind them, the largest does so least by chance.
  init?(setup bytes: Span<UInt8>) {
    guard bytes.has("\u{5}vorbis", at: 0) else { return nil }
    var last = bytes.count - 1
    while last > 7, bytes[last] == 0 { last -= 1 }
    let bits = Bits(bytes: bytes)
    // The framing bit is the highest that is set.
    var start = last * 8 + 7 - bytes[last].leadingZeroBitCount
    var long: UInt64 = 0
    for number in 1...64 {
      start -= 41
      guard start >= 7 * 8 + 6, bits.value(at: start + 1, count: 32) == 0,
        bits.value(at: start + 33, count: 8) < 64
      else { break }
      long = long << 1 | bits.value(at: start, count: 1)
      if bits.value(at: start - 6, count: 6) == UInt64(number - 1) {
        areLong = long
        count = number
      }
    }
    guard count > 0 else { return nil }
  }

  /// Whether an audio packet has the long window; `nil` where it is no audio packet of the stream.
  func isLong(_ packet: Span<UInt8>) -> Bool? {
    guard packet.count > 0, packet[0] & 1 == 0 else { return nil }
    let width = Int.bitWidth - (count - 1).leadingZeroBitCount
    let mode = Int(packet[0] >> 1) & (1 << width - 1)
    return mode < count ? areLong >> UInt64(mode) & 1 == 1 : nil
  }

  /// Fields whose bits begin with the lowest of a byte.
  private struct Bits: ~Escapable {
    let bytes: Span<UInt8>

    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>) {
      self.bytes = bytes
    }

    func value(at start: Int, count: Int) -> UInt64 {
      var value: UInt64 = 0
      for bit in 0..<count {
        let place = start + bit
        value |= UInt64(bytes[place >> 3] >> UInt8(place & 7) & 1) << UInt64(bit)
      }
      return value
    }
  }
}
