/// Bytes encoded as text, six bits per character.
///
/// Source: RFC 4648, 4 (the alphabet), 3.2 (padding, which is optional here).
enum Base64 {
  /// The number of bytes that a part of `text` encodes, or `nil` if it is not valid Base64.
  static func byteCount(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let end = unpadded(text, range)
    for index in range.lowerBound..<end where value(of: text[index]) == nil { return nil }
    let count = end - range.lowerBound
    // Six bits are less than a byte.
    return count % 4 == 1 ? nil : count / 4 * 3 + max(count % 4 - 1, 0)
  }

  /// Decodes a part of `text`, up to the first character outside the alphabet.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for index in range {
      guard let value = value(of: text[index]) else { break }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    return bytes
  }

  /// Encodes bytes as text, with padding.
  static func text(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= 8 * UInt32(3 - group.count)
      for place in 0..<4 {
        text.append(
          place > group.count ? 0x3D : alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)])
      }
    }
    return text
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The start of the padding.
  private static func unpadded(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, range.upperBound - end < 2, text[end - 1] == 0x3D { end -= 1 }
    return end
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
