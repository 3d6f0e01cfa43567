internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Creates a timeline, which ends with its queue.
///
/// - Parameters:
///   - inAQ: The queue.
///   - outTimeline: On return, the timeline.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueCreateTimeline(
  _ inAQ: AudioQueueRef, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>
) -> OSStatus {
  guard unsafe !isNull(outTimeline) else { return kAudio_ParamError }
  unsafe outTimeline.pointee = nil
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    guard let timeline = unsafe AudioQueueObject.timelines.add(AudioQueueTimeline(object)) else {
      throw StatusError(kAudio_MemFullError)
    }
    let isKept = object.state.withLock { state -> Bool in
      // Another thread may have disposed of the queue and its timelines by now.
      guard state.disposal != .done else { return false }
      return state.timelines.insert(UInt(bitPattern: timeline)).inserted
    }
    guard isKept else {
      _ = unsafe AudioQueueObject.timelines.remove(timeline)
      throw StatusError(kAudioQueueErr_DisposalPending)
    }
    unsafe outTimeline.pointee = timeline
  }
}

/// Disposes of a timeline.
///
/// - Parameters:
///   - inAQ: The queue of the timeline.
///   - inTimeline: The timeline.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueDisposeTimeline(
  _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let key = UInt(bitPattern: inTimeline)
    guard object.state.withLock({ $0.timelines.remove(key) != nil }) else {
      throw StatusError(kAudio_ParamError)
    }
    _ = unsafe AudioQueueObject.timelines.remove(inTimeline)
  }
}

/// Gets the time of a queue, in frames at its sample rate since its start.
///
/// The time counts played audio. It does not advance while the queue is paused or has no audio to
/// play. It never goes back before the queue stops.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inTimeline: A timeline that reports discontinuities, or nil.
///   - outTimeStamp: On return, the sample time and host time. May be nil.
///   - outTimelineDiscontinuity: On return, whether the device has changed since the previous query
///     of the timeline.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` while the queue is stopped;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueGetCurrentTime(
  _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?,
  _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
  _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    var timeline: AudioQueueTimeline?
    if let inTimeline = unsafe inTimeline {
      timeline = unsafe AudioQueueObject.timelines.object(inTimeline)
      guard timeline?.queue === object else { throw StatusError(kAudio_ParamError) }
    }
    guard object.state.withLock({ $0.isRunning }), let time = object.engine.time else {
      throw StatusError(kAudioQueueErr_InvalidRunState)
    }
    // Safe: the client provides both structures during the call.
    if let outTimeStamp = unsafe outTimeStamp {
      unsafe outTimeStamp.pointee = timeStamp(time.frames, nanoseconds: time.nanoseconds)
    }
    if let outTimelineDiscontinuity = unsafe outTimelineDiscontinuity {
      unsafe outTimelineDiscontinuity.pointee = DarwinBoolean(
        timeline?.takeDiscontinuity() ?? false)
    }
  }
}

/// Gets the time of the queue's device: the host clock, in frames at the device's nominal rate.
///
/// - Parameters:
///   - inAQ: The queue.
///   - outTimeStamp: On return, the sample time and host time.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` while the queue is stopped;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueDeviceGetCurrentTime(
  _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
  guard unsafe !isNull(outTimeStamp) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    guard object.state.withLock({ $0.isRunning }) else {
      throw StatusError(kAudioQueueErr_InvalidRunState)
    }
    let now = Int(AudioGetCurrentHostTime())
    unsafe outTimeStamp.pointee = timeStamp(
      Double(now) * object.deviceTimeRate / 1e9, nanoseconds: now)
  }
}

/// Converts a time of the queue's device between host time and sample time.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inTime: A host time, or otherwise a sample time at the device's rate.
///   - outTime: On return, the host time and sample time. If its flags request only one of them,
///     only that one is valid.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` while the queue is stopped;
///   `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueDeviceTranslateTime(
  _ inAQ: AudioQueueRef, _ inTime: UnsafePointer<AudioTimeStamp>,
  _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
  guard UInt(bitPattern: inTime) != 0, unsafe !isNull(outTime) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    guard object.state.withLock({ $0.isRunning }) else {
      throw StatusError(kAudioQueueErr_InvalidRunState)
    }
    let nanoseconds = try unsafe object.nanoseconds(inTime.pointee)
    let wanted = unsafe outTime.pointee.mFlags.intersection([.sampleTimeValid, .hostTimeValid])
    var time = timeStamp(
      Double(nanoseconds) * object.deviceTimeRate / 1e9, nanoseconds: nanoseconds)
    if !wanted.isEmpty { time.mFlags = wanted }
    unsafe outTime.pointee = time
  }
}

/// Gets the possible start time of the queue's device nearest to a requested time.
///
/// Any time that is not in the past is possible.
///
/// - Parameters:
///   - inAQ: The queue.
///   - ioRequestedStartTime: A host time, or otherwise a sample time at the device's rate. On
///     return, both.
///   - inFlags: Must be 0.
/// - Returns: 0; `kAudioQueueErr_DisposalPending`; `kAudio_ParamError`.
@c @implementation
public func AudioQueueDeviceGetNearestStartTime(
  _ inAQ: AudioQueueRef, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>,
  _ inFlags: UInt32
) -> OSStatus {
  guard unsafe !isNull(ioRequestedStartTime), inFlags == 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let object = try unsafe AudioQueueObject.usable(inAQ)
    let wanted = try unsafe object.nanoseconds(ioRequestedStartTime.pointee)
    let start = max(wanted, Int(AudioGetCurrentHostTime()))
    unsafe ioRequestedStartTime.pointee = timeStamp(
      Double(start) * object.deviceTimeRate / 1e9, nanoseconds: start)
  }
}

private func timeStamp(_ sampleTime: Double, nanoseconds: Int) -> AudioTimeStamp {
  var time = AudioTimeStamp()
  time.mSampleTime = sampleTime
  time.mHostTime = UInt64(clamping: nanoseconds)
  time.mRateScalar = 1
  time.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
  return time
}

extension AudioQueueObject {
  /// The sample rate of the device in hertz, or that of the queue while no device is open.
  var deviceSampleRate: Double { engine.deviceFormat?.sampleRate ?? format.sampleRate }

  /// The frames per second of device time.
  ///
  /// This is the hardware sample rate. While the hardware is closed, it is the last known rate of
  /// the device for any queue. If the device never reported a rate, it is the rate of the queue.
  var deviceTimeRate: Double {
    let name = (isInput ? "input " : "output ") + (engine.deviceName ?? "")
    guard let rate = engine.hardwareSampleRate else {
      return Self.knownRates.withLock { $0[name] } ?? format.sampleRate
    }
    Self.knownRates.withLock { $0[name] = rate }
    return rate
  }

  /// The last reported sample rate of each device, by name.
  private static let knownRates = Mutex<[String: Double]>([:])

  /// The monotonic clock time of a device time, in nanoseconds.
  ///
  /// - Throws: `kAudio_ParamError` if the structure has no valid time.
  func nanoseconds(_ time: AudioTimeStamp) throws(StatusError) -> Int {
    if time.mFlags.contains(.hostTimeValid) { return Int(clamping: time.mHostTime) }
    // About 290 years fit. A time further away is invalid.
    guard time.mFlags.contains(.sampleTimeValid), abs(time.mSampleTime) < 1e15,
      let nanoseconds = Int(exactly: (time.mSampleTime * 1e9 / deviceTimeRate).rounded())
    else { throw StatusError(kAudio_ParamError) }
    return nanoseconds
  }
}
