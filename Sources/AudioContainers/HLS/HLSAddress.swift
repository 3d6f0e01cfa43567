/// The location of a playlist, which resolves the URIs in it.
///
/// Source: RFC 3986, 5.2.2; RFC 8216, 4.1, for the base after redirects.
package struct HLSAddress: Equatable, Sendable {
  private let place: PlaylistAddress

  /// Makes the address of a playlist.
  ///
  /// - Parameter place: The path of a local playlist, or the URL after all redirects.
  package init(_ place: PlaylistAddress) {
    self.place = place
  }

  /// Returns the path or the URL of a segment, key, or playlist.
  ///
  /// - Returns: `nil` if the URI is empty, or has a scheme but no server. Also `nil` if a playlist
  ///   from the web names a local file.
  package func resolve(_ uri: String) -> String? {
    guard !uri.isEmpty else { return nil }
    if let scheme = Self.scheme(of: uri) {
      guard scheme == "file" else {
        // Without slashes, other programs would take the URI for a path.
        return PlaylistAddress.scheme(of: uri) == nil ? nil : uri
      }
      switch place {
      case .path: return uri
      case .url(let url): return Self.scheme(of: url) == "file" ? uri : nil
      }
    }
    guard case .url(let url) = place else { return place.resolve(uri) }
    switch uri.utf8.first {
    case UInt8(ascii: "?"): return Self.prefix(of: url, before: ["?", "#"]) + uri
    case UInt8(ascii: "#"): return Self.prefix(of: url, before: ["#"]) + uri
    default: return place.resolve(uri)
    }
  }

  /// The value of a parameter in the URL's query, if it is not empty.
  ///
  /// Source: draft-pantos-hls-rfc8216bis, 4.4.2.3, QUERYPARAM.
  func queryValue(_ name: String) -> String? {
    guard case .url(let url) = place, let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return nil
    }
    let query = Self.prefix(of: String(url[mark...].withoutFirstByte), before: ["#"])
    for parameter in query.utf8.split(separator: UInt8(ascii: "&")) {
      let key = parameter.prefix { $0 != UInt8(ascii: "=") }
      guard Self.decoded(key) == name else { continue }
      let value = Self.decoded(parameter[key.endIndex...].dropFirst())
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// The scheme of an absolute URI in lower case.
  ///
  /// Unlike ``PlaylistAddress/scheme(of:)``, it needs no slashes, as in `data:` and `skd:`.
  ///
  /// Source: RFC 3986, 3.1.
  static func scheme(of uri: String) -> String? {
    guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")),
      let first = uri.utf8.first, isLetter(first)
    else { return nil }
    let isScheme = uri.utf8[..<colon].allSatisfy {
      isLetter($0) || HLSText.isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0)
    }
    return isScheme ? uri[..<colon].lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func prefix(of url: String, before marks: [Unicode.Scalar]) -> Substring {
    let end = url.utf8.firstIndex { byte in marks.contains { $0.value == UInt32(byte) } }
    return url[..<(end ?? url.endIndex)]
  }

  /// A path with its encoded characters decoded; `nil` if it has no encoded characters.
  package static func decoded(_ path: String) -> String? {
    path.utf8.contains(UInt8(ascii: "%")) ? decoded(path[...].utf8) : nil
  }

  /// Decodes `%` and two hexadecimal digits.
  private static func decoded(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(HLSText.hexadecimalDigit)
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      bytes.append(digits[0] << 4 | digits[1])
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The origin of a playlist: its location, and the variables of the multivariant playlist.
package struct HLSSource: Equatable, Sendable {
  /// The path, or the URL after all redirects.
  package var address: PlaylistAddress
  /// Variables that a media playlist may import.
  package var variables: [String: String]

  package init(_ address: PlaylistAddress, variables: [String: String] = [:]) {
    self.address = address
    self.variables = variables
  }
}
