/// A sound track of a movie with several tracks.
package struct SoundTrack: Equatable, Sendable {
  /// The number of the track in the movie.
  package var identifier: UInt32
  /// Whether the movie enables the track.
  package var isEnabled: Bool
  /// The group, whose tracks are alternatives; 0 for a track that plays with others.
  package var alternateGroup: UInt16
  /// The language, by ISO 639-2/T; `nil` if it is undetermined.
  package var language: String?
  /// Whether the codec is supported, and the samples are in the file.
  package var isReadable: Bool
  /// The tracks to which this track refers.
  package var references: [TrackReference] = []

  package init(
    identifier: UInt32, isEnabled: Bool = true, alternateGroup: UInt16 = 0,
    language: String? = nil, isReadable: Bool = true
  ) {
    self.identifier = identifier
    self.isEnabled = isEnabled
    self.alternateGroup = alternateGroup
    self.language = language
    self.isReadable = isReadable
  }
}

extension [SoundTrack] {
  /// The indices of the tracks that play together unless a client chooses others.
  ///
  /// These are the enabled tracks without alternatives, and one track of each group. The first
  /// readable track plays if the movie enables no readable one.
  package var playedIndices: [Int] {
    var groups: Set<UInt16> = []
    let played = indices.filter { index in
      let track = self[index]
      guard track.isReadable, track.isEnabled else { return false }
      return track.alternateGroup == 0 || groups.insert(track.alternateGroup).inserted
    }
    return played.isEmpty ? Array<Int>(indices.filter { self[$0].isReadable }.prefix(1)) : played
  }
}
