/// The two companding laws, with eight bits for a range of 13 or 14.
///
/// Source: ITU-T G.711 (11/88), tables 1a, 1b, 2a and 2b.
enum G711Law: Sendable {
  case a
  case mu

  /// Returns the 16-bit linear value of a code, full scale ±32768.
  ///
  /// The recommendation's A-law values have 13 bits, and its mu-law values have 14. Both are
  /// shifted up.
  func linear(_ code: UInt8) -> Int16 {
    switch self {
    case .a:
      // Even bits are inverted, and the sign bit is 1 for positive values.
      let bits = code ^ 0x55
      let mantissa = Int16(bits & 0x0F) << 4
      let segment = Int16(bits >> 4 & 7)
      let magnitude = segment == 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1)
      return bits & 0x80 != 0 ? magnitude : -magnitude
    case .mu:
      // All bits are inverted, and a bias of 33 makes each segment start at a power of two.
      let bits = ~code
      let segment = Int16(bits >> 4 & 7)
      let magnitude = (Int16(bits & 0x0F) << 3 + 0x84) << segment - 0x84
      return bits & 0x80 != 0 ? -magnitude : magnitude
    }
  }
}
