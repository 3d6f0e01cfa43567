/// Text in lines of limited length.
enum TextLines {
  /// Breaks an ASCII text at its spaces into lines of `columnCount` characters at most.
  ///
  /// A longer word has a line of its own.
  static func wrapping(_ text: String, columnCount: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    // Bytes, since the properties of characters would be read from large tables.
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
