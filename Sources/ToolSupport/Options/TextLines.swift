/// Text in lines of limited length.
enum TextLines {
  /// Breaks a text between its words into lines of `columnCount` characters at most.
  ///
  /// A longer word has a line of its own.
  static func wrapping(_ text: String, columnCount: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
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
