/// Text in lines of limited length.
enum TextLines {
  /// Wraps ASCII text at its spaces into lines of at most `columnCount` characters.
  ///
  /// A longer word gets its own line.
  static func wrapping(_ text: String, columnCount: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    // Uses bytes, because the properties of characters come from large tables.
    for bytes in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = Substring(bytes)
      if line.isEmpty {
        line = String(word)
      } else if line.utf8.count + 1 + word.utf8.count <= columnCount {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
