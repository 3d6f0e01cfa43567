/// The options of a tool, by the keys of its parser.
///
/// The parser, the help, the manual page, and the completions all use this table.
package struct OptionTable<Key: Sendable>: Sendable {
  /// An option and its key.
  package struct Row: Sendable {
    package let key: Key
    package let option: ToolOption

    package init(
      _ key: Key, _ names: [String], _ values: [ToolOption.Value] = [],
      isRepeatable: Bool = false, help: String
    ) {
      self.key = key
      option = ToolOption(names, values, isRepeatable: isRepeatable, help: help)
    }
  }

  package let rows: [Row]

  package init(_ rows: [Row]) {
    self.rows = rows
  }

  package var options: [ToolOption] { rows.map(\.option) }

  /// The row of an option; `nil` if the tool has no option with that name.
  func row(named name: String) -> Row? {
    rows.first { $0.option.names.contains(name) }
  }
}
