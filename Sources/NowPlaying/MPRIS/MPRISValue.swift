/// A value with a type of D-Bus.
package enum MPRISValue: Equatable, Sendable {
  case text(String)
  case path(String)
  case texts([String])
  case paths([String])
  case boolean(Bool)
  case integer(Int32)
  case wide(Int64)
  case number(Double)
  case entries([Entry])
  case lists([[Entry]])

  /// A value of a dictionary, by its key.
  package struct Entry: Equatable, Sendable {
    package var key: String
    package var value: MPRISValue
  }

  /// The type in D-Bus.
  package var signature: String {
    switch self {
    case .text: "s"
    case .path: "o"
    case .texts: "as"
    case .paths: "ao"
    case .boolean: "b"
    case .integer: "i"
    case .wide: "x"
    case .number: "d"
    case .entries: "a{sv}"
    case .lists: "aa{sv}"
    }
  }

  /// The microseconds of a time in seconds.
  static func microseconds(_ seconds: Double) -> Int64 {
    guard seconds.isFinite else { return 0 }
    // Within 64 bits, and longer than any recording.
    return Int64((max(-9e12, min(seconds, 9e12)) * 1e6).rounded())
  }
}
