package import AudioDevices
package import AudioRealtime
internal import Synchronization

/// A recording device whose blocks go to one receiver, on its own thread.
///
/// If the device is lost, its owner gets the event and starts again.
package final class DeviceCapture: Sendable {
  private struct State {
    var device: (any InputDevice)?
    var kind: InputKind?
    var capturer: Capturer?
    var thread: AudioThread?
    var isEnded = false
  }

  /// The frames that a device may capture before the thread takes them, in seconds.
  private static let waitingSeconds = 1.0

  /// Wakes the thread: blocks have arrived, or the receiver has room again.
  package let signal = Signal()
  private let choice: InputChoice
  private let events: @Sendable (DeviceEvent) -> Void
  private let state = Mutex(State())

  /// Makes a capture without an open device.
  ///
  /// - Parameters:
  ///   - choice: The devices to try, best first.
  ///   - events: Called on any thread with the events of the device.
  package init(_ choice: InputChoice, events: @escaping @Sendable (DeviceEvent) -> Void) {
    (self.choice, self.events) = (choice, events)
  }

  /// Opens the best device; its blocks wait for ``begin(room:_:)``.
  ///
  /// - Parameters:
  ///   - sampleRate: The wanted rate, in hertz.
  ///   - channelCount: The number of channels.
  ///   - blockFrames: The wanted frames of a block.
  ///   - isRateFixed: Whether the device must capture at the wanted rate.
  /// - Returns: The rate of the device, in hertz.
  /// - Throws: ``DeviceError`` if no device records.
  package func open(
    sampleRate: Double, channelCount: Int, blockFrames: Int, isRateFixed: Bool = false
  ) throws(DeviceError) -> Double {
    var rate = sampleRate
    try DeviceOpening.openBest(of: choice.kinds) { (kind) throws(DeviceError) in
      let capturer = Capturer(
        channelCount: channelCount, capacityFrames: Int(sampleRate * Self.waitingSeconds) + 1,
        recorder: signal, mute: RecordingEngine.inputMute)
      guard let device = RecordingEngine.device(kind, choice.channels, false) else {
        throw .absent
      }
      rate = try device.start(
        capturer, sampleRate: sampleRate, blockFrames: blockFrames, isRateFixed: isRateFixed,
        events: events)
      state.withLock { ($0.device, $0.kind, $0.capturer) = (device, kind, capturer) }
    }
    return rate
  }

  /// Whether the device captures at its own pace, not as fast as its blocks are taken.
  package var hasClock: Bool { state.withLock { $0.kind?.path == nil } }

  /// Starts to give blocks to a receiver.
  ///
  /// - Parameters:
  ///   - room: The frames that the receiver can take now. A device without a clock waits for
  ///     room; if `nil`, such a device waits for the time of each block.
  ///   - receive: Receives each block on the thread of the capture.
  package func begin(
    room: (@Sendable () -> Int)?, _ receive: @escaping @Sendable (CapturedBlock) -> Void
  ) {
    guard let capturer = state.withLock({ $0.capturer }) else { return }
    let hasClock = hasClock
    let canTake: @Sendable (CapturedBlock) -> Bool = { block in
      if hasClock { return true }
      guard let room else { return block.nanoseconds <= MonotonicClock.nanoseconds }
      return room() >= block.samples.count / capturer.channelCount
    }
    let thread = AudioThread(name: "oca-input") { [self] in run(capturer, canTake, receive) }
    state.withLock { $0.thread = thread }
  }

  private func run(
    _ capturer: Capturer, _ canTake: (CapturedBlock) -> Bool,
    _ receive: (CapturedBlock) -> Void
  ) {
    var held: CapturedBlock?
    while !state.withLock({ $0.isEnded }) {
      guard let block = held ?? capturer.take() else {
        signal.wait()
        continue
      }
      held = block
      guard canTake(block) else {
        let time = block.nanoseconds
        if time > MonotonicClock.nanoseconds { signal.wait(until: time) } else { signal.wait() }
        continue
      }
      held = nil
      receive(block)
      state.withLock { $0.device }?.feed()
    }
  }

  /// Pauses, which drops the frames of the pause, or continues.
  package func setPaused(_ isPaused: Bool) { state.withLock { $0.device }?.setPaused(isPaused) }

  /// Stops at once.
  ///
  /// Waits until the receiver has returned, unless the receiver makes the call.
  package func stop() {
    let (device, thread) = state.withLock { state in
      state.isEnded = true
      defer { (state.device, state.capturer, state.thread) = (nil, nil, nil) }
      return (state.device, state.thread)
    }
    signal.post()
    device?.stop()
    if let thread, !thread.isCurrent { thread.join() }
  }
}
