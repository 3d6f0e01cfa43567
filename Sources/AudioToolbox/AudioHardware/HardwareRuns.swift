internal import AudioDevices
internal import AudioPlayback
internal import AudioRealtime
internal import CoreAudioTypes

/// A device that plays what a function provides, in slices of the device's size.
@safe
final class HardwarePlayback: HardwareRun, PulledFrames, @unchecked Sendable {
  // Unchecked: only the device's thread uses the slice.

  private let playback: PulledPlayback
  let calls: HardwareCalls
  private let bufferFrames: Int
  private let bufferSeconds: Double
  let pulledRate: Double
  let pulledChannelCount: Int
  /// The frames of the slice that have been given to the device.
  private var given: Int

  init(
    _ device: HardwareDevice, _ function: HardwareFunction,
    _ events: @escaping @Sendable (DeviceEvent) -> Void
  ) {
    playback = PulledPlayback(DeviceChoice([.device(device.key.address)]), events: events)
    bufferFrames = device.bufferFrames
    given = bufferFrames
    pulledRate = device.nominalRate
    pulledChannelCount = device.channelCount
    bufferSeconds = max(0.01, 2 * Double(bufferFrames) / pulledRate)
    calls = HardwareCalls(function, HardwareCycle(device, frames: bufferFrames))
  }

  func start() throws(DeviceError) { try playback.start(self, bufferSeconds: bufferSeconds) }
  func stop() { playback.stop() }

  func render(into samples: UnsafeMutablePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      if given == bufferFrames { renderSlice(after: done) }
      let length = min(count - done, bufferFrames - given)
      // Safe: the caller has room for `count` frames, and the slice has this many.
      unsafe (samples + done * pulledChannelCount).update(
        from: calls.cycle.samples + given * pulledChannelCount, count: length * pulledChannelCount)
      done += length
      given += length
    }
  }

  private func renderSlice(after frames: Int) {
    defer { given = 0 }
    let cycle = calls.cycle
    // Safe: the slice has this many samples.
    unsafe cycle.samples.update(repeating: 0, count: cycle.sampleCount)
    guard calls.isCalled else { return }
    let now = MonotonicClock.nanoseconds
    let offset = MonotonicClock.duration(ofFrames: frames, sampleRate: pulledRate)
    cycle.setTimes(
      now, sound: now + offset + Int(bufferSeconds * 1e9), frames: bufferFrames)
    unsafe cycle.restore(cycle.output)
    calls.call()
  }
}

/// A device that passes recorded frames to a function, in slices of the device's size.
@safe
final class HardwareCapture: HardwareRun, @unchecked Sendable {
  // Unchecked: only the thread of the capture uses the slice.

  private let capture: DeviceCapture
  let calls: HardwareCalls
  private let bufferFrames: Int
  private let rate: Double
  private let channelCount: Int
  private var filled = 0
  /// Held while the device stops.
  private let turns = WaitingLock()

  init(
    _ device: HardwareDevice, _ function: HardwareFunction,
    _ events: @escaping @Sendable (DeviceEvent) -> Void
  ) {
    capture = DeviceCapture(InputChoice([InputKind(device.key.address)]), events: events)
    bufferFrames = device.bufferFrames
    rate = device.nominalRate
    channelCount = device.channelCount
    calls = HardwareCalls(function, HardwareCycle(device, frames: bufferFrames))
  }

  func start() throws(DeviceError) {
    _ = try capture.open(
      sampleRate: rate, channelCount: channelCount, blockFrames: bufferFrames, isRateFixed: true)
    capture.begin(room: nil) { [self] block in take(block) }
  }

  func stop() {
    // A second call waits for the first one.
    turns.take()
    defer { turns.give() }
    capture.stop()
  }

  private func take(_ block: CapturedBlock) {
    let count = block.samples.count / channelCount
    var done = 0
    while done < count {
      let length = min(count - done, bufferFrames - filled)
      unsafe block.samples.withUnsafeBufferPointer { samples in
        guard let start = samples.baseAddress else { return }
        // Safe: both have room for this many frames.
        unsafe (calls.cycle.samples + filled * channelCount).update(
          from: start + done * channelCount, count: length * channelCount)
      }
      done += length
      filled += length
      if filled == bufferFrames { give(endingAt: block.nanoseconds, after: done) }
    }
  }

  private func give(endingAt nanoseconds: Int, after frames: Int) {
    defer { filled = 0 }
    guard calls.isCalled else { return }
    let cycle = calls.cycle
    let offset = MonotonicClock.duration(ofFrames: frames, sampleRate: rate)
    let length = MonotonicClock.duration(ofFrames: bufferFrames, sampleRate: rate)
    cycle.setTimes(
      MonotonicClock.nanoseconds, sound: nanoseconds + offset - length, frames: bufferFrames)
    unsafe cycle.restore(cycle.input)
    calls.call()
  }
}
