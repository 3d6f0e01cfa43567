/// The two laws by which eight bits carry the range of 13 or 14.
///
/// Source: ITU-T G.711 (11/88), tables 1a, 1b, 2a and 2b.
enum G711Law: Sendable {
  case a
  case mu

  /// The 16-bit linear value of a code, full scale ±32768.
  ///
  /// The recommendation's A-law values have 13 bits and its mu-law values 14: both are shifted up.
  func linear(_ code: UInt8) -> Int16 {
    switch self {
    case .a:
      // Even bits travel inverted; the sign bit is 1 for positive values.
      let bits = code ^ 0x55
      let mantissa = Int16(bits & 0x0F) << 4
      let segment = Int16(bits >> 4 & 7)
      let magnitude = segment == 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1)
      return bits & 0x80 != 0 ? magnitude : -magnitude
    case .mu:
      // All bits travel inverted; 33 is the bias that makes every segment start at a power of two.
      let bits = ~code
      let segment = Int16(bits >> 4 & 7)
      let magnitude = (Int16(bits & 0x0F) << 3 + 0x84) << segment - 0x84
      return bits & 0x80 != 0 ? -magnitude : magnitude
    }
  }
}
