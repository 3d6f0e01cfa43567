/// Reads M3U playlists, including those in UTF-8 (M3U8).
///
/// Plain M3U has no specification. Each line that does not begin with `#` is an entry. The title of
/// an entry is in the `#EXTINF` line before it.
///
/// Source: RFC 8216, 4.1, for the form of lines and the tags of segments; 4.3.2.1 for titles.
enum M3UReader {
  /// Tags that occur only in playlists of HTTP Live Streaming.
  ///
  /// Source: RFC 8216, 4.3.3.1 and 4.3.4.2, each required in its kind of playlist.
  private static let segmentTags = ["#EXT-X-TARGETDURATION:", "#EXT-X-STREAM-INF:"]

  static func entries(_ bytes: Span<UInt8>) throws(PlaylistError) -> [Playlist.Entry] {
    guard bytes.count <= Playlist.greatestByteCount else {
      throw PlaylistError(.tooManyBytes, at: Playlist.greatestByteCount)
    }
    var lines = PlaylistLines(bytes)
    var entries: [Playlist.Entry] = []
    var title: String?
    while let line = try lines.nextFilled() {
      if segmentTags.contains(where: { line.text.hasPrefix($0) }) {
        throw PlaylistError(.segments, at: line.offset)
      }
      guard !line.text.hasPrefix("#") else {
        if line.text.hasPrefix("#EXTINF:") { title = Self.title(line.text) }
        continue
      }
      guard entries.count < Playlist.greatestEntryCount else {
        throw PlaylistError(.tooManyEntries, at: line.offset)
      }
      entries.append(Playlist.Entry(location: line.text, title: title))
      title = nil
    }
    guard !entries.isEmpty else { throw PlaylistError(.empty, at: bytes.count) }
    return entries
  }

  /// The text after the duration and its comma.
  private static func title(_ line: String) -> String? {
    let parts = line.split(separator: ",", maxSplits: 1)
    let title = parts.count == 2 ? TagText.trimmed(parts[1]) : ""
    return title.isEmpty ? nil : title
  }
}
