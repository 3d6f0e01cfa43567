package import MediaTimeline
internal import Synchronization

/// How the sound of an item changes before it is played.
package struct ItemMix: Sendable {
  /// The volume over the time of the item.
  package var volume = VolumeCurve()
  /// The client code that changes the sound.
  package var tap: (any ItemTap)?

  package init() {}

  /// Whether the mix changes nothing.
  package var isEmpty: Bool { volume.ramps.isEmpty && tap == nil }
}

extension MediaItem {
  /// The track ID for media that have only one track.
  package static let onlyTrackID: Int32 = 1

  /// Whether the sound changes before it is played.
  var hasMix: Bool { !mix.isEmpty || !trackMixes.isEmpty }

  /// The volume of all frames; 1 for a mix of tracks, because the tracks already have their
  /// volumes.
  func volume(of mix: ItemMix) -> VolumeCurve {
    guard info?.isMixed != true else { return VolumeCurve() }
    return trackMixes.isEnabled(Self.onlyTrackID) ?? true ? mix.volume : .silence
  }

  /// How the sound changes before it is played.
  ///
  /// A change applies to the frames that are read next.
  package var mix: ItemMix {
    get { state.withLock { $0.mix } }
    set {
      // This may release a tap, whose client code must run without the lock.
      let old = state.withLock { state in
        defer { state.mix = newValue }
        return state.mix
      }
      withExtendedLifetime(old) {}
    }
  }
}
