internal import AudioDevices
internal import AudioModel
internal import AudioPlayback
public import CoreAudioTypes
internal import Synchronization

/// Makes a timeline, which ends with its queue.
///
/// - Parameters:
///   - inAQ: The queue.
///   - outTimeline: Takes the timeline.
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
      // Another thread may have ended the queue by now, and the timelines with it.
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

/// Ends a timeline.
///
/// - Parameters:
///   - inAQ: Its queue.
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

/// The time of the queue, in frames of its own rate from its start.
///
/// Counts what has been heard: it stands still while the queue is paused or has nothing to play, and never
/// goes back before the queue stops.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inTimeline: Tells gaps, or nil.
///   - outTimeStamp: Takes sample time and host time, or nil.
///   - outTimelineDiscontinuity: Takes whether the device has changed since the timeline was asked last.
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
    // Safe: the client lends both places during the call.
    if let outTimeStamp = unsafe outTimeStamp {
      unsafe outTimeStamp.pointee = timeStamp(time.frames, nanoseconds: time.nanoseconds)
    }
    if let outTimelineDiscontinuity = unsafe outTimelineDiscontinuity {
      unsafe outTimelineDiscontinuity.pointee = DarwinBoolean(
        timeline?.takeDiscontinuity() ?? false)
    }
  }
}

/// The time of the queue's device: the host's clock, counted in frames of the device's nominal rate.
///
/// - Parameters:
///   - inAQ: The queue.
///   - outTimeStamp: Takes sample time and host time.
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

/// Another way to tell a time of the queue's device.
///
/// - Parameters:
///   - inAQ: The queue.
///   - inTime: A host time, or else a sample time at the device's rate.
///   - outTime: Takes host time and sample time; those that its flags ask for, or both where they ask for nothing.
/// - Returns: 0; `kAudioQueueErr_InvalidRunState` while the queue is stopped; `kAudioQueueErr_DisposalPending`;
///   `kAudio_ParamError`.
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

/// The time at which the queue's device can start that is nearest to one that is wanted.
///
/// Any time but one that has passed is possible.
///
/// - Parameters:
///   - inAQ: The queue.
///   - ioRequestedStartTime: A host time, or else a sample time at the device's rate; takes both.
///   - inFlags: 0.
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
  /// The rate of the device, or that of the queue while there is no device, in hertz.
  var deviceSampleRate: Double { engine.deviceFormat?.sampleRate ?? format.sampleRate }

  /// The frames of the device for each second of its time: the rate of the hardware, and while that is not open the one that it had
  /// when it was last, for any queue; that of the queue where it never told one.
  var deviceTimeRate: Double {
    let name = (isInput ? "input " : "output ") + (engine.deviceName ?? "")
    guard let rate = engine.hardwareSampleRate else {
      return Self.knownRates.withLock { $0[name] } ?? format.sampleRate
    }
    Self.knownRates.withLock { $0[name] = rate }
    return rate
  }

  /// The rates that devices have told, by their names.
  private static let knownRates = Mutex<[String: Double]>([:])

  /// The moment of the monotonic clock that a time of the device tells, in nanoseconds.
  ///
  /// - Throws: `kAudio_ParamError` where it tells none.
  func nanoseconds(_ time: AudioTimeStamp) throws(StatusError) -> Int {
    if time.mFlags.contains(.hostTimeValid) { return Int(clamping: time.mHostTime) }
    // Some 290 years fit; what lies further away is no time.
    guard time.mFlags.contains(.sampleTimeValid), abs(time.mSampleTime) < 1e15,
      let nanoseconds = Int(exactly: (time.mSampleTime * 1e9 / deviceTimeRate).rounded())
    else { throw StatusError(kAudio_ParamError) }
    return nanoseconds
  }
}
