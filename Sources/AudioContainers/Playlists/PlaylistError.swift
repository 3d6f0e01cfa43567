/// The reason and the location of a playlist error.
package struct PlaylistError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// A byte that does not occur in text.
    case binary
    /// More than ``Playlist/greatestByteCount`` bytes.
    case tooManyBytes
    /// More than ``Playlist/greatestEntryCount`` entries.
    case tooManyEntries
    /// A line or text of more than ``Playlist/longestLine`` bytes.
    case longLine
    /// Markup that is damaged, or that is no playlist.
    case markup
    /// A document type, which could define entities.
    case documentType
    /// A reference to an entity that XML does not define, or to an invalid character.
    case entity
    /// Too many elements inside each other.
    case tooDeep
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
