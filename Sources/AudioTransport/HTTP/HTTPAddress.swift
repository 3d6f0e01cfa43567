/// A URL in the form for a request.
struct HTTPAddress: Equatable, Sendable {
  let text: String

  /// Creates an address from user input.
  ///
  /// Encodes spaces and non-ASCII characters, and omits the fragment.
  ///
  /// Source: RFC 3986, 2.1 and 3.
  ///
  /// - Throws: ``TransportError`` with `unsupportedURL` if the input is not an `http:` or `https:`
  ///   URL with a host.
  init(_ url: String) throws(TransportError) {
    let scheme = url.prefix { $0 != ":" }
    let rest = url.dropFirst(scheme.count)
    guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://") else {
      throw TransportError(.unsupportedURL)
    }
    let address = rest.dropFirst(3).prefix { $0 != "#" }
    let host = address.prefix { !"/?".contains($0) }
    guard !host.isEmpty else { throw TransportError(.unsupportedURL) }
    let path = address.dropFirst(host.count).utf8.map { HTTPAddress.encoded($0) }.joined()
    text = scheme.lowercased() + "://" + host + path
  }

  /// The URL without the name and the password.
  var withoutUser: String {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.utf8.count + 3)
    let host = rest.prefix { !"/?".contains($0) }
    let name = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    return scheme + "://" + name + rest.dropFirst(host.count)
  }

  /// A URL without a name and a password, as logs may show it.
  static func withoutUser(_ url: String) -> String { (try? HTTPAddress(url))?.withoutUser ?? url }

  private static func encoded(_ byte: UInt8) -> String {
    let isKept = (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    if isKept { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
