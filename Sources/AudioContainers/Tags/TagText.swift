/// Decodes texts in tags.
enum TagText {
  /// The values of an ID3v2 text, whose first byte names its encoding.
  ///
  /// Source: ID3v2.4.0 main structure, section 4, "ID3v2 frame overview"; ID3v2.3.0, section 3.3.
  static func values(_ bytes: ArraySlice<UInt8>) -> [String] {
    guard let encoding = bytes.first else { return [] }
    return values(bytes.dropFirst(), encoding: encoding)
  }

  /// The values of a text, each with a terminating zero.
  ///
  /// Empty values are left out.
  static func values(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
    decode(bytes, encoding: encoding).split(separator: "\0").map(trimmed).filter { !$0.isEmpty }
  }

  /// The first value and the bytes after its zero.
  ///
  /// In comments, the first value is a description. Without a zero, it is empty.
  static func split(
    _ bytes: ArraySlice<UInt8>, encoding: UInt8
  ) -> (first: String, rest: ArraySlice<UInt8>) {
    let width = encoding == 1 || encoding == 2 ? 2 : 1
    var index = bytes.startIndex
    while index + width <= bytes.endIndex {
      if bytes[index] == 0 && bytes[index + width - 1] == 0 {
        return (decode(bytes[..<index], encoding: encoding), bytes[(index + width)...])
      }
      index += width
    }
    return ("", bytes)
  }

  /// Decodes text that should be ISO 8859-1 but is often UTF-8, which takes precedence if valid.
  static func latinOrUTF8(_ bytes: ArraySlice<UInt8>) -> String {
    trimmed(untrimmed(bytes.prefix { $0 != 0 }))
  }

  /// Decodes text as ``latinOrUTF8(_:)`` does, and keeps white space and zeros.
  static func untrimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? latin(bytes)
  }

  private static func decode(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> String {
    switch encoding {
    case 0: latin(bytes)
    case 1: utf16(bytes, isBigEndian: false)
    case 2: utf16(bytes, isBigEndian: true)
    default: String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func latin(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// Decodes UTF-16, and ignores a lone last byte.
  ///
  /// Each byte order mark applies to the following units.
  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    var isBigEndian = isBigEndian
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 2 <= bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      index += 2
      switch (first, second) {
      case (0xFF, 0xFE): isBigEndian = false
      case (0xFE, 0xFF): isBigEndian = true
      default: units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Removes surrounding white space and zeros.
  static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace || $0 == "\0" }
    guard let last = start.lastIndex(where: { !$0.isWhitespace && $0 != "\0" }) else { return "" }
    return String(start[...last])
  }
}
