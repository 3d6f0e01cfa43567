/// Reads XSPF playlists: the first location, the title and the creator of each track.
///
/// Tracks without a location are left out. Extensions are ignored.
///
/// Source: XSPF Version 1, 4.1, "Element definitions".
enum XSPFReader {
  /// Maximum number of elements inside each other.
  private static let mostLevels = 32
  private static let trackPath = ["playlist", "trackList", "track"]

  static func entries(_ bytes: Span<UInt8>) throws(PlaylistError) -> [Playlist.Entry] {
    guard bytes.count <= Playlist.greatestByteCount else {
      throw PlaylistError(.tooManyBytes, at: Playlist.greatestByteCount)
    }
    if let offset = bytes.indices.first(where: { !PlaylistLines.isText(bytes[$0]) }) {
      throw PlaylistError(.binary, at: offset)
    }
    var markup = PlaylistMarkup(bytes)
    var state = State()
    while true {
      let offset = markup.offset
      guard let token = try markup.next() else { break }
      try state.take(token, at: offset)
    }
    guard state.isComplete else { throw PlaylistError(.markup, at: bytes.count) }
    guard !state.entries.isEmpty else { throw PlaylistError(.empty, at: bytes.count) }
    return state.entries
  }

  /// The open elements, and the tracks so far.
  private struct State {
    private(set) var entries: [Playlist.Entry] = []
    private var path: [String] = []
    private var hasRoot = false
    /// The text of the innermost element.
    private var text = ""
    private var track = Playlist.Entry(location: "", isReference: true)

    /// Whether the outermost element is complete.
    var isComplete: Bool { hasRoot && path.isEmpty }

    mutating func take(_ token: PlaylistMarkup.Token, at offset: Int) throws(PlaylistError) {
      switch token {
      case .start(let name): try open(name, at: offset)
      case .end(let name):
        guard path.last == name else { throw PlaylistError(.markup, at: offset) }
        try close(at: offset)
      case .text(let more):
        guard !path.isEmpty || TagText.trimmed(more).isEmpty else {
          throw PlaylistError(.markup, at: offset)
        }
        try append(more, at: offset)
      }
    }

    private mutating func open(_ name: String, at offset: Int) throws(PlaylistError) {
      guard !path.isEmpty || !hasRoot && name == "playlist" else {
        throw PlaylistError(.markup, at: offset)
      }
      guard path.count < mostLevels else { throw PlaylistError(.tooDeep, at: offset) }
      hasRoot = true
      path.append(name)
      text = ""
      if path == trackPath { track = Playlist.Entry(location: "", isReference: true) }
    }

    /// Adds text to an element of a track; other text is ignored.
    private mutating func append(_ more: String, at offset: Int) throws(PlaylistError) {
      guard path.dropLast() == trackPath[...] else { return }
      guard text.utf8.count + more.utf8.count <= Playlist.longestLine else {
        throw PlaylistError(.longLine, at: offset)
      }
      text += more
    }

    private mutating func close(at offset: Int) throws(PlaylistError) {
      if path == trackPath, !track.location.isEmpty {
        guard entries.count < Playlist.greatestEntryCount else {
          throw PlaylistError(.tooManyEntries, at: offset)
        }
        entries.append(track)
      }
      let name = path.removeLast()
      let value = TagText.trimmed(text)
      text = ""
      guard path == trackPath, !value.isEmpty else { return }
      switch name {
      case "location" where track.location.isEmpty: track.location = value
      case "title" where track.title == nil: track.title = value
      case "creator" where track.artist == nil: track.artist = value
      default: break
      }
    }
  }
}
