/// A playlist of segments.
///
/// Source: RFC 8216, 4.3.2 and 4.3.3; draft-pantos-hls-rfc8216bis, 4.4.3 and 4.4.4.
package struct HLSMediaPlaylist: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The playlist may change in any way that a live stream needs.
    case live
    /// The playlist only grows at its end.
    case event
    /// The playlist does not change.
    case onDemand
  }

  package var version: Int?
  /// Segments in playback order.
  package var segments: [HLSSegment]
  /// Upper limit of the rounded durations of segments, in seconds.
  package var targetDuration: Double
  /// The media sequence number of the first segment, including segments that a server skipped.
  package var mediaSequence: Int
  /// The discontinuity sequence number before the first segment.
  package var discontinuitySequence: Int
  package var kind: Kind
  /// Whether the playlist states that no segments will follow.
  package var hasEndTag: Bool
  /// Whether every segment can be decoded without earlier segments.
  package var hasIndependentSegments: Bool
  /// Whether each segment is a single picture of a video.
  package var hasOnlyIFrames: Bool
  package var start: HLSStart?
  /// Seconds between the end of a live playlist and the latest start, if the server states them.
  package var holdBack: Double?
  package var dateRanges: [HLSDateRange]

  /// Whether no segments will follow.
  package var hasEnded: Bool { hasEndTag || kind == .onDemand }

  /// Seconds of all segments.
  package var duration: Double { segments.last?.end ?? 0 }
}
