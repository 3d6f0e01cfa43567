package import AudioDevices
package import AudioRealtime
internal import Synchronization

/// A device that pulls its frames from one source, with a short buffer.
///
/// A render graph and a client's render function play through it. If the device is lost, its owner
/// gets the event and starts again, on the next device of the choice. Calls may come from any
/// thread except the device's.
package final class PulledPlayback: Sendable {
  private struct State {
    var device: (any OutputDevice)?
    var kind: DeviceKind?
    var renderer: PulledRenderer?
    var pace: FilePace?
    var isPaused = false
    /// Files stay open, so that a restart appends to them.
    var files: [DeviceKind: any OutputDevice] = [:]
    /// The position at the last stop.
    var lastPosition = DevicePosition(frames: 0, nanoseconds: 0)
  }

  /// The buffer of the device if the session has no preference, in seconds.
  package static let usualBufferSeconds = 0.02

  /// Bounds the buffer that a session prefers.
  ///
  /// - Parameter preference: Any number of seconds; 0 is no preference.
  /// - Returns: 0.005 to 1 seconds.
  package static func bufferSeconds(preferring preference: Double) -> Double {
    preference > 0 ? min(max(preference, 0.005), 1) : usualBufferSeconds
  }

  private let wanted: Mutex<DeviceChoice>
  private let events: @Sendable (DeviceEvent) -> Void
  private let state = Mutex(State())
  private let turns = WaitingLock()

  /// Makes a playback without an open device.
  ///
  /// - Parameters:
  ///   - choice: The devices to try, best first.
  ///   - events: Called on any thread with the events of the device.
  package init(
    _ choice: DeviceChoice, events: @escaping @Sendable (DeviceEvent) -> Void = { _ in }
  ) {
    wanted = Mutex(choice)
    self.events = events
  }

  /// Sets the devices that the next start tries, best first.
  package func setChoice(_ choice: DeviceChoice) { wanted.withLock { $0 = choice } }

  private var choice: DeviceChoice { wanted.withLock { $0 } }

  /// Opens the best device, which pulls the source until ``stop()``.
  ///
  /// - Parameters:
  ///   - source: The source of the frames.
  ///   - bufferSeconds: How far ahead of the loudspeaker the device may buffer.
  ///   - isRetry: Whether a device was lost; then silence replaces a missing device.
  /// - Throws: ``DeviceError`` if no device can be started.
  package func start(
    _ source: any PulledFrames, bufferSeconds: Double = usualBufferSeconds, isRetry: Bool = false
  ) throws(DeviceError) {
    turns.take()
    defer { turns.give() }
    close()
    let kinds = isRetry ? choice.afterLoss : choice.kinds
    try DeviceOpening.openBest(of: kinds) { (kind) throws(DeviceError) in
      try open(kind, source, bufferSeconds, isRetry: isRetry)
    }
  }

  private func open(
    _ kind: DeviceKind, _ source: any PulledFrames, _ bufferSeconds: Double, isRetry: Bool
  ) throws(DeviceError) {
    let file = state.withLock { $0.files[kind] }
    let made =
      file ?? kind.makeDevice(isRetry: isRetry, role: choice.role, channels: choice.channels)
    guard let device = made else { throw .absent }
    let renderer = PulledRenderer(source, waits: kind.isFile)
    if kind.isFile { renderer.setLimit(0) }
    let frames = max(1, Int((renderer.sampleRate * bufferSeconds).rounded()))
    try device.start(renderer, bufferFrames: frames, events: events)
    let pace = kind.isFile ? FilePace(renderer, device) : nil
    state.withLock { state in
      if kind.isFile { state.files[kind] = device }
      (state.device, state.kind, state.renderer, state.pace) = (device, kind, renderer, pace)
      state.isPaused = false
    }
  }

  /// Pauses at once and keeps the buffered frames, or continues.
  package func setPaused(_ isPaused: Bool) {
    turns.take()
    defer { turns.give() }
    let (device, pace) = state.withLock { state in
      state.isPaused = isPaused
      return (state.device, state.pace)
    }
    pace?.setPaused(isPaused)
    device?.setPaused(isPaused)
  }

  /// Stops at once; no thread pulls the source afterwards.
  package func stop() {
    turns.take()
    defer { turns.give() }
    close()
  }

  private func close() {
    let (device, pace) = state.withLock { state in
      defer { (state.device, state.renderer, state.pace) = (nil, nil, nil) }
      return (state.device, state.pace)
    }
    pace?.end()
    device?.stop()
    if let device { state.withLock { $0.lastPosition = device.position } }
  }

  /// Whether a device is open.
  package var isOpen: Bool { state.withLock { $0.device != nil } }

  /// The open device, or `nil`.
  package var kind: DeviceKind? { state.withLock { $0.device == nil ? nil : $0.kind } }

  /// The frames that have been heard since the start, and the time at which they had been heard.
  package var position: DevicePosition {
    let device = state.withLock { $0.device }
    return device?.position ?? state.withLock { $0.lastPosition }
  }

  /// The rate and channels of the hardware, if they are known to differ from the source's.
  package var hardwareFormat: DeviceFormat? { state.withLock { $0.device }?.hardwareFormat }
}
