/// The metadata that a radio station sends within its audio: fields such as `StreamTitle`.
///
/// `StreamTitle='…';StreamUrl='…';`. A value may contain quotes and semicolons. So it ends at `';`
/// only before another name and `='`, or at the end.
///
/// Source: the metadata protocol of SHOUTcast, in use since 1999.
package struct ICYText: Equatable, Sendable {
  /// A name with its value.
  package struct Field: Equatable, Sendable {
    package var name: String
    /// The bytes of the value, whose encoding the station does not state.
    package var bytes: [UInt8]

    /// The value: UTF-8 if it is valid, and otherwise Latin-1.
    package var text: String {
      String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// The fields, in their order.
  package private(set) var fields: [Field] = []

  /// Parses a text, which NUL bytes may end.
  package init(_ bytes: [UInt8]) {
    let text = bytes.prefix { $0 != 0 }
    var position = text.startIndex
    while let start = Self.nextName(in: text, from: position) {
      let value = start.upperBound
      let end = Self.endOfValue(in: text, from: value)
      fields.append(
        Field(
          name: String(decoding: text[start.lowerBound..<start.upperBound - 2], as: UTF8.self),
          bytes: Array(text[value..<end])))
      position = end
    }
  }

  /// The value of a field, in any letter case; `nil` if there is no such field.
  package func field(_ name: String) -> Field? {
    fields.first { $0.name.lowercased() == name.lowercased() }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x5F
      || byte == 0x2D
  }

  /// The next name with its `='`.
  private static func nextName(
    in text: ArraySlice<UInt8>, from start: Int
  ) -> Range<Int>? {
    var first = start
    for index in start..<text.endIndex where !isOfName(text[index]) {
      if index > first, text[index] == 0x3D, index + 1 < text.endIndex, text[index + 1] == 0x27 {
        return first..<index + 2
      }
      first = index + 1
    }
    return nil
  }

  /// The end of a value: a quote and a semicolon before a name or the end, or the last quote.
  private static func endOfValue(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    for index in start..<text.endIndex
    where text[index] == 0x27 && index + 1 < text.endIndex && text[index + 1] == 0x3B {
      let rest = text[(index + 2)...]
      if rest.allSatisfy({ $0 == 0x20 }) { return index }
      if let name = nextName(in: rest, from: rest.startIndex), name.lowerBound == rest.startIndex {
        return index
      }
    }
    let hasQuote = text.endIndex > start && text[text.endIndex - 1] == 0x27
    return hasQuote ? text.endIndex - 1 : text.endIndex
  }
}
