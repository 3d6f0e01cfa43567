/// The arguments of a tool, read in order.
///
/// A word that begins with a hyphen is an option, except a single hyphen and all words after `--`.
package struct Arguments {
  private var rest: ArraySlice<String>
  /// The unread values of the current option.
  private var values: ArraySlice<String> = []
  /// The current option in its original spelling.
  package private(set) var option = ""
  /// The words so far that are neither options nor their values.
  package private(set) var names: [String] = []

  package init(_ words: some Sequence<String>) {
    rest = Array(words)[...]
  }

  /// Reads the next option and its values, and adds the words before it to ``names``.
  ///
  /// - Returns: The key of the option; `nil` after the last one.
  /// - Throws: ``ToolFailure`` if the table has no such option, or a value is missing.
  package mutating func next<Key>(in table: OptionTable<Key>) throws(ToolFailure) -> Key? {
    while let word = rest.popFirst() {
      if word == "--" {
        names += rest
        rest = []
      } else if word.hasPrefix("-"), word != "-" {
        return try read(word, in: table)
      } else {
        names.append(word)
      }
    }
    return nil
  }

  private mutating func read<Key>(
    _ word: String, in table: OptionTable<Key>
  ) throws(ToolFailure) -> Key {
    guard let row = table.row(named: word) else { throw ToolFailure("\(word): no such option") }
    option = word
    let required = row.option.values.prefix { !$0.isOptional }
    values = rest.prefix(required.count)
    guard values.count == required.count else {
      throw ToolFailure(
        "\(word): needs \(required.map(\.placeholder).joined(separator: " "))")
    }
    rest = rest.dropFirst(values.count)
    if required.count < row.option.values.count, let word = rest.first, Self.isNegative(word) {
      values.append(word)
      rest.removeFirst()
    }
    return row.key
  }

  private static func isNegative(_ word: String) -> Bool {
    word.hasPrefix("-") && Double(word) != nil
  }

  /// Whether the current option has another value.
  package var hasValue: Bool { !values.isEmpty }

  /// Takes the next value of the current option, regardless of its first character.
  ///
  /// - Precondition: The table gives the option this value.
  package mutating func value() -> String {
    values.removeFirst()
  }

  /// Takes the next value of the current option as an integer.
  ///
  /// - Throws: ``ToolFailure`` if it is not a number in the range.
  package mutating func number(in range: ClosedRange<UInt32>) throws(ToolFailure) -> UInt32 {
    let text = value()
    guard let number = UInt32(text), range.contains(number) else {
      throw ToolFailure(
        "\(option) \(text): must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Takes the next value of the current option as a number, which may have decimals.
  ///
  /// - Throws: ``ToolFailure`` if it is not a number in the range.
  package mutating func decimal(in range: ClosedRange<Double>) throws(ToolFailure) -> Double {
    let text = value()
    guard let number = Double(text), range.contains(number) else {
      throw ToolFailure(
        "\(option) \(text): must be a number from \(Self.short(range.lowerBound)) to "
          + Self.short(range.upperBound))
    }
    return number
  }

  private static func short(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
