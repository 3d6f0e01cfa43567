/// The caching rules of a server's response, for a private cache.
///
/// Source: RFC 9111, 4.1, 5.1 and 5.2.2.
struct HTTPCaching: Equatable, Sendable {
  /// Whether the answer may be stored.
  private(set) var isAllowed = true
  /// Whether the server must confirm the answer before each use.
  private(set) var needsConfirmation = false
  /// Whether the answer has a `Cache-Control` field; otherwise an earlier one still holds.
  private(set) var isStated = false
  private var maximumAge: Int64?
  private var age: Int64 = 0

  /// Seconds for which the answer may be used without asking the server.
  var freshSeconds: Int64 {
    needsConfirmation ? 0 : max(0, (maximumAge ?? 0) - age)
  }

  /// Processes a `Cache-Control`, `Vary` or `Age` field.
  mutating func add(name: String, value: Substring) {
    switch name {
    case "age": age = Int64(value).map { max(0, min($0, 1 << 31)) } ?? 0
    // The answer depends on something other than the request.
    case "vary": if value.contains("*") { isAllowed = false }
    default:
      isStated = true
      for directive in value.lowercased().split(separator: ",") { add(directive: directive) }
    }
  }

  private mutating func add(directive: Substring) {
    let words = directive.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
    switch words.first {
    case "no-store": isAllowed = false
    case "no-cache", "must-revalidate": needsConfirmation = true
    case "max-age" where words.count == 2:
      maximumAge = Int64(words[1]).map { max(0, min($0, 1 << 31)) }
    default: break
    }
  }
}
