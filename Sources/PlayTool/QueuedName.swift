import AudioContainers
import ToolSupport

/// A file, a URL or `-` for standard input, and the playlists that led to it.
struct QueuedName: Equatable {
  /// Playlists that may stand in each other.
  private static let mostPlaylists = 8

  let name: String
  /// From the outermost playlist to the one with this entry; empty for a word of the command line.
  let playlists: [String]

  init(name: String, playlists: [String] = []) {
    (self.name, self.playlists) = (name, playlists)
  }

  /// Whether this is standard input, which only the command line can name.
  var isStandardInput: Bool { name == "-" && playlists.isEmpty }

  /// The names in a playlist whose name this is.
  ///
  /// - Throws: ``ToolFailure`` if the playlist cannot be read, or leads back to itself.
  func entries(
    of bytes: [UInt8], kind: Playlist.Kind, at address: PlaylistAddress
  ) throws(ToolFailure) -> ArraySlice<QueuedName> {
    guard !playlists.contains(name) else { throw ToolFailure("a playlist that contains itself") }
    guard playlists.count < Self.mostPlaylists else {
      throw ToolFailure("more than \(Self.mostPlaylists) playlists in each other")
    }
    let playlist: Playlist
    do throws(PlaylistError) {
      playlist = try Playlist(bytes.span, kind: kind)
    } catch {
      throw ToolFailure(error)
    }
    let path = playlists + [name]
    return playlist.entries.map {
      // An entry that may not be opened is reported in its turn.
      QueuedName(name: address.resolve($0) ?? $0, playlists: path)
    }[...]
  }

  /// Whether a playlist from the web names a local file here.
  var isForbidden: Bool {
    guard let last = playlists.last, let origin = PlaylistAddress.scheme(of: last) else {
      return false
    }
    return origin != "file" && ["file", nil].contains(PlaylistAddress.scheme(of: name))
  }
}

extension ToolFailure {
  /// Says why a playlist cannot be read.
  init(_ error: PlaylistError) {
    let reason =
      switch error.reason {
      case .binary: "a playlist with bytes that are no text, at offset \(error.offset)"
      case .tooManyBytes: "a playlist of more than \(Playlist.greatestByteCount) bytes"
      case .tooManyEntries: "a playlist of more than \(Playlist.greatestEntryCount) entries"
      case .longLine: "a playlist with a line of more than \(Playlist.longestLine) bytes"
      case .segments: "a playlist of HTTP Live Streaming, which is not supported"
      case .empty: "a playlist without entries"
      }
    self.init(reason)
  }
}
