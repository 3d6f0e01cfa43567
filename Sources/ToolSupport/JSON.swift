/// A value that can be written as JSON.
///
/// Source: RFC 8259. Foundation's encoder would double the startup time of a tool.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number with three decimals.
  case decimal(Double)
  case string(String)
  case array([JSON])
  /// The members, in order.
  case object([(String, JSON)])

  /// An integer, or null.
  package init(_ value: (some BinaryInteger)?) {
    self = value.map { .integer(Int64(clamping: $0)) } ?? .null
  }

  /// The text, with one line for each member.
  package func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return "\(value)"
    case .decimal(let value): return value.isFinite ? Numbers.fixed(value, decimals: 3) : "null"
    case .string(let value): return JSON.quoted(value)
    case .array(let values):
      guard !values.isEmpty else { return "[]" }
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { inner + JSON.quoted($0) + ": " + $1.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
