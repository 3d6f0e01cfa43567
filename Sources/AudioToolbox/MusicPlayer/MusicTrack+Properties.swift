public import CoreAudioTypes
internal import MIDISequencing

/// Sets a property of a track.
///
/// Unlike on Apple's systems, `kSequenceTrackProperty_AutomatedParameters` only keeps its value:
/// players send no parameters.
///
/// - Parameters:
///   - inTrack: The track.
///   - inPropertyID: The property. `kSequenceTrackProperty_TimeResolution` is read-only.
///   - inData: The value.
///   - inLength: The size of the value in bytes. 0 stands for the size of the property, because
///     published programs pass it.
/// - Returns: 0; `kAudio_ParamError` if the property is unknown or read-only, the value is out of
///   range or too small, or an argument is null; `kAudioToolboxErr_TrackNotFound` if the track does
///   not exist.
@c @implementation
public func MusicTrackSetProperty(
  _ inTrack: MusicTrack, _ inPropertyID: UInt32, _ inData: UnsafeMutableRawPointer,
  _ inLength: UInt32
) -> OSStatus {
  guard unsafe !isNull(inData) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let track = try unsafe SequenceTrack.find(inTrack)
    guard let property = TrackProperty(rawValue: inPropertyID), property != .resolution,
      inLength == 0 || Int(inLength) >= property.byteCount
    else { throw StatusError(kAudio_ParamError) }
    // Safe: the client provides a value of the property's type.
    switch property {
    case .loop: try track.setLoop(unsafe inData.loadUnaligned(as: MusicTrackLoopInfo.self))
    case .offset: try track.setOffset(unsafe inData.loadUnaligned(as: Double.self))
    case .length: try track.setLength(unsafe inData.loadUnaligned(as: Double.self))
    case .mute, .solo, .automation:
      let isOn =
        property == .automation
        ? unsafe inData.loadUnaligned(as: UInt32.self) != 0
        : unsafe inData.loadUnaligned(as: UInt8.self) != 0
      try track.edit { track throws(StatusError) in
        switch property {
        case .mute: track.isMuted = isOn
        case .solo: track.isSoloed = isOn
        default: track.usesAutomatedParameters = isOn
        }
      }
    case .resolution: break
    }
  }
}

/// Gets a property of a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inPropertyID: The property. `kSequenceTrackProperty_TimeResolution` exists only in the tempo
///     track.
///   - outData: On return, the value.
///   - ioLength: The capacity of `outData` in bytes. 0 stands for the size of the property, because
///     published programs pass it. On return, the size of the value.
/// - Returns: 0; `kAudio_ParamError` if the property is unknown, the capacity too small, or an
///   argument is null; `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackGetProperty(
  _ inTrack: MusicTrack, _ inPropertyID: UInt32, _ outData: UnsafeMutableRawPointer,
  _ ioLength: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outData), unsafe !isNull(ioLength) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let found = try unsafe SequenceTrack.find(inTrack)
    let track = try found.copy()
    guard let property = TrackProperty(rawValue: inPropertyID),
      property != .resolution || found.isTempoTrack,
      unsafe ioLength.pointee == 0 || Int(ioLength.pointee) >= property.byteCount
    else { throw StatusError(kAudio_ParamError) }
    // Safe: the client provides room for the property's type.
    switch property {
    case .loop:
      let info = MusicTrackLoopInfo(
        loopDuration: track.loop.duration, numberOfLoops: Int32(clamping: track.loop.count))
      unsafe outData.storeBytes(of: info, as: MusicTrackLoopInfo.self)
    case .offset: unsafe outData.storeBytes(of: track.offset, as: Double.self)
    case .length: unsafe outData.storeBytes(of: track.length, as: Double.self)
    case .mute: unsafe outData.storeBytes(of: track.isMuted ? 1 : 0, as: UInt8.self)
    case .solo: unsafe outData.storeBytes(of: track.isSoloed ? 1 : 0, as: UInt8.self)
    case .automation:
      unsafe outData.storeBytes(of: track.usesAutomatedParameters ? 1 : 0, as: UInt32.self)
    case .resolution:
      let division = found.sequence.read { $0.division.rawValue ?? 0 }
      unsafe outData.storeBytes(of: Int16(bitPattern: division), as: Int16.self)
    }
    unsafe ioLength.pointee = UInt32(property.byteCount)
  }
}

/// Sets a loop of any part of a track, which C's property cannot describe.
///
/// - Parameters:
///   - track: The track.
///   - start: The first beat, 0 or more.
///   - length: The length of the loop in beats; 0 for no loop. The loop ends with the track at the
///     latest.
///   - count: How often the loop plays; 0 for ever.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range; `kAudioToolboxErr_TrackNotFound`.
package func musicTrackSetLoop(
  _ track: MusicTrack, start: MusicTimeStamp, length: MusicTimeStamp, count: Int
) -> OSStatus {
  status { () throws(StatusError) in
    guard TimeRange.isValid(start), length >= 0, count >= 0 else {
      throw StatusError(kAudio_ParamError)
    }
    try unsafe SequenceTrack.find(track).edit { track throws(StatusError) in
      track.loop = EventTrack.Loop(duration: length, count: count)
      track.loop.start = start
    }
  }
}

/// A property of a track.
private enum TrackProperty: UInt32 {
  case loop = 0
  case offset = 1
  case mute = 2
  case solo = 3
  case automation = 4
  case length = 5
  case resolution = 6

  /// The size of the value in bytes.
  var byteCount: Int {
    switch self {
    case .loop: MemoryLayout<MusicTrackLoopInfo>.size
    case .offset, .length: 8
    case .mute, .solo: 1
    case .automation: 4
    case .resolution: 2
    }
  }
}

extension SequenceTrack {
  fileprivate func setLoop(_ info: MusicTrackLoopInfo) throws(StatusError) {
    guard TimeRange.isValid(info.loopDuration), info.numberOfLoops >= 0 else {
      throw StatusError(kAudio_ParamError)
    }
    try edit { track throws(StatusError) in
      track.loop = EventTrack.Loop(duration: info.loopDuration, count: Int(info.numberOfLoops))
    }
  }

  fileprivate func setOffset(_ beats: Double) throws(StatusError) {
    guard beats.magnitude < kMusicTimeStamp_EndOfTrack else {
      throw StatusError(kAudio_ParamError)
    }
    try edit { track throws(StatusError) in track.offset = beats }
  }

  fileprivate func setLength(_ beats: Double) throws(StatusError) {
    guard TimeRange.isValid(beats) else { throw StatusError(kAudio_ParamError) }
    try edit { track throws(StatusError) in track.statedLength = beats }
  }
}
