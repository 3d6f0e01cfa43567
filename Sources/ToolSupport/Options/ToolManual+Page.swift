/// The manual page.
///
/// Source: groff_man(7), the macros and escapes that groff and mandoc share.
extension ToolManual {
  /// Makes the page.
  ///
  /// - Parameters:
  ///   - version: The version of the package.
  ///   - date: The date of the page, such as `2026-01-31`.
  ///   - others: Pages to refer to.
  /// - Returns: The page in the language of `man`.
  package func page(version: String, date: String, others: [String]) -> String {
    let title = Self.escaped(name.uppercased())
    var lines = [
      #".\" Generated from the option table of \#(name)."#,
      #".TH \#(title) 1 "\#(date)" "opencoreaudio \#(version)" "User Commands""#,
      ".SH NAME", "\(name) \\- \(summary)", ".SH SYNOPSIS",
    ]
    for (index, synopsis) in zip(synopses.indices, synopses) {
      if index > 0 { lines.append(".br") }
      lines += [".B \(name)"] + Self.text(synopsis)
    }
    lines.append(".SH DESCRIPTION")
    for (index, paragraph) in zip(description.indices, description) {
      if index > 0 { lines.append(".PP") }
      lines += Self.text(paragraph)
    }
    if !options.isEmpty { lines.append(".SH OPTIONS") }
    for option in listedOptions { lines += [".TP", Self.term(option)] + Self.text(option.help) }
    for section in sections { lines += Self.lines(section) }
    lines += [".SH SEE ALSO"]
    lines += others.enumerated().map { index, page in
      ".BR \(page) (1)" + (index + 1 < others.count ? "," : "")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ section: Section) -> [String] {
    var lines = [".SH \(escaped(section.heading.uppercased()))"]
    lines += section.introduction.map { text($0) } ?? []
    for entry in section.entries {
      lines += [".TP", "\\fB\(escaped(entry.term))\\fR"] + text(entry.text)
    }
    return lines
  }

  private static func term(_ option: ToolOption) -> String {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    return ([names] + option.values.map { "\\fI\(escaped($0.notation))\\fR" })
      .joined(separator: " ")
  }

  /// Lines of text without requests.
  private static func text(_ text: String) -> [String] {
    TextLines.wrapping(text, columnCount: 70).map { line in
      let words = line.split(separator: " ").map { word in
        // Users type the hyphens of options and file names; others belong to the prose.
        let isTyped = word.contains("--") || word.drop { !$0.isLetter && $0 != "-" }.first == "-"
        return isTyped ? escaped(String(word)) : escaped(String(word), escapesHyphens: false)
      }
      let line = words.joined(separator: " ")
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
  }

  private static func escaped(_ text: String, escapesHyphens: Bool = true) -> String {
    text.map { character -> String in
      switch character {
      case "\\": "\\e"
      case "-" where escapesHyphens: "\\-"
      case "'": "\\(aq"
      case "~": "\\(ti"
      case "^": "\\(ha"
      default: String(character)
      }
    }.joined()
  }
}
