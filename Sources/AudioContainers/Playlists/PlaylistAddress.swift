/// The location of a playlist, which resolves its entries.
package enum PlaylistAddress: Equatable, Sendable {
  case path(String)
  case url(String)

  /// Returns the path or the URL of an entry.
  ///
  /// - Returns: `nil` if a playlist from the web names a local file. Only a local playlist may do
  ///   that.
  package func resolve(_ entry: String) -> String? {
    if let scheme = Self.scheme(of: entry) {
      if case .url = self, scheme == "file" { return nil }
      return entry
    }
    switch self {
    case .path(let path): return Self.resolve(entry, path: path)
    case .url(let url): return Self.resolve(entry, url: url)
    }
  }

  /// The scheme of a URL in lower case, or `nil` for a path.
  package static func scheme(of name: String) -> String? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")),
      name[colon...].hasPrefix("://")
    else { return nil }
    let scheme = name[..<colon].lowercased()
    let isScheme = scheme.utf8.allSatisfy {
      // Source: RFC 3986, 3.1.
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || (0x2B...0x2E).contains($0)
    }
    return isScheme && !scheme.isEmpty ? scheme : nil
  }

  /// The lowercase extension of a path or a URL, possibly empty.
  static func fileExtension(of name: String) -> String {
    let path = scheme(of: name) == nil ? name[...] : withoutQuery(name)
    let last = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return path[last.index(after: dot)..<last.endIndex].lowercased()
  }

  private static func resolve(_ entry: String, path: String) -> String {
    // Players on Windows use their own separator.
    let isWindows = !entry.utf8.contains(UInt8(ascii: "/"))
    let entry = isWindows ? String(entry.map { $0 == "\\" ? "/" : $0 }) : entry
    guard !entry.hasPrefix("/"),
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return entry }
    return path[...slash] + entry
  }

  /// Resolves an entry as in RFC 3986, 5.2.2.
  ///
  /// The transfer library removes dot segments.
  private static func resolve(_ entry: String, url: String) -> String {
    let base = withoutQuery(url)
    guard let colon = base.utf8.firstIndex(of: UInt8(ascii: ":")) else { return entry }
    if entry.hasPrefix("//") { return base[...colon] + entry }
    let authority = base.utf8.index(colon, offsetBy: 3)
    let root = base.utf8[authority...].firstIndex(of: UInt8(ascii: "/")) ?? base.endIndex
    if entry.hasPrefix("/") || root == base.endIndex {
      return base[..<root] + (entry.hasPrefix("/") ? "" : "/") + entry
    }
    let slash = base.utf8.lastIndex(of: UInt8(ascii: "/")) ?? root
    return base[...slash] + entry
  }

  private static func withoutQuery(_ url: String) -> Substring {
    url.prefix { $0 != "?" && $0 != "#" }
  }
}
