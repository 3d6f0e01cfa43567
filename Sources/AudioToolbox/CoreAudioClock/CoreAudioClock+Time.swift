public import CoreAudioTypes
internal import MIDISequencing

/// Sets the media time of a stopped clock, at which it starts.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inTime: The time in beats, seconds, SMPTE seconds, or as a SMPTE time.
/// - Returns: 0; `kCAClock_CannotSetTimeError` while the clock runs;
///   `kCAClock_InvalidTimeFormatError` for another form; `kCAClock_InvalidSMPTEFormatError`;
///   `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockSetCurrentTime(
  _ inCAClock: CAClockRef, _ inTime: UnsafePointer<CAClockTime>
) -> OSStatus {
  guard UInt(bitPattern: inTime) != 0 else { return kAudio_ParamError }
  let time = unsafe inTime.pointee
  return status { () throws(StatusError) in
    try unsafe ClockObject.find(inCAClock).change { (model) throws(StatusError) in
      guard !model.isRunning else { throw StatusError(kCAClock_CannotSetTimeError) }
      guard case .media(let media) = try model.moment(time) else {
        throw StatusError(kCAClock_InvalidTimeFormatError)
      }
      return model.set(media: media)
    }
  }
}

/// Gets the current time.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inTimeFormat: The form of the time.
///   - outTime: On return, the time.
/// - Returns: 0; `kCAClock_InvalidTimeFormatError` for samples; `kAudio_ParamError` if an argument
///   is null or the clock does not exist.
@c @implementation
public func CAClockGetCurrentTime(
  _ inCAClock: CAClockRef, _ inTimeFormat: CAClockTimeFormat,
  _ outTime: UnsafeMutablePointer<CAClockTime>
) -> OSStatus {
  let now = ClockObject.now
  return unsafe read(inCAClock, outTime) { (model) throws(StatusError) in
    switch inTimeFormat {
    case .hostTime, .absoluteSeconds, .samples: try model.time(.reference(now), inTimeFormat)
    default: try model.time(.media(model.media(at: now)), inTimeFormat)
    }
  }
}

/// Gets the time at which a stopped clock will start, or a running clock has started.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inTimeFormat: The form of the time; for a stopped clock, a form of media time.
///   - outTime: On return, the time.
/// - Returns: 0; `kCAClock_InvalidTimeFormatError` for a form that the clock does not have;
///   `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockGetStartTime(
  _ inCAClock: CAClockRef, _ inTimeFormat: CAClockTimeFormat,
  _ outTime: UnsafeMutablePointer<CAClockTime>
) -> OSStatus {
  unsafe read(inCAClock, outTime) { (model) throws(StatusError) in
    switch inTimeFormat {
    case .hostTime, .absoluteSeconds:
      guard let start = model.start else { throw StatusError(kCAClock_InvalidTimeFormatError) }
      return try model.time(.reference(start.reference), inTimeFormat)
    default: return try model.time(.media(model.start?.media ?? model.stoppedMedia), inTimeFormat)
    }
  }
}

/// Converts a time to another form.
///
/// Host times and absolute seconds convert to media time, and back, only while the clock runs.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inTime: The time.
///   - inOutputTimeFormat: The other form.
///   - outTime: On return, the time in the other form; it may be `inTime`.
/// - Returns: 0; `kCAClock_InvalidTimeFormatError` for a form that the clock does not have;
///   `kCAClock_InvalidSMPTEFormatError`; `kAudio_ParamError` if an argument is null or the clock
///   does not exist.
@c @implementation
public func CAClockTranslateTime(
  _ inCAClock: CAClockRef, _ inTime: UnsafePointer<CAClockTime>,
  _ inOutputTimeFormat: CAClockTimeFormat, _ outTime: UnsafeMutablePointer<CAClockTime>
) -> OSStatus {
  guard UInt(bitPattern: inTime) != 0 else { return kAudio_ParamError }
  let time = unsafe inTime.pointee
  return unsafe read(inCAClock, outTime) { (model) throws(StatusError) in
    try model.time(model.moment(time), inOutputTimeFormat)
  }
}

