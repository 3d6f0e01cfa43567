internal import AudioDevices
internal import AudioPlayback
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

  func call(_ cycle: HardwareCycle) {
    // Safe: all arguments live until the function returns.
    ClientCode.call {
      switch kind {
      case .proc(let proc, let data):
        _ = unsafe proc(
          device, cycle.now, cycle.input, cycle.inputTime, cycle.output, cycle.outputTime, data)
      case .closure(let closure, let queue):
        let body = {
          unsafe closure(
            cycle.now, cycle.input, cycle.inputTime, cycle.output, cycle.outputTime)
        }
        // The documented behavior: the device waits for the queue.
        if let queue { queue.sync(execute: body) } else { body() }
      }
    }
  }
}

/// The functions that devices call, and the devices that run for them.
final class HardwareIO: Sendable {
  static let shared = HardwareIO()

  private struct Entry {
    var key: HardwareKey
    var function: HardwareFunction
    let source: HardwareSource
    var running: (any HardwareRun)?
  }

  private struct State {
    var entries: [UInt: Entry] = [:]
    /// The number of running units for each device.
    var units: [HardwareKey: Int] = [:]
    var last: UInt = 0
  }

  private let state = Mutex(State())
  /// Held while a device starts or stops.
  private let turns = WaitingLock()

  /// Adds a function; returns its number, which is not 0.
  func add(_ function: HardwareFunction, _ key: HardwareKey) -> UInt {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = Entry(key: key, function: function, source: .current)
      return state.last
    }
  }

  /// Stops and removes a function.
  func remove(_ number: UInt, _ key: HardwareKey) throws(StatusError) {
    try stop(number, key)
    state.withLock { _ = $0.entries.removeValue(forKey: number) }
  }

  private func entry(_ number: UInt, _ key: HardwareKey) throws(StatusError) -> Entry {
    guard let entry = state.withLock({ $0.entries[number] }), entry.key == key else {
      throw StatusError(kAudioHardwareIllegalOperationError)
    }
    return entry
  }

  /// Whether a device runs for a function or a unit of this process.
  func isRunning(_ key: HardwareKey) -> Bool {
    state.withLock { state in
      state.units[key, default: 0] > 0
        || state.entries.values.contains { $0.key == key && $0.running != nil }
    }
  }

  /// Notes that a unit begins to use devices, or no longer uses them.
  func noteUnit(_ keys: [HardwareKey], isRunning: Bool, _ source: HardwareSource) {
    state.withLock { state in
      for key in keys { state.units[key, default: 0] += isRunning ? 1 : -1 }
    }
    HardwareListeners.shared.checkSoon(source)
  }

  /// Starts to call a function.
  func start(_ number: UInt, _ device: HardwareDevice) throws(StatusError) {
    turns.take()
    defer { turns.give() }
    try startInTurn(number, device)
  }

  private func startInTurn(_ number: UInt, _ device: HardwareDevice) throws(StatusError) {
    let entry = try entry(number, device.key)
    guard entry.running == nil else { return }
    let lost: @Sendable (DeviceEvent) -> Void = { [self] event in
      guard case .lost = event else { return }
      entry.source.thread.post { self.lose(number, device) }
    }
    let run: any HardwareRun =
      device.key.isOutput
      ? HardwarePlayback(device, entry.function, lost)
      : HardwareCapture(device, entry.function, lost)
    do throws(DeviceError) {
      try run.start()
    } catch {
      throw StatusError(kAudioHardwareUnspecifiedError)
    }
    state.withLock { $0.entries[number]?.running = run }
  }

  /// Stops calling a function.
  ///
  /// Only a call from the function itself returns before the function has.
  func stop(_ number: UInt, _ key: HardwareKey) throws(StatusError) {
    let entry = try entry(number, key)
    let run = state.withLock { state in
      defer { state.entries[number]?.running = nil }
      return state.entries[number]?.running
    }
    guard let run else { return }
    if run.isThreadOfCaller { return entry.source.thread.post { run.stop() } }
    run.stop()
  }

  private func lose(_ number: UInt, _ device: HardwareDevice) {
    guard let source = state.withLock({ $0.entries[number]?.source }) else { return }
    try? stop(number, device.key)
    HardwareListeners.shared.note(
      kAudioDevicePropertyIOStoppedAbnormally, HardwareObjects.number(device.key))
    HardwareListeners.shared.checkSoon(source)
  }

  /// Lets a running device follow its new settings, soon.
  func restart(_ key: HardwareKey) {
    let running = state.withLock { state in
      state.entries.filter { $0.value.key == key && $0.value.running != nil }
    }
    for (number, entry) in running {
      entry.source.thread.post { [self] in restart(number, key, entry.source) }
    }
  }

  private func restart(_ number: UInt, _ key: HardwareKey, _ source: HardwareSource) {
    guard let device = source.list(isOutput: key.isOutput)[key],
      state.withLock({ $0.entries[number]?.running }) != nil
    else { return }
    try? stop(number, key)
    try? start(number, device)
  }
}

/// A device that runs for a function.
protocol HardwareRun: AnyObject, Sendable {
  func start() throws(DeviceError)
  func stop()
  /// Whether the caller is the function.
  var isThreadOfCaller: Bool { get }
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
