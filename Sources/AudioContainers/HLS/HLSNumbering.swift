/// Whether two playlists number the same segments alike.
enum HLSNumbering {
  case kept
  case changed
  /// The playlists have no numbers in common.
  case unknown

  init(_ previous: HLSMediaPlaylist, _ playlist: HLSMediaPlaylist) {
    guard let old = previous.segments.first, let new = playlist.segments.first else {
      self = .unknown
      return
    }
    let start = max(old.sequence, new.sequence)
    let oldSegments = previous.segments.dropFirst(start - old.sequence)
    let pairs = zip(oldSegments, playlist.segments.dropFirst(start - new.sequence))
    let count = pairs.reduce(into: (all: 0, equal: 0)) { count, pair in
      count.all += 1
      count.equal += Self.isSame(pair.0, pair.1) ? 1 : 0
    }
    // Some servers repeat names, such as those of an advertisement.
    self = count.all == 0 ? .unknown : count.equal * 2 >= count.all ? .kept : .changed
  }

  /// Whether two segments are the same, although tokens in their URIs may differ.
  private static func isSame(_ first: HLSSegment, _ second: HLSSegment) -> Bool {
    first.range == second.range && name(first.uri) == name(second.uri)
  }

  /// The last component of the path.
  private static func name(_ uri: String) -> Substring {
    let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return Substring(path.split(separator: UInt8(ascii: "/")).last ?? path)
  }
}
