/// The header lines that a client adds to every request of a resource.
struct HTTPHeaderFields: Sendable {
  /// Fields that only the client's own server may see.
  private static let secretNames = ["authorization", "cookie", "proxy-authorization"]

  private let lines: [String]
  private let publicLines: [String]
  private let origin: Substring

  /// Makes the header fields for requests of a resource.
  ///
  /// - Parameters:
  ///   - options: The fields.
  ///   - address: The URL that the client requested.
  init(_ options: HTTPOptions, for address: String) {
    lines =
      options.headerFields + (options.userAgent.map { ["User-Agent: \($0)"] } ?? [])
      + (options.sessionIdentifier.map { ["X-Playback-Session-Id: \($0)"] } ?? [])
    publicLines = lines.filter { line in
      !Self.secretNames.contains(line.prefix { $0 != ":" }.lowercased())
    }
    let secret = options.secretURL.map { (try? HTTPAddress($0))?.text ?? "" }
    origin = Self.origin(of: secret ?? address)
  }

  /// The lines for a request of a URL.
  func lines(for url: String) -> [String] {
    Self.origin(of: url) == origin ? lines : publicLines
  }

  /// The scheme, host and port of a URL.
  ///
  /// Source: RFC 6454, 4.
  private static func origin(of url: String) -> Substring {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let end = rest.firstIndex { "/?#".contains($0) } ?? url.endIndex
    return url[..<end]
  }
}
