package import AudioContainers

/// A sound track of a file with several tracks.
package struct MediaTrack: Sendable {
  package var trackID: Int32
  /// The index among the sound tracks of the file.
  package var index: Int
  package var sound: SoundTrack
  /// Whether the track plays, unless a client changes it.
  package var isPlayed: Bool
  package var info: MediaInfo

  /// The name of the track as a rendition.
  var name: String { "Track \(index + 1)" }
}

extension [MediaTrack] {
  /// The tracks of the first group of alternatives; empty without a choice.
  var alternatives: [MediaTrack] {
    for track in self where track.sound.alternateGroup != 0 {
      let group = filter { $0.sound.alternateGroup == track.sound.alternateGroup }
      if group.count > 1 { return group }
    }
    return []
  }

  /// The alternatives, from which a client chooses.
  var renditions: [HLSRendition] {
    alternatives.map {
      HLSRendition(trackNamed: $0.name, language: $0.sound.language, isDefault: $0.isPlayed)
    }
  }
}
