/// The documentation of a tool, in plain ASCII.
///
/// The help, the manual page, and the completions are generated from it.
package struct ToolManual: Sendable {
  /// A list with a heading.
  package struct Section: Sendable {
    /// A term and its explanation.
    package struct Entry: Sendable {
      package let term: String
      package let text: String

      package init(_ term: String, _ text: String) {
        self.term = term
        self.text = text
      }
    }

    package let heading: String
    package let introduction: String?
    package let entries: [Entry]

    package init(_ heading: String, _ introduction: String? = nil, entries: [Entry]) {
      self.heading = heading
      self.introduction = introduction
      self.entries = entries
    }
  }

  package let name: String
  /// A phrase for the first line of the manual page.
  package let summary: String
  /// The command lines of the tool, without its name.
  package let synopses: [String]
  /// The paragraphs of the description.
  package let description: [String]
  package let options: [ToolOption]
  package let sections: [Section]
  /// The shell completion for words that are not options.
  package let operands: Completion

  package init(
    name: String, summary: String, synopses: [String], description: [String],
    options: [ToolOption], sections: [Section], operands: Completion = .file
  ) {
    self.name = name
    self.summary = summary
    self.synopses = synopses
    self.description = description
    self.options = options
    self.sections = sections
    self.operands = operands
  }

  /// The options for readers, including the marker that ends them.
  var listedOptions: [ToolOption] { options.isEmpty ? [] : options + [.end] }
}
