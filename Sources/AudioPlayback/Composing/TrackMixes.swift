package import MediaTimeline
internal import Synchronization

/// The volumes of a composition's tracks over time, which may change during playback.
package final class TrackMixes: Sendable {
  private let volumes: Mutex<[Int32: VolumeCurve]>

  /// Makes mixes of some tracks; the volume of the others is 1.
  package init(_ volumes: [Int32: VolumeCurve] = [:]) { self.volumes = Mutex(volumes) }

  /// Changes the volumes of the frames that are read next.
  package func set(_ new: [Int32: VolumeCurve]) { volumes.withLock { $0 = new } }

  func volume(ofTrack trackID: Int32) -> VolumeCurve? { volumes.withLock { $0[trackID] } }
}

extension MediaBytes {
  /// The media with volumes of tracks; `nil` if this is not a composition.
  package func mixed(by mixes: TrackMixes) -> MediaBytes? {
    guard case .composition(var composition) = address else { return nil }
    composition.mixes = mixes
    return MediaBytes(
      .composition(composition), options: options, isCounted: isCounted, cache: cache)
  }
}
