package import AudioModel

/// A track of texts or metadata in a movie, beside its sound.
package struct TimedTrack: Equatable, Sendable {
  /// The number of the track in the movie.
  package var identifier: UInt32
  /// The kind of samples: `text`, `sbtl` or `meta`.
  package var handler: FourCC
  /// Whether the movie enables the track.
  package var isEnabled: Bool
  /// The language, by ISO 639-2/T; `nil` if it is undetermined.
  package var language: String?
  /// Units per second of the times.
  package var timescale: UInt32
  /// The first sample entry, from its size on.
  package var entry: [UInt8] = []
  /// The tracks to which this track refers.
  package var references: [TrackReference] = []
  /// The samples in the order of their times.
  package var samples: [TimedSample] = []
}

/// The location of a text or of metadata in a movie, with its time.
package struct TimedSample: Hashable, Sendable {
  /// Maximum number of samples that are read.
  static let most = 1 << 16

  /// Units of the track's clock from the start of the movie.
  package var start: UInt64
  /// The duration in units of the track's clock.
  package var duration: UInt64
  package var extent: FileExtent
}

/// A reference of a track to others.
///
/// Source: ISO/IEC 14496-12, 8.3.3 Track Reference Box.
package struct TrackReference: Hashable, Sendable {
  /// The kind of reference, such as `chap` for chapters.
  package var type: FourCC
  /// The numbers of the other tracks.
  package var identifiers: [UInt32]

  package init(type: FourCC, identifiers: [UInt32]) {
    self.type = type
    self.identifiers = identifiers
  }
}
