public import CoreAudioTypes

/// Starts a stopped clock at its media time.
///
/// - Parameter inCAClock: The clock.
/// - Returns: 0, also if it runs; `kCAClock_InvalidSyncModeError` if messages start the clock;
///   `kAudio_ParamError` if the clock does not exist.
@c @implementation
public func CAClockStart(_ inCAClock: CAClockRef) -> OSStatus {
  unsafe change(inCAClock) { (model) throws(StatusError) in
    guard model.syncMode == .internal else { throw StatusError(kCAClock_InvalidSyncModeError) }
    return model.begin(at: ClockObject.now, rate: model.playRate)
  }
}

/// Stops a clock at its current media time.
///
/// - Parameter inCAClock: The clock.
/// - Returns: 0, also if it is stopped; `kCAClock_InvalidSyncModeError` if messages stop the clock;
///   `kAudio_ParamError` if the clock does not exist.
@c @implementation
public func CAClockStop(_ inCAClock: CAClockRef) -> OSStatus {
  unsafe change(inCAClock) { (model) throws(StatusError) in
    guard model.syncMode == .internal else { throw StatusError(kCAClock_InvalidSyncModeError) }
    return model.end(at: ClockObject.now)
  }
}

/// Lets the messages of the sync mode start and stop a clock.
///
/// - Parameter inCAClock: The clock.
/// - Returns: 0; `kCAClock_InvalidSyncModeError` in the internal sync mode; `kAudio_ParamError` if
///   the clock does not exist.
@c @implementation
public func CAClockArm(_ inCAClock: CAClockRef) -> OSStatus {
  unsafe change(inCAClock) { (model) throws(StatusError) in
    guard model.syncMode != .internal else { throw StatusError(kCAClock_InvalidSyncModeError) }
    return model.arm()
  }
}

/// Stops an armed clock, and ignores messages from now on.
///
/// - Parameter inCAClock: The clock.
/// - Returns: 0; `kCAClock_InvalidSyncModeError` in the internal sync mode; `kAudio_ParamError` if
///   the clock does not exist.
@c @implementation
public func CAClockDisarm(_ inCAClock: CAClockRef) -> OSStatus {
  unsafe change(inCAClock) { (model) throws(StatusError) in
    guard model.syncMode != .internal else { throw StatusError(kCAClock_InvalidSyncModeError) }
    return model.disarm(at: ClockObject.now)
  }
}

/// Sets how fast media time advances in the internal sync mode, also while the clock runs.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inPlayRate: Seconds of media in a second, which must be positive.
/// - Returns: 0; `kCAClock_InvalidPlayRateError`; `kAudio_ParamError` if the clock does not exist.
@c @implementation
public func CAClockSetPlayRate(_ inCAClock: CAClockRef, _ inPlayRate: Float64) -> OSStatus {
  unsafe change(inCAClock) { (model) throws(StatusError) in
    guard inPlayRate > 0, inPlayRate.isFinite else {
      throw StatusError(kCAClock_InvalidPlayRateError)
    }
    model.set(playRate: inPlayRate, at: ClockObject.now)
    return []
  }
}

/// Gets the rate of the internal sync mode.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - outPlayRate: On return, seconds of media in a second.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockGetPlayRate(
  _ inCAClock: CAClockRef, _ outPlayRate: UnsafeMutablePointer<Float64>
) -> OSStatus {
  guard unsafe !isNull(outPlayRate) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outPlayRate.pointee = try ClockObject.find(inCAClock).read { $0.playRate }
  }
}

/// Sets the tempo from a time on, and removes later tempos from the tempo map.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inTempo: Beats a minute, which must be positive.
///   - inTimestamp: The time, or nil for the current one.
/// - Returns: 0; `kCAClock_InvalidTimeFormatError` for a time that the clock cannot convert;
///   `kAudio_ParamError` if the tempo is not positive or the clock does not exist.
@c @implementation
public func CAClockSetCurrentTempo(
  _ inCAClock: CAClockRef, _ inTempo: CAClockTempo, _ inTimestamp: UnsafePointer<CAClockTime>?
) -> OSStatus {
  let time = unsafe inTimestamp?.pointee
  return unsafe change(inCAClock) { (model) throws(StatusError) in
    guard inTempo > 0, inTempo.isFinite else { throw StatusError(kAudio_ParamError) }
    let moment = try time.map { (time) throws(StatusError) in try model.moment(time) }
    guard let media = model.media(moment ?? .media(model.media(at: ClockObject.now))) else {
      throw StatusError(kCAClock_InvalidTimeFormatError)
    }
    model.set(tempo: inTempo, from: media)
    return [.changed(CAClockPropertyID.tempoMap.rawValue)]
  }
}

/// Gets the tempo, and the time at which it was read.
///
/// If MIDI clock messages drive the clock, their rate multiplies the tempo of the tempo map.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - outTempo: On return, beats a minute.
///   - outTimestamp: On return, the current time in beats; may be nil.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockGetCurrentTempo(
  _ inCAClock: CAClockRef, _ outTempo: UnsafeMutablePointer<CAClockTempo>,
  _ outTimestamp: UnsafeMutablePointer<CAClockTime>?
) -> OSStatus {
  guard unsafe !isNull(outTempo) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let now = ClockObject.now
    let (tempo, time) = try unsafe ClockObject.find(inCAClock).read {
      (model) throws(StatusError) in
      (model.tempo(at: now), try model.time(.media(model.media(at: now)), .beats))
    }
    unsafe outTempo.pointee = tempo
    unsafe outTimestamp?.pointee = time
  }
}

/// Passes received messages to a clock.
///
/// An armed clock follows MIDI clock messages or MIDI Time Code, depending on its sync mode. It
/// ignores other messages. The times of packets are host times; 0 means now.
///
/// - Parameters:
///   - inCAClock: The clock.
///   - inMIDIPacketList: The messages.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the clock does not exist.
@c @implementation
public func CAClockParseMIDI(
  _ inCAClock: CAClockRef, _ inMIDIPacketList: UnsafePointer<MIDIPacketList>
) -> OSStatus {
  guard UInt(bitPattern: inMIDIPacketList) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let clock = try unsafe ClockObject.find(inCAClock)
    for packet in unsafe ClockPackets.read(inMIDIPacketList) {
      clock.take(
        packet.bytes, at: packet.time == 0 ? ClockObject.now : ClockObject.seconds(packet.time))
    }
  }
}

/// Changes a clock.
private func change(
  _ reference: CAClockRef,
  _ body: (inout ClockModel) throws(StatusError) -> [ClockModel.Event]
) -> OSStatus {
  status { () throws(StatusError) in try unsafe ClockObject.find(reference).change(body) }
}
