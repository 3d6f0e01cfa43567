/// Reads PLS playlists: `File1=`, `File2=`, and so on below `[playlist]`.
///
/// The format has no specification. The reader ignores titles, lengths, the stated count, and
/// unknown keys. Entries are sorted by number, and the first entry with a number counts.
enum PLSReader {
  /// Maximum number of digits in an entry's number.
  private static let mostDigits = 9

  static func entries(_ bytes: Span<UInt8>) throws(PlaylistError) -> [String] {
    guard bytes.count <= Playlist.greatestByteCount else {
      throw PlaylistError(.tooManyBytes, at: Playlist.greatestByteCount)
    }
    var lines = PlaylistLines(bytes)
    var entries: [Int: String] = [:]
    while let line = try lines.nextFilled() {
      guard let (number, name) = entry(line.text), entries[number] == nil else { continue }
      guard entries.count < Playlist.greatestEntryCount else {
        throw PlaylistError(.tooManyEntries, at: line.offset)
      }
      entries[number] = name
    }
    guard !entries.isEmpty else { throw PlaylistError(.empty, at: bytes.count) }
    return entries.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The number and the name in a line, if it is an entry.
  private static func entry(_ line: String) -> (number: Int, name: String)? {
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased().hasPrefix("file") else { return nil }
    let digits = TagText.trimmed(String(parts[0].dropFirst(4)))
    let name = TagText.trimmed(String(parts[1]))
    guard digits.utf8.count <= mostDigits, let number = Int(digits), !name.isEmpty else {
      return nil
    }
    return (number, name)
  }
}
