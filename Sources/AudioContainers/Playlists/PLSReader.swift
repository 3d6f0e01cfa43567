/// Reads PLS playlists: `File1=`, `File2=`, and so on below `[playlist]`.
///
/// The format has no specification. `Title1=` is the title of `File1=`. The reader ignores lengths,
/// the stated count, and unknown keys. Entries are sorted by number, and the first value of a key
/// counts.
enum PLSReader {
  /// Maximum number of digits in an entry's number.
  private static let mostDigits = 9

  static func entries(_ bytes: Span<UInt8>) throws(PlaylistError) -> [Playlist.Entry] {
    guard bytes.count <= Playlist.greatestByteCount else {
      throw PlaylistError(.tooManyBytes, at: Playlist.greatestByteCount)
    }
    var lines = PlaylistLines(bytes)
    var entries: [Int: String] = [:]
    var titles: [Int: String] = [:]
    while let line = try lines.nextFilled() {
      if let (number, title) = value("title", line.text), titles[number] == nil,
        titles.count < Playlist.greatestEntryCount
      {
        titles[number] = title
      }
      guard let (number, name) = value("file", line.text), entries[number] == nil else { continue }
      guard entries.count < Playlist.greatestEntryCount else {
        throw PlaylistError(.tooManyEntries, at: line.offset)
      }
      entries[number] = name
    }
    guard !entries.isEmpty else { throw PlaylistError(.empty, at: bytes.count) }
    return entries.sorted { $0.key < $1.key }.map {
      Playlist.Entry(location: $0.value, title: titles[$0.key])
    }
  }

  /// The number and the value in a line, if it has a numbered key.
  private static func value(_ key: String, _ line: String) -> (number: Int, value: String)? {
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased().hasPrefix(key) else { return nil }
    let digits = TagText.trimmed(String(parts[0].dropFirst(key.count)))
    let value = TagText.trimmed(parts[1])
    guard digits.utf8.count <= mostDigits, let number = Int(digits), !value.isEmpty else {
      return nil
    }
    return (number, value)
  }
}
