import AudioSyntax

/// Decodes texts in movies.
enum MP4Text {
  /// Decodes UTF-8 up to a zero, and repairs invalid text.
  static func utf8(_ bytes: Span<UInt8>) -> String {
    trimmed(String(decoding: copy(bytes), as: UTF8.self))
  }

  /// Decodes UTF-16 with its most significant byte first, or in the order of its byte order mark.
  static func utf16(_ bytes: Span<UInt8>) -> String {
    var units: [UInt16] = []
    var isSwapped = false
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit = bytes.bigEndian16(at: index)
      switch unit {
      case 0xFEFF where index == 0: continue
      case 0xFFFE where index == 0: isSwapped = true
      default: units.append(isSwapped ? unit.byteSwapped : unit)
      }
    }
    return trimmed(String(decoding: units, as: UTF16.self))
  }

  /// Decodes a QuickTime user data text: its length, its language, and the first of possibly
  /// several texts.
  ///
  /// A language below 0x400 means a Macintosh encoding. Only Roman occurs in practice.
  static func quickTime(_ body: Span<UInt8>) -> String {
    guard body.count >= 4 else { return "" }
    let length = min(Int(body.bigEndian16(at: 0)), body.count - 4)
    let language = body.bigEndian16(at: 2)
    let text = body.extracting(4..<4 + length)
    if length >= 2, text.bigEndian16(at: 0) == 0xFEFF || text.bigEndian16(at: 0) == 0xFFFE {
      return utf16(text)
    }
    let bytes = copy(text)
    if let valid = String(validating: bytes, as: UTF8.self) { return trimmed(valid) }
    return language < 0x400 ? trimmed(roman(bytes)) : utf8(text)
  }

  /// Decodes a 3GPP asset information text: version and flags, a language, and UTF-8 or UTF-16.
  ///
  /// If `isYear` is true, a 16-bit number replaces language and text.
  static func asset(_ body: Span<UInt8>, isYear: Bool) -> String {
    guard body.count >= 6 else { return "" }
    if isYear { return "\(body.bigEndian16(at: 4))" }
    let text = body.extracting(6...)
    if text.count >= 2, text.bigEndian16(at: 0) == 0xFEFF || text.bigEndian16(at: 0) == 0xFFFE {
      return utf16(text)
    }
    return utf8(text)
  }

  /// Decodes a number of one to eight bytes.
  static func integer(_ bytes: Span<UInt8>) -> UInt64? {
    guard (1...8).contains(bytes.count) else { return nil }
    var value: UInt64 = 0
    for index in bytes.indices { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  private static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return copy
  }

  private static func trimmed(_ text: String) -> String {
    var text = text.prefix { $0 != "\0" }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  private static func roman(_ bytes: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upperRoman[Int($0) - 0x80] }))
  }

  /// The upper half of the encoding Mac OS Roman.
  private static let upperRoman: [Unicode.Scalar] = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ"
      + "–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
