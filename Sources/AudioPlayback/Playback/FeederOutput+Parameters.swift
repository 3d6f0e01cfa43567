internal import MediaTimeline
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Applies volume and balance, even to the frames that the device holds.
  func revise() {
    guard let renderer else { return }
    ring.applyParameters()
    if !spreadNow(renderer) { device?.revise() }
  }

  /// Opens the device again with two channels when a single channel gets a balance for the first
  /// time.
  ///
  /// - Returns: Whether the device was opened again. A file keeps its channels.
  private func spreadNow(_ renderer: Renderer) -> Bool {
    guard device != nil, let deviceKind, ring.wantsSpread, !renderer.isSpread else {
      return false
    }
    if deviceKind.isFile { return false }
    closeDevice(isDiscontinuity: false)
    // A paused device is opened when it continues.
    if !engine.clock.isFrozen { openFirst(of: [deviceKind] + lesserKinds(than: deviceKind)) }
    return true
  }

  /// Schedules parameters after the next frames.
  ///
  /// - Parameters:
  ///   - changes: The parameters.
  ///   - frames: The number of frames before the change.
  func schedule(_ changes: [PlaybackChange], after frames: Double) {
    if ring.schedule(changes, after: frames), let renderer { _ = spreadNow(renderer) }
  }

}
