/// The location of a playlist, which resolves its entries.
package enum PlaylistAddress: Equatable, Sendable {
  case path(String)
  case url(String)

  /// Returns the path or the URL of an entry.
  ///
  /// - Returns: `nil` if a playlist from the web names a local file. Only a local playlist may do
  ///   that.
  package func resolve(_ entry: Playlist.Entry) -> String? {
    guard entry.isReference else { return resolve(entry.location) }
    let location = Self.withAuthority(entry.location)
    guard case .path = self, Self.scheme(of: location) == nil else { return resolve(location) }
    return resolve(Self.decoded(location))
  }

  /// Returns the path or the URL of a name that is not a reference, as ``resolve(_:)`` does.
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

  /// A URL of a local file with the `//` that its short form lacks.
  ///
  /// Source: RFC 8089, Appendix B.
  private static func withAuthority(_ location: String) -> String {
    let start = location.prefix(7).lowercased()
    guard start.hasPrefix("file:/"), start != "file://" else { return location }
    return location.prefix(5) + "//" + location.dropFirst(5)
  }

  /// The path that a URI reference encodes; the reference itself if its encoding is invalid.
  ///
  /// Source: RFC 3986, 2.1.
  private static func decoded(_ reference: String) -> String {
    let bytes = Array(reference.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2]), high << 4 | low != 0
      else { return reference }
      decoded.append(high << 4 | low)
      index += 3
    }
    return String(validating: decoded, as: UTF8.self) ?? reference
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
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
