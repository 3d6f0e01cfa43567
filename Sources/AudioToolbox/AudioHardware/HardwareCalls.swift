internal import AudioRealtime
public import CoreAudioTypes
internal import Dispatch
internal import Synchronization

/// A closure that a device calls for each slice of frames.
public typealias AudioDeviceIOBlock = (
  UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
  UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
) -> Void

/// A client's function or closure for the slices of a device.
@safe
struct HardwareFunction: @unchecked Sendable {
  // Unchecked: the client states the function and its pointer, or the closure, for render threads.

  @safe enum Kind {
    case proc(AudioDeviceIOProc, UnsafeMutableRawPointer?)
    case closure(AudioDeviceIOBlock, DispatchQueue?)
  }

  let device: AudioObjectID
  let kind: Kind
}

/// The calls of a client's function during one run of a device.
///
/// At first, the device runs without calling the function, so that the client can stop it before
/// the first call.
@safe
final class HardwareCalls: @unchecked Sendable {
  // Unchecked: only the device's thread, or the queue for which it waits, uses the slice.

  let cycle: HardwareCycle
  private let function: HardwareFunction
  private let isBegun = Atomic(false)
  private let isStopped = Atomic(false)
  /// The thread on which the function runs, or 0.
  private let thread = Atomic<UInt>(0)
  /// Whether the device waits for a closure that has not run yet.
  private let isQueued = Atomic(false)
  /// Wakes the device's thread, which waits for a queue; `nil` without a queue.
  private let wake: Signal?

  init(_ function: HardwareFunction, _ cycle: HardwareCycle) {
    self.function = function
    self.cycle = cycle
    if case .closure(_, _?) = function.kind {
      // Queues are not on a test's clock.
      wake = VirtualClock.outside { Signal() }
    } else {
      wake = nil
    }
  }

  // MARK: Any thread

  /// Whether the device calls the function, and the client has not stopped it.
  var isLive: Bool { isCalled && !isStopped.load(ordering: .sequentiallyConsistent) }

  /// Whether the device calls the function, as it does until it has stopped.
  var isCalled: Bool { isBegun.load(ordering: .sequentiallyConsistent) }

  /// Whether the calling code runs within the client's function.
  var isThreadOfCaller: Bool {
    thread.load(ordering: .relaxed) == AudioThread.currentIdentifier
  }

  /// Lets the device call the function from now on.
  func begin() { isBegun.store(true, ordering: .sequentiallyConsistent) }

  /// Notes that the device is to stop.
  ///
  /// A function that stops the device itself gets no further call. A closure on a queue gets none
  /// either: its queue may be blocked until `stop` returns. Other functions get calls until the
  /// device has stopped.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    guard isThreadOfCaller || wake != nil else { return }
    isBegun.store(false, ordering: .sequentiallyConsistent)
    if takeQueued() { wake?.post() }
  }

  private func takeQueued() -> Bool {
    isQueued.exchange(false, ordering: .sequentiallyConsistent)
  }

  // MARK: The device's thread

  /// Calls the function, unless the calls have ended.
  func call() {
    guard isCalled else { return }
    ClientCode.call {
      if case .closure(_, let queue?) = function.kind { callOn(queue) } else { run() }
    }
  }

  /// Calls a closure on its queue, and waits until the closure returns or ``stop()`` is called.
  private func callOn(_ queue: DispatchQueue) {
    isQueued.store(true, ordering: .sequentiallyConsistent)
    // The calls may have ended before the line above.
    if !isCalled, takeQueued() { return }
    queue.async { [self] in
      guard takeQueued() else { return }
      if isCalled { run() }
      wake?.post()
    }
    VirtualClock.outside { wake?.wait() }
  }

  private func run() {
    thread.store(AudioThread.currentIdentifier, ordering: .relaxed)
    // Safe: all arguments live until the function returns.
    switch function.kind {
    case .proc(let proc, let data):
      _ = unsafe proc(
        function.device, cycle.now, cycle.input, cycle.inputTime, cycle.output, cycle.outputTime,
        data)
    case .closure(let closure, _):
      unsafe closure(cycle.now, cycle.input, cycle.inputTime, cycle.output, cycle.outputTime)
    }
    thread.store(0, ordering: .relaxed)
  }
}

/// The arguments of a call of a client's function.
@safe final class HardwareCycle {
  let now: UnsafeMutablePointer<AudioTimeStamp>
  let inputTime: UnsafeMutablePointer<AudioTimeStamp>
  let outputTime: UnsafeMutablePointer<AudioTimeStamp>
  let input: UnsafeMutablePointer<AudioBufferList>
  let output: UnsafeMutablePointer<AudioBufferList>
  let samples: UnsafeMutablePointer<Float>
  let sampleCount: Int
  private var position = 0

  /// Makes memory for slices.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - frames: The frames of a slice.
  init(_ device: HardwareDevice, frames: Int) {
    sampleCount = frames * device.channelCount
    unsafe now = .allocate(capacity: 3)
    // Safe: the memory has room for three times and one slice.
    unsafe now.initialize(repeating: AudioTimeStamp(), count: 3)
    unsafe (inputTime, outputTime) = unsafe (now + 1, now + 2)
    unsafe input = .allocate(capacity: 1)
    unsafe output = .allocate(capacity: 1)
    unsafe samples = .allocate(capacity: sampleCount)
    unsafe samples.initialize(repeating: 0, count: sampleCount)
    unsafe input.initialize(to: AudioBufferList())
    unsafe output.initialize(to: AudioBufferList())
    let buffer = unsafe AudioBuffer(
      mNumberChannels: UInt32(device.channelCount), mDataByteSize: UInt32(4 * sampleCount),
      mData: samples)
    let list = unsafe AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
    if device.key.isOutput {
      unsafe output.pointee = list
    } else {
      unsafe input.pointee = list
    }
  }

  deinit {
    // Safe: allocated by `init`.
    unsafe now.deallocate()
    unsafe input.deallocate()
    unsafe output.deallocate()
    unsafe samples.deallocate()
  }

  /// Sets the times of the next slice.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time of the call.
  ///   - sound: The time at which the first frame is heard, or was recorded.
  ///   - frames: The frames of the slice.
  func setTimes(_ nanoseconds: Int, sound: Int, frames: Int) {
    var stamp = AudioTimeStamp()
    stamp.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
    stamp.mRateScalar = 1
    stamp.mSampleTime = Double(position)
    stamp.mHostTime = AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds)))
    unsafe now.pointee = stamp
    stamp.mHostTime = AudioConvertNanosToHostTime(UInt64(max(0, sound)))
    unsafe inputTime.pointee = stamp
    unsafe outputTime.pointee = stamp
    position += frames
  }

  /// Restores the list that the function may have changed.
  func restore(_ list: UnsafeMutablePointer<AudioBufferList>) {
    unsafe list.pointee.mNumberBuffers = 1
    unsafe list.pointee.mBuffers.mDataByteSize = UInt32(4 * sampleCount)
    unsafe list.pointee.mBuffers.mData = UnsafeMutableRawPointer(samples)
  }
}
