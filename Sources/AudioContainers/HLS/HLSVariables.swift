/// The variables of a playlist, and the texts that refer to them.
///
/// Source: draft-pantos-hls-rfc8216bis, 4.3, "Variable Substitution", and 4.4.2.3, EXT-X-DEFINE.
struct HLSVariables {
  /// Values by name.
  private(set) var values: [String: String] = [:]
  private let source: HLSSource
  /// Bytes that references may still add, so that repeated references cannot exhaust the memory.
  private var bytesLeft: Int

  /// Bytes of expanded text for each byte of the playlist.
  private static let greatestGrowth = 64
  /// Bytes of expanded text in a playlist of any size.
  private static let leastBudget = 1 << 16

  init(source: HLSSource, byteCount: Int) {
    self.source = source
    bytesLeft = Self.leastBudget + Self.greatestGrowth * byteCount
  }

  /// Reads a definition: a name and a value, an imported name, or the name of a query parameter.
  mutating func define(_ tag: HLSTag) throws(HLSError) {
    let attributes = try HLSAttributes(tag, &self)
    let name: String
    let value: String?
    if let own = attributes["NAME"] {
      (name, value) = (own, attributes["VALUE"])
    } else if let imported = attributes["IMPORT"] {
      (name, value) = (imported, source.variables[imported])
    } else if let parameter = attributes["QUERYPARAM"] {
      (name, value) = (parameter, HLSAddress(source.address).queryValue(parameter))
    } else {
      throw HLSError(.definition, line: tag.line)
    }
    guard let value, !name.isEmpty, values[name] == nil else {
      throw HLSError(.definition, line: tag.line)
    }
    values[name] = value
  }

  /// Replaces `{$name}` by the variable's value.
  mutating func expand(_ text: Substring, line: Int) throws(HLSError) -> String {
    guard var brace = Self.reference(in: text) else { return String(text) }
    var result = ""
    var rest = text
    while true {
      guard let value = values[String(text[brace.name])] else {
        throw HLSError(.undefinedVariable, line: line)
      }
      result += rest[..<brace.start] + value
      bytesLeft -= brace.byteCount(before: rest) + value.utf8.count
      guard bytesLeft >= 0 else { throw HLSError(.expansion, line: line) }
      rest = rest[brace.end...]
      guard let next = Self.reference(in: rest) else { return result + rest }
      brace = next
    }
  }

  private struct Reference {
    var start: Substring.Index
    var name: Range<Substring.Index>
    var end: Substring.Index

    func byteCount(before text: Substring) -> Int {
      text.utf8.distance(from: text.startIndex, to: start)
    }
  }

  /// The first reference in a text; other braces are text.
  private static func reference(in text: Substring) -> Reference? {
    let bytes = text.utf8
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = bytes[bytes.index(after: start)...]
      guard rest.first == UInt8(ascii: "$") else { continue }
      rest = rest.dropFirst()
      let name = rest.prefix(while: isNameByte)
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "}"), !name.isEmpty else { continue }
      return Reference(
        start: start, name: name.startIndex..<name.endIndex, end: bytes.index(after: name.endIndex))
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
