internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes
internal import Synchronization

/// A device that plays what a function provides, in slices of the device's size.
@safe
final class HardwarePlayback: HardwareRun, PulledFrames, @unchecked Sendable {
  // Unchecked: only the device's thread uses the slice.

  private let playback: PulledPlayback
  private let function: HardwareFunction
  private let bufferFrames: Int
  private let bufferSeconds: Double
  let pulledRate: Double
  let pulledChannelCount: Int
  private let cycle: HardwareCycle
  /// The frames of the slice that have been given to the device.
  private var given: Int
  private let thread = Atomic<UInt>(0)

  init(
    _ device: HardwareDevice, _ function: HardwareFunction,
    _ events: @escaping @Sendable (DeviceEvent) -> Void
  ) {
    playback = PulledPlayback(DeviceChoice([.device(device.key.address)]), events: events)
    self.function = function
    bufferFrames = device.bufferFrames
    given = bufferFrames
    pulledRate = device.nominalRate
    pulledChannelCount = device.channelCount
    bufferSeconds = max(0.01, 2 * Double(bufferFrames) / pulledRate)
    cycle = HardwareCycle(device, frames: bufferFrames)
  }

  func start() throws(DeviceError) { try playback.start(self, bufferSeconds: bufferSeconds) }
  func stop() { playback.stop() }

  var isThreadOfCaller: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      if given == bufferFrames { renderSlice(after: done) }
      let length = min(count - done, bufferFrames - given)
      // Safe: the caller has room for `count` frames, and the slice has this many.
      unsafe (samples + done * pulledChannelCount).update(
        from: cycle.samples + given * pulledChannelCount, count: length * pulledChannelCount)
      done += length
      given += length
    }
  }

  private func renderSlice(after frames: Int) {
    let now = MonotonicClock.nanoseconds
    let offset = MonotonicClock.duration(ofFrames: frames, sampleRate: pulledRate)
    cycle.setTimes(
      now, sound: now + offset + Int(bufferSeconds * 1e9), frames: bufferFrames)
    // Safe: the slice has this many samples.
    unsafe cycle.samples.update(repeating: 0, count: cycle.sampleCount)
    unsafe cycle.restore(cycle.output)
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    function.call(cycle)
    thread.store(0, ordering: .relaxed)
    given = 0
  }
}

/// A device that gives a function what it records, in slices of the device's size.
@safe
final class HardwareCapture: HardwareRun, @unchecked Sendable {
  // Unchecked: only the thread of the capture uses the slice.

  private let capture: DeviceCapture
  private let function: HardwareFunction
  private let bufferFrames: Int
  private let rate: Double
  private let channelCount: Int
  private let cycle: HardwareCycle
  private var filled = 0
  private let thread = Atomic<UInt>(0)

  init(
    _ device: HardwareDevice, _ function: HardwareFunction,
    _ events: @escaping @Sendable (DeviceEvent) -> Void
  ) {
    capture = DeviceCapture(InputChoice([InputKind(device.key.address)]), events: events)
    self.function = function
    bufferFrames = device.bufferFrames
    rate = device.nominalRate
    channelCount = device.channelCount
    cycle = HardwareCycle(device, frames: bufferFrames)
  }

  func start() throws(DeviceError) {
    _ = try capture.open(
      sampleRate: rate, channelCount: channelCount, blockFrames: bufferFrames, isRateFixed: true)
    capture.begin(room: nil) { [self] block in take(block) }
  }

  func stop() { capture.stop() }

  var isThreadOfCaller: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  private func take(_ block: CapturedBlock) {
    let count = block.samples.count / channelCount
    var done = 0
    while done < count {
      let length = min(count - done, bufferFrames - filled)
      unsafe block.samples.withUnsafeBufferPointer { samples in
        guard let start = samples.baseAddress else { return }
        // Safe: both have room for this many frames.
        unsafe (cycle.samples + filled * channelCount).update(
          from: start + done * channelCount, count: length * channelCount)
      }
      done += length
      filled += length
      if filled == bufferFrames { give(endingAt: block.nanoseconds, after: done) }
    }
  }

  private func give(endingAt nanoseconds: Int, after frames: Int) {
    let offset = MonotonicClock.duration(ofFrames: frames, sampleRate: rate)
    let length = MonotonicClock.duration(ofFrames: bufferFrames, sampleRate: rate)
    cycle.setTimes(
      MonotonicClock.nanoseconds, sound: nanoseconds + offset - length, frames: bufferFrames)
    unsafe cycle.restore(cycle.input)
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    function.call(cycle)
    thread.store(0, ordering: .relaxed)
    filled = 0
  }
}
