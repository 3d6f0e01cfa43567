/// Numbers and white space in playlists.
///
/// Writers add units, signs, and white space to numbers, so only the start of a text counts.
///
/// Source: RFC 8216, 4.2.
enum HLSText {
  /// The greatest magnitude of a number with a fraction, which keeps sums of times exact enough.
  private static let greatestDecimal = 1e12
  /// The greatest integer, far enough from the limits of `Int` for additions.
  private static let greatestInteger = 1 << 60

  /// Removes spaces and tabs from both ends.
  static func trimmed(_ text: Substring) -> Substring {
    var bytes = text.utf8
    while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
    return text[bytes.startIndex..<bytes.endIndex]
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The number at the start of a text, optionally with a sign and a fraction.
  static func decimal(_ text: Substring) -> Double? {
    let text = trimmed(text)
    var end = endOfInteger(text)
    let point = end
    if end < text.endIndex, text.utf8[end] == UInt8(ascii: ".") {
      end = text.utf8[text.utf8.index(after: end)...].firstIndex { !isDigit($0) } ?? text.endIndex
      // A point without a following digit is punctuation.
      if text.utf8.distance(from: point, to: end) == 1 { end = point }
    }
    guard let value = Double(text[..<end]), abs(value) <= greatestDecimal else { return nil }
    return value
  }

  /// The integer at the start of a text, optionally with a sign.
  static func integer(_ text: Substring) -> Int? {
    let text = trimmed(text)
    guard let value = Int(text[..<endOfInteger(text)]) else { return nil }
    return (-greatestInteger...greatestInteger).contains(value) ? value : nil
  }

  private static func endOfInteger(_ text: Substring) -> Substring.Index {
    var digits = text.utf8
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    return digits.firstIndex { !isDigit($0) } ?? text.endIndex
  }

  /// A number of up to 128 bits in hexadecimal, after `0x` or `0X`.
  static func hexadecimal(_ text: some StringProtocol) -> UInt128? {
    let bytes = text.utf8
    guard bytes.starts(with: "0x".utf8) || bytes.starts(with: "0X".utf8) else { return nil }
    var value: UInt128 = 0
    let digits = bytes.dropFirst(2)
    guard !digits.isEmpty else { return nil }
    for byte in digits {
      guard value >> 124 == 0, let digit = hexadecimalDigit(byte) else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return value
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension Substring {
  /// The text after its first byte, which must be a character of ASCII.
  ///
  /// In contrast, `dropFirst()` also removes a combining mark after that character.
  var withoutFirstByte: Substring { Substring(utf8.dropFirst()) }
}
