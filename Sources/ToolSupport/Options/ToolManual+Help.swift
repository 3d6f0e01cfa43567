extension ToolManual {
  /// The number of columns in the help.
  private static let columnCount = 79
  /// The widest term of a list in columns; text after a longer term starts on the next line.
  private static let widestTerm = 26

  /// The lines that show how to call the tool.
  package var usage: String {
    zip(synopses.indices, synopses).map { index, synopsis in
      (index == 0 ? "usage: " : "       ") + "\(name) \(synopsis)\n"
    }.joined()
  }

  /// The text of `--help`.
  package var help: String {
    var lines: [String] = []
    for paragraph in description {
      lines += [""] + Self.indented(paragraph, by: 2)
    }
    // An option without a short name aligns with the long names of the others.
    let optionEntries = listedOptions.map { option in
      let isLong = option.names[0].hasPrefix("--") && option.names[0] != "--"
      return Section.Entry((isLong ? "    " : "") + option.term, option.help)
    }
    if !optionEntries.isEmpty { lines += [""] + Self.list(optionEntries) }
    for section in sections {
      lines += ["", "  \(section.heading):"]
      lines += section.introduction.map { Self.indented($0, by: 2) } ?? []
      lines += Self.list(section.entries)
    }
    return usage + lines.map { $0 + "\n" }.joined()
  }

  /// The message for an invalid command line.
  package func complaint(_ failure: ToolFailure) -> String {
    "\(name): \(failure.reason)\n" + usage
  }

  private static func indented(_ text: String, by indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return TextLines.wrapping(text, columnCount: columnCount - indent).map { margin + $0 }
  }

  /// Terms in the left column, and their texts in the right one.
  private static func list(_ entries: [Section.Entry]) -> [String] {
    let widths = entries.map(\.term.utf8.count).filter { $0 <= widestTerm }
    let column = 4 + (widths.max() ?? widestTerm) + 2
    return entries.flatMap { entry -> [String] in
      var lines = indented(entry.text, by: column)
      let term = "    " + entry.term
      guard term.utf8.count + 2 <= column, let first = lines.first else { return [term] + lines }
      lines[0] = term + first.dropFirst(term.utf8.count)
      return lines
    }
  }
}
