package import AudioModel

/// A track of texts or metadata for a new movie.
package struct TimedTrackContent: Equatable, Sendable {
  /// A text, or metadata, with its time.
  package struct Sample: Equatable, Sendable {
    /// Units of the track's clock from the start of the movie.
    package var start: UInt64
    /// The duration in units of the track's clock; `nil` until the next sample or the end.
    package var duration: UInt64?
    package var bytes: [UInt8]

    package init(start: UInt64, duration: UInt64?, bytes: [UInt8]) {
      self.start = start
      self.duration = duration
      self.bytes = bytes
    }
  }

  /// The kind of samples: `text`, `sbtl` or `meta`.
  package var handler: FourCC
  /// The sample entry, from its size on.
  package var entry: [UInt8]
  /// Units per second of the times; at least 1.
  package var timescale: UInt32
  package var samples: [Sample]
  /// Language and state, and the references of this track.
  package var properties = TrackProperties()

  package init(handler: FourCC, entry: [UInt8], timescale: UInt32, samples: [Sample]) {
    self.handler = handler
    self.entry = entry
    self.timescale = timescale
    self.samples = samples
  }
}
