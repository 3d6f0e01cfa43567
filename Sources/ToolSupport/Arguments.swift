/// The words after the name of a tool, read from the first to the last.
///
/// A word that begins with a hyphen is an option, but for a hyphen alone and for all behind `--`.
package struct Arguments {
  private var rest: ArraySlice<String>
  /// The words so far that are neither options nor their values.
  package private(set) var names: [String] = []

  package init(_ words: some Sequence<String>) {
    rest = Array(words)[...]
  }

  /// Takes the next option, and gives the words before it to ``names``.
  ///
  /// - Returns: `nil` behind the last.
  package mutating func nextOption() -> String? {
    while let word = rest.popFirst() {
      if word == "--" {
        names += rest
        rest = []
      } else if word.hasPrefix("-"), word != "-" {
        return word
      } else {
        names.append(word)
      }
    }
    return nil
  }

  /// Takes the word after an option, whatever it begins with.
  ///
  /// - Throws: ``ToolFailure`` where there is none.
  package mutating func value(of option: String) throws(ToolFailure) -> String {
    guard let value = rest.popFirst() else { throw ToolFailure("\(option): needs a value") }
    return value
  }

  /// Takes the whole number after an option.
  ///
  /// - Throws: ``ToolFailure`` where there is none in the range.
  package mutating func number(
    of option: String, in range: ClosedRange<UInt32>
  ) throws(ToolFailure) -> UInt32 {
    let text = try value(of: option)
    guard let number = UInt32(text), range.contains(number) else {
      throw ToolFailure("\(option) \(text): must be \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Takes the number after an option, which may have decimals.
  ///
  /// - Throws: ``ToolFailure`` where there is none in the range.
  package mutating func decimal(
    of option: String, in range: ClosedRange<Double>
  ) throws(ToolFailure) -> Double {
    let text = try value(of: option)
    guard let number = Double(text), range.contains(number) else {
      throw ToolFailure(
        "\(option) \(text): must be \(Self.short(range.lowerBound)) to "
          + Self.short(range.upperBound))
    }
    return number
  }

  /// What to say of an option that the tool does not have.
  package static func unknown(_ option: String) -> ToolFailure {
    ToolFailure("\(option): no such option")
  }

  private static func short(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
