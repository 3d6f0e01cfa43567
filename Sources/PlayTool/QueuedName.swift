import AudioContainers
import ToolSupport

/// A file, a URL, or `-` for standard input, with the playlists that led to it.
struct QueuedName: Equatable {
  /// The limit of nested playlists.
  private static let mostPlaylists = 8

  let name: String
  /// The playlists from the outermost to the one with this entry; empty for a command line
  /// argument.
  let playlists: [String]
  /// The description in the last playlist.
  var title: String?
  var artist: String?

  init(name: String, playlists: [String] = []) {
    (self.name, self.playlists) = (name, playlists)
  }

  /// Whether this is standard input, which only the command line can name.
  var isStandardInput: Bool { name == "-" && playlists.isEmpty }

  /// Returns the names in the playlist with this name.
  ///
  /// - Throws: ``ToolFailure`` if the playlist cannot be read, or contains itself.
  func entries(
    of bytes: [UInt8], kind: Playlist.Kind, at address: PlaylistAddress
  ) throws(ToolFailure) -> [QueuedName] {
    guard !playlists.contains(name) else { throw ToolFailure("the playlist contains itself") }
    guard playlists.count < Self.mostPlaylists else {
      throw ToolFailure("more than \(Self.mostPlaylists) playlists are nested in each other")
    }
    let playlist: Playlist
    do throws(PlaylistError) {
      playlist = try Playlist(bytes.span, kind: kind)
    } catch {
      throw ToolFailure(error)
    }
    let path = playlists + [name]
    return playlist.entries.map {
      // Forbidden entries are reported when their turn comes.
      var entry = QueuedName(name: address.resolve($0) ?? $0.location, playlists: path)
      (entry.title, entry.artist) = ($0.title, $0.artist)
      return entry
    }
  }

  /// Returns the names of files in the folder with this name.
  func entries(ofFolder path: String) throws(ToolFailure) -> [QueuedName] {
    try PlayableFolder.files(in: path).map { QueuedName(name: $0, playlists: playlists + [name]) }
  }

  /// Whether a playlist from the web names a local file.
  var isForbidden: Bool {
    guard let last = playlists.last, let origin = PlaylistAddress.scheme(of: last) else {
      return false
    }
    return origin != "file" && ["file", nil].contains(PlaylistAddress.scheme(of: name))
  }
}

extension ToolFailure {
  /// Describes why a playlist cannot be read.
  init(_ error: PlaylistError) {
    let reason =
      switch error.reason {
      case .binary: "the playlist contains bytes that are not text, at byte \(error.offset)"
      case .tooManyBytes: "the playlist has more than \(Playlist.greatestByteCount) bytes"
      case .tooManyEntries: "the playlist has more than \(Playlist.greatestEntryCount) entries"
      case .longLine: "a line or text of the playlist has more than \(Playlist.longestLine) bytes"
      case .markup: "the playlist is damaged, or is not a playlist, at byte \(error.offset)"
      case .documentType:
        "the playlist has a document type declaration (DOCTYPE), which is not supported"
      case .entity: "the playlist has an unknown character reference at byte \(error.offset)"
      case .tooDeep: "the elements of the playlist are nested too deeply"
      case .segments: "HTTP Live Streaming needs a file or a URL, not a pipe"
      case .empty: "the playlist has no entries"
      }
    self.init(reason)
  }
}
