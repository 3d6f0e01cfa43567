/// An option of a tool: its names, values, and help text.
package struct ToolOption: Sendable {
  /// A value of an option.
  package struct Value: Sendable {
    /// The placeholder of the value in the help.
    package let placeholder: String
    package let completion: Completion
    /// Whether the next word is the value only if it is a negative number, which no operand can be.
    package let isOptional: Bool

    package init(
      _ placeholder: String, _ completion: Completion = .nothing, isOptional: Bool = false
    ) {
      self.placeholder = placeholder
      self.completion = completion
      self.isOptional = isOptional
    }

    /// The placeholder, in brackets if the value is optional.
    package var notation: String { isOptional ? "[\(placeholder)]" : placeholder }
  }

  /// The names, the short one first.
  package let names: [String]
  package let values: [Value]
  /// Sentences in plain ASCII; completions show the first one.
  package let help: String
  /// Whether a command line may contain the option more than once.
  package let isRepeatable: Bool

  package init(
    _ names: [String], _ values: [Value] = [], isRepeatable: Bool = false, help: String
  ) {
    self.names = names
    self.values = values
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The marker that every tool accepts after its last option.
  static let end = ToolOption(["--"], help: "Ends the options. All later words are operands.")

  /// The first sentence of the help, without its period.
  var summary: String {
    var sentence = Substring(help)
    for (index, character) in zip(help.indices, help) where character == "." {
      let next = help.index(after: index)
      guard next == help.endIndex || help[next] == " " else { continue }
      sentence = help[..<index]
      break
    }
    return String(sentence)
  }

  /// The names and the placeholders in one line: `-d, --data FORMAT`.
  var term: String {
    ([names.joined(separator: ", ")] + values.map(\.notation)).joined(separator: " ")
  }
}
