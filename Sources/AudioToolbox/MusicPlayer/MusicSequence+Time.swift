public import CoreAudioTypes
internal import MIDISequencing

/// Sets the unit of all times.
///
/// Without a tempo event, a sequence in beats plays 120 beats a minute. A sequence in samples plays
/// 44,100 samples a second. Tempo events of the tempo track set other tempos, in units a minute.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inType: The unit. Only beats are possible if the tempo track has a tempo event.
/// - Returns: 0; `kAudioToolboxErr_InvalidSequenceType` if there is a tempo event;
///   `kAudio_ParamError` if the type or the sequence does not exist.
@c @implementation
public func MusicSequenceSetSequenceType(
  _ inSequence: MusicSequence, _ inType: MusicSequenceType
) -> OSStatus {
  status { () throws(StatusError) in
    let unit: EventSequence.Unit =
      switch inType {
      case .beats: .beats
      case .seconds: .seconds
      case .samples: .samples
      default: throw StatusError(kAudio_ParamError)
      }
    try unsafe SequenceObject.find(inSequence).edit { sequence throws(StatusError) in
      let hasTempo = sequence.tempoTrack.list.events.contains { $0.content.isTempo }
      guard unit == .beats || unit == sequence.unit || !hasTempo else {
        throw StatusError(kAudioToolboxErr_InvalidSequenceType)
      }
      sequence.unit = unit
    }
  }
}

/// Gets the unit of all times.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outType: On return, the unit.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetSequenceType(
  _ inSequence: MusicSequence, _ outType: UnsafeMutablePointer<MusicSequenceType>
) -> OSStatus {
  guard unsafe !isNull(outType) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let unit = try unsafe SequenceObject.find(inSequence).read { $0.unit }
    unsafe outType.pointee =
      switch unit {
      case .beats: .beats
      case .seconds: .seconds
      case .samples: .samples
      }
  }
}

/// Converts beats to seconds by the tempo track.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inBeats: Beats from the start.
///   - outSeconds: On return, seconds from the start.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or not a number, or the sequence does
///   not exist.
@c @implementation
public func MusicSequenceGetSecondsForBeats(
  _ inSequence: MusicSequence, _ inBeats: MusicTimeStamp,
  _ outSeconds: UnsafeMutablePointer<Float64>
) -> OSStatus {
  guard unsafe !isNull(outSeconds), !inBeats.isNaN else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let map = try unsafe SequenceObject.find(inSequence).read { $0.tempoMap() }
    unsafe outSeconds.pointee = map.seconds(atBeat: inBeats)
  }
}

/// Converts seconds to beats by the tempo track.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inSeconds: Seconds from the start.
///   - outBeats: On return, beats from the start.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or not a number, or the sequence does
///   not exist.
@c @implementation
public func MusicSequenceGetBeatsForSeconds(
  _ inSequence: MusicSequence, _ inSeconds: Float64,
  _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
  guard unsafe !isNull(outBeats), !inSeconds.isNaN else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let map = try unsafe SequenceObject.find(inSequence).read { $0.tempoMap() }
    unsafe outBeats.pointee = map.beat(atSeconds: inSeconds)
  }
}

/// Converts beats to a place in a bar by the time signatures of the tempo track.
///
/// Without a time signature, a bar has four quarter notes. The first bar and the first beat of a
/// bar are 1.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inBeats: Beats from the start.
///   - inSubbeatDivisor: The number of parts that make a beat, 1 to 65,535.
///   - outBarBeatTime: On return, the place, rounded to the nearest part.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or out of range, or the sequence does
///   not exist.
@c @implementation
public func MusicSequenceBeatsToBarBeatTime(
  _ inSequence: MusicSequence, _ inBeats: MusicTimeStamp, _ inSubbeatDivisor: UInt32,
  _ outBarBeatTime: UnsafeMutablePointer<CABarBeatTime>
) -> OSStatus {
  guard unsafe !isNull(outBarBeatTime), let divisor = UInt16(exactly: inSubbeatDivisor),
    divisor > 0, !inBeats.isNaN
  else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let map = try unsafe SequenceObject.find(inSequence).read { $0.meterMap() }
    guard let place = map.place(atBeat: inBeats, divisor: Int(divisor)),
      let bar = Int32(exactly: place.bar)
    else { throw StatusError(kAudio_ParamError) }
    unsafe outBarBeatTime.pointee = CABarBeatTime(
      bar: bar, beat: UInt16(place.beat), subbeat: UInt16(place.part), subbeatDivisor: divisor,
      reserved: 0)
  }
}

/// Converts a place in a bar to beats.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inBarBeatTime: The place. A divisor of 0 means no parts of a beat.
///   - outBeats: On return, beats from the start.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceBarBeatTimeToBeats(
  _ inSequence: MusicSequence, _ inBarBeatTime: UnsafePointer<CABarBeatTime>,
  _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
  guard unsafe !isNull(outBeats), UInt(bitPattern: inBarBeatTime) != 0 else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    let time = unsafe inBarBeatTime.pointee
    let place = MeterMap.Place(
      bar: Int(time.bar), beat: Int(time.beat), part: Int(time.subbeat),
      divisor: Int(time.subbeatDivisor))
    let beat = try unsafe SequenceObject.find(inSequence).read { $0.meterMap().beat(at: place) }
    unsafe outBeats.pointee = beat
  }
}

/// Makes the resolution of a file in time code.
///
/// - Parameters:
///   - fps: Frames a second: 24, 25, 29 for 29.97, or 30; the sign is ignored.
///   - ticks: Ticks for each frame.
/// - Returns: The resolution, a negative number.
@c @implementation
public func MusicSequenceSetSMPTEResolution(_ fps: Int8, _ ticks: UInt8) -> Int16 {
  Int16(fps > 0 ? -fps : fps) << 8 | Int16(ticks)
}

/// Gets the parts of a resolution in time code.
///
/// - Parameters:
///   - inRes: The resolution.
///   - fps: On return, frames a second as a negative number, as in files.
///   - ticks: On return, ticks for each frame.
@c @implementation
public func MusicSequenceGetSMPTEResolution(
  _ inRes: Int16, _ fps: UnsafeMutablePointer<Int8>, _ ticks: UnsafeMutablePointer<UInt8>
) {
  guard unsafe !isNull(fps), unsafe !isNull(ticks) else { return }
  unsafe fps.pointee = Int8(truncatingIfNeeded: inRes >> 8)
  unsafe ticks.pointee = UInt8(truncatingIfNeeded: inRes)
}
