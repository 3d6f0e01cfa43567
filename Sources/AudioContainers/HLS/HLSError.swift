/// The reason and the location of an error in a playlist of HTTP Live Streaming.
package struct HLSError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Text or bytes without the tags of a playlist.
    case notPlaylist
    /// A plain M3U playlist, which ``Playlist`` reads.
    case plainList
    /// A playlist without segments, variants, or a target duration.
    case empty
    /// Tags of a media playlist together with tags of a multivariant playlist.
    case mixedKinds
    /// More than ``HLSPlaylist/greatestByteCount`` bytes.
    case tooManyBytes
    /// More than ``HLSPlaylist/greatestLineCount`` lines with text.
    case tooManyLines
    /// A line of more than ``HLSPlaylist/longestLine`` bytes.
    case longLine
    /// A byte range without a size, or beyond any resource.
    case byteRange
    /// A key without a method or URI, or with an invalid initialization vector.
    case key
    /// An initialization section without a URI.
    case map
    /// A definition of a variable that lacks a value or repeats a name.
    case definition
    /// A reference to a variable without a definition.
    case undefinedVariable
    /// References to variables that make the text too long.
    case expansion
  }

  package var reason: Reason
  /// The number of the faulty line, from 1, or of the last line.
  package var line: Int

  package init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}
