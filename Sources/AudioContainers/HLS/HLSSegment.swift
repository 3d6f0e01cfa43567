/// An initialization section, which the parser of a segment needs first.
///
/// Source: RFC 8216, 4.3.2.5, EXT-X-MAP.
package struct HLSMap: Equatable, Sendable {
  /// The URI as in the playlist.
  package var uri: String
  package var range: HLSByteRange?
  /// The keys that apply to the section, one for each format.
  package var keys: [HLSKey]
}

/// A segment of a media playlist.
///
/// Source: RFC 8216, 4.3.2, Media Segment Tags.
package struct HLSSegment: Equatable, Sendable {
  /// The URI as in the playlist; ``HLSAddress`` resolves it.
  package var uri: String
  package var title: String?
  /// Seconds.
  package var duration: Double
  /// Seconds from the start of the playlist.
  package var start = 0.0
  /// The part of the resource, or `nil` for all of it.
  package var range: HLSByteRange?
  /// The media sequence number.
  package var sequence = 0
  /// The discontinuity sequence number: segments with the same number share one timeline.
  package var discontinuitySequence: Int
  /// Whether timestamps and formats may differ from the previous segment.
  package var isDiscontinuity: Bool
  /// Whether the media is missing; then the segment is not requested and is silent.
  package var isGap: Bool
  /// Approximate bits per second.
  package var bitRate: Int?
  /// The keys that apply, one for each format; empty for clear segments.
  package var keys: [HLSKey]
  package var map: HLSMap?
  /// Seconds from 1970-01-01 00:00 UTC to the first sample, stated or computed from neighbors.
  package var date: Double?
  /// Whether the playlist states the date for this segment.
  package var hasOwnDate: Bool

  /// Seconds from the start of the playlist to the end of the segment.
  package var end: Double { start + duration }

  /// The key that this package can use.
  package var key: HLSKey? { keys.first { $0.format == HLSKey.identityFormat } }
}
