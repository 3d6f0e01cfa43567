import AudioSyntax

/// Reads the markup of an XML playlist: elements and their text, without attributes.
///
/// A document type, which could define entities, is refused.
///
/// Source: Extensible Markup Language (XML) 1.0, Fifth Edition.
struct PlaylistMarkup: ~Escapable {
  enum Token: Equatable {
    /// The start of an element, by its name without a prefix.
    case start(String)
    /// The end of an element, by its name without a prefix.
    case end(String)
    case text(String)
  }

  /// Maximum length of a name in bytes.
  private static let longestName = 64

  private let bytes: Span<UInt8>
  private var index: Int
  /// An element without content, whose end is the next token.
  private var emptyElement: String?

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    index = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
  }

  /// Bytes from the start of the playlist to the next token.
  var offset: Int { index }

  /// Returns the next token, or `nil` at the end of the bytes.
  @_lifetime(self: copy self)
  mutating func next() throws(PlaylistError) -> Token? {
    if let name = emptyElement.take() { return .end(name) }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<"):
        if let token = try takeMarkup() { return token }
      case UInt8(ascii: "&"): return .text(try takeReference())
      default: return .text(takeText(upTo: [UInt8(ascii: "<"), UInt8(ascii: "&")]))
      }
    }
    return nil
  }

  /// Takes a tag or a CDATA section; returns `nil` after a comment or an instruction.
  @_lifetime(self: copy self)
  private mutating func takeMarkup() throws(PlaylistError) -> Token? {
    // Sources: 2.5 Comments, 2.6 Processing Instructions, 2.7 CDATA Sections.
    if bytes.has("<!--", at: index) {
      _ = try take(from: "<!--", through: "-->")
      return nil
    }
    if bytes.has("<?", at: index) {
      _ = try take(from: "<?", through: "?>")
      return nil
    }
    if bytes.has("<![CDATA[", at: index) {
      return .text(text(try take(from: "<![CDATA[", through: "]]>")))
    }
    // Source: 2.8 Prolog and Document Type Declaration.
    guard !bytes.has("<!", at: index) else { throw PlaylistError(.documentType, at: index) }
    return try takeTag()
  }

  /// Takes a tag.
  ///
  /// Source: 3.1 Start-Tags, End-Tags, and Empty-Element Tags.
  @_lifetime(self: copy self)
  private mutating func takeTag() throws(PlaylistError) -> Token {
    let start = index
    let isEnd = bytes.has("</", at: index)
    index += isEnd ? 2 : 1
    let name = try takeName(tag: start)
    var quote: UInt8?
    var last = UInt8(ascii: " ")
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch (quote, byte) {
      case (_, UInt8(ascii: "<")): throw PlaylistError(.markup, at: index - 1)
      case (nil, UInt8(ascii: ">")):
        if isEnd { return .end(name) }
        if last == UInt8(ascii: "/") { emptyElement = name }
        return .start(name)
      case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")): quote = byte
      case (byte, _): quote = nil
      default: break
      }
      last = byte
    }
    throw PlaylistError(.markup, at: start)
  }

  /// Takes a name, and returns the part after its prefix.
  ///
  /// Source: Namespaces in XML 1.0, 4 Qualified Names.
  @_lifetime(self: copy self)
  private mutating func takeName(tag: Int) throws(PlaylistError) -> String {
    let start = index
    while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
    guard index > start, index < bytes.count, index - start <= Self.longestName else {
      throw PlaylistError(.markup, at: tag)
    }
    let name = text(start..<index)
    return name.split(separator: ":").last.map(String.init) ?? name
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "<")
  }

  /// Takes a reference to a character or to one of the five predefined entities.
  ///
  /// Source: 4.1 Character and Entity References; 4.6 Predefined Entities.
  @_lifetime(self: copy self)
  private mutating func takeReference() throws(PlaylistError) -> String {
    let start = index
    var end = index + 1
    while end < bytes.count, end - start < 12, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"),
      let character = Self.character(text(start + 1..<end))
    else { throw PlaylistError(.entity, at: start) }
    index = end + 1
    return character
  }

  private static func character(_ name: String) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(value), value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value)
    else { return nil }
    return String(scalar)
  }

  /// Takes a part, and returns the range between its delimiters.
  @_lifetime(self: copy self)
  private mutating func take(
    from start: StaticString, through end: StaticString
  ) throws(PlaylistError) -> Range<Int> {
    let first = index + start.utf8CodeUnitCount
    var last = first
    while last < bytes.count, !bytes.has(end, at: last) { last += 1 }
    guard last < bytes.count else { throw PlaylistError(.markup, at: index) }
    index = last + end.utf8CodeUnitCount
    return first..<last
  }

  /// Takes text up to one of the bytes, or to the end.
  @_lifetime(self: copy self)
  private mutating func takeText(upTo ends: [UInt8]) -> String {
    let start = index
    while index < bytes.count, !ends.contains(bytes[index]) { index += 1 }
    return text(start..<index)
  }

  /// Decodes UTF-8, or else ISO 8859-1.
  private func text(_ range: Range<Int>) -> String {
    TagText.untrimmed(range.map { bytes[$0] }[...])
  }
}
