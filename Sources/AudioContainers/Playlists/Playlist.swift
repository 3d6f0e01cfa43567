/// The entries of a playlist, as named in its text.
package struct Playlist: Equatable, Sendable {
  /// The syntax of a playlist.
  package enum Kind: Equatable, Sendable {
    /// One path or URL in each line.
    case m3u
    /// Numbered keys below `[playlist]`.
    case pls
    /// Elements of XML.
    case xspf
  }

  /// A path or URL, and its description in the playlist.
  package struct Entry: Equatable, Sendable {
    /// The path or URL as named; never empty in a playlist.
    package var location: String
    package var title: String?
    package var artist: String?
    /// Whether the location is a URI reference, which encodes characters with `%`.
    package var isReference = false

    package init(
      location: String, title: String? = nil, artist: String? = nil, isReference: Bool = false
    ) {
      (self.location, self.title, self.artist) = (location, title, artist)
      self.isReference = isReference
    }
  }

  /// Maximum size of a playlist in bytes.
  package static let greatestByteCount = 1 << 20
  /// Maximum number of entries in a playlist.
  package static let greatestEntryCount = 10_000
  /// Maximum length of a line in bytes.
  package static let longestLine = 8192

  /// The entries in playback order; never empty.
  package let entries: [Entry]

  /// Reads a whole playlist.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the playlist.
  ///   - kind: The syntax.
  /// - Throws: ``PlaylistError``.
  package init(_ bytes: Span<UInt8>, kind: Kind) throws(PlaylistError) {
    entries =
      switch kind {
      case .m3u: try M3UReader.entries(bytes)
      case .pls: try PLSReader.entries(bytes)
      case .xspf: try XSPFReader.entries(bytes)
      }
  }

  /// Recognizes a playlist by its first bytes, and by its name if the text is ambiguous.
  ///
  /// The name counts only if the content is text, so that audio with a wrong name is played.
  ///
  /// - Parameters:
  ///   - start: The first 512 bytes, or all of a shorter file.
  ///   - name: The path or the URL.
  /// - Returns: `nil` if this is not a playlist.
  package static func kind(_ start: Span<UInt8>, name: String) -> Kind? {
    var lines = PlaylistLines(start)
    guard let first = (try? lines.nextFilled())?.text.lowercased() else { return nil }
    if first.hasPrefix("#extm3u") { return .m3u }
    if first == "[playlist]" { return .pls }
    if first.hasPrefix("<") { return isXSPF(start, name: name) ? .xspf : nil }
    guard isText(start) else { return nil }
    if ["http://", "https://"].contains(where: { first.hasPrefix($0) }) { return .m3u }
    switch PlaylistAddress.fileExtension(of: name) {
    case "m3u", "m3u8": return .m3u
    default: return nil
    }
  }

  /// Whether XML is a playlist, by its outermost element, or by its name.
  ///
  /// Source: XSPF Version 1, 4.1.1, "playlist".
  private static func isXSPF(_ start: Span<UInt8>, name: String) -> Bool {
    guard isText(start) else { return false }
    if PlaylistAddress.fileExtension(of: name) == "xspf" { return true }
    var markup = PlaylistMarkup(start)
    while let token = try? markup.next() {
      if case .start(let name) = token { return name == "playlist" }
    }
    return false
  }

  private static func isText(_ bytes: Span<UInt8>) -> Bool {
    bytes.indices.allSatisfy { PlaylistLines.isText(bytes[$0]) }
  }
}
