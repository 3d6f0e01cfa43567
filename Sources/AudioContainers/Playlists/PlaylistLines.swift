import AudioSyntax

/// The lines of a playlist, which end with CR, LF, or both.
struct PlaylistLines: ~Escapable {
  /// A line without its terminator and surrounding white space.
  struct Line: Equatable {
    var text: String
    /// Bytes from the start of the playlist.
    var offset: Int
  }

  private let bytes: Span<UInt8>
  private var index: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    // Some writers start the file with the UTF-8 byte order mark.
    index = bytes.has("\u{FEFF}", at: 0) ? 3 : 0
  }

  /// Whether a byte may occur in text: control characters are limited to white space.
  static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7F : (0x09...0x0D).contains(byte)
  }

  /// Returns the next nonempty line.
  ///
  /// - Returns: `nil` after the last line.
  @_lifetime(self: copy self)
  mutating func nextFilled() throws(PlaylistError) -> Line? {
    while index < bytes.count {
      let start = index
      let line = try takeLine()
      let text = TagText.latinOrUTF8(line[...])
      if !text.isEmpty { return Line(text: text, offset: start) }
    }
    return nil
  }

  @_lifetime(self: copy self)
  private mutating func takeLine() throws(PlaylistError) -> [UInt8] {
    let start = index
    var line: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A || byte == 0x0D { break }
      guard Self.isText(byte) else { throw PlaylistError(.binary, at: index - 1) }
      guard line.count < Playlist.longestLine else { throw PlaylistError(.longLine, at: start) }
      line.append(byte)
    }
    return line
  }
}
