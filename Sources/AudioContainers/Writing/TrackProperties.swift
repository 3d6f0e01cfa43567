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
  /// The tracks to which the track refers, by their numbers in the file.
  ///
  /// The sound has number 1. The tracks of ``ContainerContent/timedTracks`` follow it.
  package var references: [TrackReference] = []

  package init() {}
}
