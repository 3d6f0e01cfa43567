internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import AudioRealtime
internal import Synchronization

/// The renderer and the device of a player, for its feeding thread.
///
/// The next device replaces a lost one, and renders the frames again that have not played.
/// While a lesser device plays, the player looks for a better one from time to time.
final class FeederOutput {
  let engine: PlaybackEngine
  /// The frames that wait for a device.
  let ring: OutputRing
  var device: (any OutputDevice)?
  var deviceKind: DeviceKind?
  /// Whether a device was lost and not replaced yet.
  var isLost = false
  /// The first device to try, while it prepares on its own thread.
  var prepared: PreparedDevice?
  /// The devices of files: one device writes a file from start to end.
  var fileDevices: [DeviceKind: any OutputDevice] = [:]
  /// The files whose two channels are made from a single channel.
  var spreadFiles: Set<DeviceKind> = []
  /// The number of the last opened device, and the reports from devices.
  var generation = 0
  let news: DeviceNews
  var better: DeviceReturn<DeviceKind>

  init(_ engine: PlaybackEngine) {
    self.engine = engine
    ring = OutputRing(engine)
    news = DeviceNews(signal: engine.signal)
    better = DeviceReturn(signal: engine.signal)
  }

  var renderer: Renderer? { ring.renderer }

  // MARK: Frames

  /// Whether frames of this format can be written now.
  ///
  /// If not, the caller asks again later. A new format is possible once all frames of the previous
  /// format have played.
  func accepts(_ format: DeviceFormat) -> Bool {
    if ring.takes(format) { return true }
    finishFrames(isLast: true)
    guard ring.unreadFrames == 0, device == nil || isPlayedOut else { return false }
    let wasOpen = device != nil
    closeDevice(isDiscontinuity: wasOpen)
    ring.change(to: format)
    if wasOpen { reopen() }
    return true
  }

  /// Writes frames and wakes a device that waits for them.
  ///
  /// - Returns: The number of samples taken.
  func write(_ samples: Span<Float>) -> Int {
    let before = ring.writeIndex
    defer { wakeDevice(since: before) }
    return ring.write(samples)
  }

  /// Wakes a device that waits for frames, if frames have been written after index `frame`.
  private func wakeDevice(since frame: Int) {
    guard let renderer, let device, ring.writeIndex > frame else { return }
    if renderer.takeStarvation() { device.feed() }
  }

  /// Writes the frames that wait for room.
  ///
  /// Drains the rate filter, too, if no more frames follow in time.
  func finishFrames(isLast: Bool) {
    let before = ring.writeIndex
    ring.finishFrames(isLast: isLast)
    wakeDevice(since: before)
  }

  /// Whether everything written has played.
  var isPlayedOut: Bool {
    renderer == nil || !ring.holdsFrames && engine.clock.playedFrame >= ring.lastFrame
  }

  /// The time to check again whether everything has played.
  var nextLookAtEnd: Int {
    let now = MonotonicClock.nanoseconds
    guard let renderer, let device else { return now + 10_000_000 }
    // A file takes frames at its own pace, whatever their duration.
    if deviceKind?.isFile == true { return now + 5_000_000 }
    let missing = ring.lastFrame - engine.clock.playedFrame
    let left = MonotonicClock.duration(ofFrames: missing, sampleRate: renderer.sampleRate)
    // Shortly before the end, an exact position of the device is needed.
    if left < 200_000_000 { device.refreshPosition() }
    return now + max(5_000_000, left - 100_000_000)
  }
}
