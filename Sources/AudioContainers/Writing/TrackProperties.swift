/// Properties of a track that do not change its packets.
package struct TrackProperties: Equatable, Sendable {
  /// The language as three letters of ISO 639-2, or empty.
  package var language = ""
  /// The language as a tag of RFC 5646, or empty.
  package var languageTag = ""
  /// The volume, with 1 for unchanged sound.
  package var volume: Float = 1
  /// Whether players play the track by default.
  package var isEnabled = true
  /// The width of texts, in pixels.
  package var width = 0.0
  /// The height of texts, in pixels.
  package var height = 0.0
  /// The transformation of texts for display: a, b, c, d, x, and y of *Track Header Box*.
  ///
  /// Empty for the identity.
  package var transform: [Double] = []
  /// The duration of the chunks in which packets lie, in seconds; 0 for the usual one.
  package var chunkDuration = 0.0
  /// Units of the movie's clock in a second; 0 for the sample rate, whose edits are exact.
  package var movieTimescale: UInt32 = 0
  /// The tracks to which the track refers, by their numbers in the file.
  ///
  /// The sound has number 1. The tracks of ``ContainerContent/timedTracks`` follow it.
  package var references: [TrackReference] = []

  package init() {}
}
