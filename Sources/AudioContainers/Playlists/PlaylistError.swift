/// The reason and the location of a playlist error.
package struct PlaylistError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// A byte that does not occur in text.
    case binary
    /// More than ``Playlist/greatestByteCount`` bytes.
    case tooManyBytes
    /// More than ``Playlist/greatestEntryCount`` entries.
    case tooManyEntries
    /// A line of more than ``Playlist/longestLine`` bytes.
    case longLine
    /// The segments of one HTTP Live Streaming presentation, which are not separate files.
    case segments
    /// The playlist has no entries.
    case empty
  }

  package var reason: Reason
  /// Bytes from the start of the playlist to the fault.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
