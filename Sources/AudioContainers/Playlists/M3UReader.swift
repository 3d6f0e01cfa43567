/// Reads M3U playlists, including those in UTF-8 (M3U8).
///
/// Plain M3U has no specification. Each line that does not begin with `#` is an entry.
///
/// Source: RFC 8216, 4.1, for the form of lines and the tags of segments.
enum M3UReader {
  /// Tags that occur only in playlists of HTTP Live Streaming.
  ///
  /// Source: RFC 8216, 4.3.3.1 and 4.3.4.2, each required in its kind of playlist.
  private static let segmentTags = ["#EXT-X-TARGETDURATION:", "#EXT-X-STREAM-INF:"]

  static func entries(_ bytes: Span<UInt8>) throws(PlaylistError) -> [String] {
    guard bytes.count <= Playlist.greatestByteCount else {
      throw PlaylistError(.tooManyBytes, at: Playlist.greatestByteCount)
    }
    var lines = PlaylistLines(bytes)
    var entries: [String] = []
    while let line = try lines.nextFilled() {
      if segmentTags.contains(where: { line.text.hasPrefix($0) }) {
        throw PlaylistError(.segments, at: line.offset)
      }
      guard !line.text.hasPrefix("#") else { continue }
      guard entries.count < Playlist.greatestEntryCount else {
        throw PlaylistError(.tooManyEntries, at: line.offset)
      }
      entries.append(line.text)
    }
    guard !entries.isEmpty else { throw PlaylistError(.empty, at: bytes.count) }
    return entries
  }
}
