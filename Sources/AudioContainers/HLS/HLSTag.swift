/// A tag of a playlist: `#EXT…`, optionally followed by a colon and a value.
struct HLSTag {
  /// The name without `#`.
  var name: Substring
  /// The text after the colon, without surrounding white space.
  var value: Substring
  /// The number of the line, from 1.
  var line: Int

  /// Reads a tag; `nil` for comments and other text.
  init?(_ line: HLSLines.Line) {
    guard line.text.utf8.starts(with: "#EXT".utf8) else { return nil }
    let text = line.text[...].withoutFirstByte
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    name = text[..<colon]
    value = HLSText.trimmed(text[colon...].withoutFirstByte)
    self.line = line.number
  }
}
