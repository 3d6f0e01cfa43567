internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
internal import AudioRealtime

/// The engine of a queue: a player or a recorder.
protocol AudioQueueEngine: AnyObject, Sendable {
  func start(nanoseconds: Int?) throws(PlaybackError)
  func pause()
  func stop()
  /// Stops after all buffers have been played or filled.
  ///
  /// Returns false if it stopped immediately.
  func stopWhenDone() -> Bool
  func reset()
  func flush()
  func shutDown()
  /// Whether the caller is on the engine's thread, within a tap's callback.
  ///
  /// Other threads may wait for the engine's thread, so that thread must not wait for them.
  var isCurrent: Bool { get }
  var time: (frames: Double, nanoseconds: Int)? { get }
  var discontinuities: Int { get }
  var deviceFormat: DeviceFormat? { get }
  /// The hardware sample rate, or `nil` if no hardware is open or the rate is unknown.
  var hardwareSampleRate: Double? { get }
  /// The name of the device, in the form of the environment variable.
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