/// Converts seconds of SMPTE to a SMPTE time in the format of the clock.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inSeconds: The seconds. For negative seconds, the hours of the result are negative.
///   - inSubframeDivisor: The number of subframes in a frame, 1 to 32,767.
///   - outSMPTETime: On return, the time, rounded to the nearest subframe.
/// - Returns: 0; `kCAClock_InvalidUnitError` if the divisor is out of range; `kAudio_ParamError` if
///   the seconds are too far from 0, an argument is null, or the clock does not exist.
@c @implementation
public func CAClockSecondsToSMPTETime(
  _ inCAClock: CAClockRef, _ inSeconds: CAClockSeconds, _ inSubframeDivisor: UInt16,
  _ outSMPTETime: UnsafeMutablePointer<SMPTETime>
) -> OSStatus {
  unsafe read(inCAClock, outSMPTETime) { (model) throws(StatusError) in
    guard (1...UInt16(Int16.max)).contains(inSubframeDivisor) else {
      throw StatusError(kCAClock_InvalidUnitError)
    }
    guard let time = model.format.time(atSeconds: inSeconds, divisor: Int(inSubframeDivisor)) else {
      throw StatusError(kAudio_ParamError)
    }
    return time
  }
}

/// Converts a SMPTE time to seconds of SMPTE, by the format of that time.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inSMPTETime: The time.
///   - outSeconds: On return, the seconds.
/// - Returns: 0; `kCAClock_InvalidSMPTEFormatError` if its format does not exist;
///   `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockSMPTETimeToSeconds(
  _ inCAClock: CAClockRef, _ inSMPTETime: UnsafePointer<SMPTETime>,
  _ outSeconds: UnsafeMutablePointer<CAClockSeconds>
) -> OSStatus {
  guard UInt(bitPattern: inSMPTETime) != 0 else { return kAudio_ParamError }
  let time = unsafe inSMPTETime.pointee
  return unsafe read(inCAClock, outSeconds) { (model) throws(StatusError) in
    try model.seconds(of: time)
  }
}

/// Converts beats to a place in a bar by the meter track.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inBeats: Beats from the start.
///   - inSubbeatDivisor: Parts of a beat, at least 1.
///   - outBarBeatTime: On return, the place, rounded to the nearest part. The first bar and the
///     first beat of a bar are 1.
/// - Returns: 0; `kCAClock_InvalidUnitError` if the divisor is 0; `kAudio_ParamError` if the beats
///   are too far from 0, an argument is null, or the clock does not exist.
@c @implementation
public func CAClockBeatsToBarBeatTime(
  _ inCAClock: CAClockRef, _ inBeats: CAClockBeats, _ inSubbeatDivisor: UInt16,
  _ outBarBeatTime: UnsafeMutablePointer<CABarBeatTime>
) -> OSStatus {
  unsafe read(inCAClock, outBarBeatTime) { (model) throws(StatusError) in
    guard inSubbeatDivisor > 0 else { throw StatusError(kCAClock_InvalidUnitError) }
    guard !inBeats.isNaN,
      let place = model.meterMap.place(atBeat: inBeats, divisor: Int(inSubbeatDivisor)),
      let bar = Int32(exactly: place.bar), let beat = UInt16(exactly: place.beat)
    else { throw StatusError(kAudio_ParamError) }
    return CABarBeatTime(
      bar: bar, beat: beat, subbeat: UInt16(place.part), subbeatDivisor: inSubbeatDivisor,
      reserved: 0)
  }
}

/// Converts a place in a bar to beats by the meter track.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inBarBeatTime: The place. A divisor of 0 means no parts of a beat.
///   - outBeats: On return, beats from the start.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockBarBeatTimeToBeats(
  _ inCAClock: CAClockRef, _ inBarBeatTime: UnsafePointer<CABarBeatTime>,
  _ outBeats: UnsafeMutablePointer<CAClockBeats>
) -> OSStatus {
  guard UInt(bitPattern: inBarBeatTime) != 0 else { return kAudio_ParamError }
  let time = unsafe inBarBeatTime.pointee
  return unsafe read(inCAClock, outBeats) { model in
    model.meterMap.beat(
      at: .init(
        bar: Int(time.bar), beat: Int(time.beat), part: Int(time.subbeat),
        divisor: Int(time.subbeatDivisor)))
  }
}

/// Reads a value of a clock into a client's memory.
private func read<Value>(
  _ reference: CAClockRef, _ destination: UnsafeMutablePointer<Value>,
  _ body: (ClockModel) throws(StatusError) -> Value
) -> OSStatus {
  guard unsafe !isNull(destination) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe destination.pointee = try ClockObject.find(reference).read(body)
  }
}
