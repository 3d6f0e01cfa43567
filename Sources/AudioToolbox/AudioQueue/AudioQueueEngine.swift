internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioRealtime

/// What a queue runs: a player, or a recorder.
protocol AudioQueueEngine: AnyObject, Sendable {
  func start(nanoseconds: Int?) throws(PlaybackError)
  func pause()
  func stop()
  /// Stops once all buffers have been heard or filled; false where it has stopped at once.
  func stopWhenDone() -> Bool
  func reset()
  func flush()
  func shutDown()
  /// Whether the caller is its thread, in a tap: others may wait for that, so it waits for nobody.
  var isCurrent: Bool { get }
  var time: (frames: Double, nanoseconds: Int)? { get }
  var discontinuities: Int { get }
  var deviceFormat: DeviceFormat? { get }
  /// The rate of the hardware, or `nil` while there is none or it does not tell.
  var hardwareSampleRate: Double? { get }
  /// The name of the device, as the environment tells it.
  var deviceName: String? { get }
  var levels: [Level] { get }
  func setMetering(_ isOn: Bool)
  func setTap(_ tap: (any AudioTap)?)
}

extension PlaybackEngine: AudioQueueEngine {
  func stopWhenDone() -> Bool { stopWhenPlayed() }
  var deviceName: String? { device?.name }
}

extension RecordingEngine: AudioQueueEngine {
  func stopWhenDone() -> Bool { stopWhenFilled() }
  var deviceName: String? { device?.name }
}
