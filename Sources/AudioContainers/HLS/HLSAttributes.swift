/// The attributes of a tag: `NAME=value`, separated by commas.
///
/// White space around names and values is ignored, and a missing quotation mark extends a text to
/// the end of the line. If a name occurs twice, the first value counts.
///
/// Source: RFC 8216, 4.2.
struct HLSAttributes {
  private var values: [(name: Substring, value: String)] = []

  /// Reads the attributes, and replaces references to variables in texts and hexadecimal numbers.
  init(_ tag: HLSTag, _ variables: inout HLSVariables) throws(HLSError) {
    var rest = tag.value
    while !rest.isEmpty {
      let name = rest.utf8.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
      rest = rest[name.endIndex...]
      guard rest.utf8.first == UInt8(ascii: "=") else {
        // A name without a value.
        rest = rest.withoutFirstByte
        continue
      }
      rest = HLSText.trimmed(rest.withoutFirstByte)
      let value = Self.takeValue(&rest)
      let text =
        value.isExpandable
        ? try variables.expand(value.text, line: tag.line) : String(value.text)
      values.append((HLSText.trimmed(Substring(name)), text))
    }
  }

  /// Moves past a value and the following comma.
  private static func takeValue(_ rest: inout Substring) -> (text: Substring, isExpandable: Bool) {
    let quote = UInt8(ascii: "\"")
    let isQuoted = rest.utf8.first == quote
    let start = isQuoted ? rest.withoutFirstByte : rest
    let end = isQuoted ? quote : UInt8(ascii: ",")
    let value = start[..<(start.utf8.firstIndex(of: end) ?? start.endIndex)]
    let after = start[value.endIndex...]
    let comma = after.utf8.firstIndex(of: UInt8(ascii: ",")) ?? after.endIndex
    rest = after[comma...].withoutFirstByte
    let isHexadecimal = value.utf8.starts(with: "0x".utf8) || value.utf8.starts(with: "0X".utf8)
    return (isQuoted ? value : HLSText.trimmed(value), isQuoted || isHexadecimal)
  }

  /// The text of an attribute without quotation marks.
  subscript(_ name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  func decimal(_ name: String) -> Double? {
    self[name].flatMap { HLSText.decimal($0[...]) }
  }

  /// An integer, if it is not negative.
  func count(_ name: String) -> Int? {
    self[name].flatMap { HLSText.integer($0[...]) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether an attribute is `YES`.
  func isYes(_ name: String) -> Bool {
    self[name] == "YES"
  }

  /// The parts of a text that commas separate, without empty parts.
  func list(_ name: String) -> [String] {
    (self[name] ?? "").utf8.split(separator: UInt8(ascii: ","))
      .map { String(HLSText.trimmed(Substring($0))) }.filter { !$0.isEmpty }
  }

  /// The attributes of a client, whose names start with `X-`.
  var clientValues: [String: String] {
    values.reduce(into: [:]) { result, each in
      guard each.name.utf8.starts(with: "X-".utf8), result[String(each.name)] == nil else { return }
      result[String(each.name)] = each.value
    }
  }
}
