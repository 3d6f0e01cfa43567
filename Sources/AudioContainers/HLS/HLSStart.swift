/// The preferred start of a playlist.
///
/// Source: RFC 8216, 4.3.5.2, EXT-X-START.
package struct HLSStart: Equatable, Sendable {
  /// Seconds from the start of the playlist, or from its end if negative.
  package var offset: Double
  /// Whether playback starts inside of the segment that contains the offset.
  package var isPrecise: Bool

  init?(_ attributes: HLSAttributes) {
    guard let offset = attributes.decimal("TIME-OFFSET") else { return nil }
    self.offset = offset
    isPrecise = attributes.isYes("PRECISE")
  }
}

/// The tags that both kinds of playlists have.
struct HLSHeader {
  var version: Int?
  var hasIndependentSegments = false
  var start: HLSStart?
}
