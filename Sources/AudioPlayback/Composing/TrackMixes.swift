package import MediaTimeline
internal import Synchronization

/// The volumes of tracks over time, and the tracks that a client has switched on or off.
///
/// Any thread changes them, even during playback.
package final class TrackMixes: Sendable {
  private struct State {
    var volumes: [Int32: VolumeCurve]
    var switches: [Int32: Bool] = [:]
    /// Whether the pitch changes with the speed, by tracks with their own setting.
    var varispeeds: [Int32: Bool] = [:]
    var isVarispeed = false
  }

  private let state: Mutex<State>

  /// Makes mixes of some tracks; the volume of the others is 1.
  package init(_ volumes: [Int32: VolumeCurve] = [:]) {
    state = Mutex(State(volumes: volumes))
  }

  /// Whether the mixes change nothing.
  var isEmpty: Bool { state.withLock { $0.volumes.isEmpty && $0.switches.isEmpty } }

  /// Changes the volumes of the frames that are read next.
  package func set(_ new: [Int32: VolumeCurve]) { state.withLock { $0.volumes = new } }

  /// Sets whether the pitch of scaled pieces changes with their speed.
  ///
  /// - Parameters:
  ///   - isOn: The setting of tracks without their own one.
  ///   - tracks: The settings of tracks.
  package func setVarispeed(_ isOn: Bool, tracks: [Int32: Bool]) {
    state.withLock { ($0.isVarispeed, $0.varispeeds) = (isOn, tracks) }
  }

  /// Whether the pitch of a track's scaled pieces changes with their speed.
  func isVarispeed(_ trackID: Int32) -> Bool {
    state.withLock { $0.varispeeds[trackID] ?? $0.isVarispeed }
  }

  /// Whether the client has switched a track on or off; `nil` if it has not.
  package func isEnabled(_ trackID: Int32) -> Bool? { state.withLock { $0.switches[trackID] } }

  /// Switches a track on or off, for the frames that are read next.
  package func setEnabled(_ isEnabled: Bool, _ trackID: Int32) {
    state.withLock { $0.switches[trackID] = isEnabled }
  }

  /// Takes over the switches of other mixes.
  package func takeSwitches(of other: TrackMixes) {
    let switches = other.state.withLock { $0.switches }
    state.withLock { $0.switches = switches }
  }

  /// Returns the volume of a track.
  ///
  /// - Parameters:
  ///   - trackID: The track.
  ///   - isPlayed: Whether the track is on unless the client has switched it.
  /// - Returns: The volume; silence if the track is off.
  func volume(ofTrack trackID: Int32, isPlayed: Bool) -> VolumeCurve {
    state.withLock { state in
      guard state.switches[trackID] ?? isPlayed else { return .silence }
      return state.volumes[trackID] ?? VolumeCurve()
    }
  }
}

extension MediaBytes {
  /// The medium with other mixes of its tracks; `nil` if it is not a composition.
  package func mixed(by mixes: TrackMixes) -> MediaBytes? {
    guard case .composition(var composition) = address else { return nil }
    composition.mixes = mixes
    return MediaBytes(
      .composition(composition), options: options, isCounted: isCounted, cache: cache)
  }
}
