public import CoreAudioTypes
internal import MIDISequencing

/// Adds a note.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inMessage: The note.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewMIDINoteEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inMessage: UnsafePointer<MIDINoteMessage>
) -> OSStatus {
  unsafe add(kMusicEventType_MIDINoteMessage, inMessage, to: inTrack, at: inTimeStamp)
}

/// Adds a message of a channel.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inMessage: The message. Its status is 0x80 to 0xEF.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewMIDIChannelEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inMessage: UnsafePointer<MIDIChannelMessage>
) -> OSStatus {
  unsafe add(kMusicEventType_MIDIChannelMessage, inMessage, to: inTrack, at: inTimeStamp)
}

/// Adds bytes to send, such as a system exclusive message or a piece of one.
///
/// Players send whole system exclusive messages of up to 32,768 bytes to instruments. Unlike on
/// Apple's systems, other bytes only stay in the track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inRawData: The bytes.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewMIDIRawDataEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inRawData: UnsafePointer<MIDIRawData>
) -> OSStatus {
  unsafe add(kMusicEventType_MIDIRawData, inRawData, to: inTrack, at: inTimeStamp)
}

/// Adds a note with more controls.
///
/// Players use the pitch, the velocity, and the group as the channel. Unlike on Apple's systems,
/// the instrument and further controls have no effect.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inInfo: The note, with at least two parameters.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewExtendedNoteEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inInfo: UnsafePointer<ExtendedNoteOnEvent>
) -> OSStatus {
  unsafe add(kMusicEventType_ExtendedNote, inInfo, to: inTrack, at: inTimeStamp)
}

/// Adds a change of a control of a group.
///
/// Unlike on Apple's systems, players do not send it: it only stays in the track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inInfo: The change.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewExtendedControlEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inInfo: UnsafePointer<ExtendedControlEvent>
) -> OSStatus {
  unsafe add(kMusicEventType_ExtendedControl, inInfo, to: inTrack, at: inTimeStamp)
}

/// Adds a change of a parameter.
///
/// Unlike on Apple's systems, players do not send it: it only stays in the track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inInfo: The change.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewParameterEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ParameterEvent>
) -> OSStatus {
  unsafe add(kMusicEventType_Parameter, inInfo, to: inTrack, at: inTimeStamp)
}

/// Adds a tempo, which has an effect in the tempo track only.
///
/// A tempo below 10⁻⁶ or above 10¹² plays as the nearest of these limits.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inBPM: Beats a minute, more than 0.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range; `kAudioToolboxErr_TrackNotFound`
///   if the track does not exist.
@c @implementation
public func MusicTrackNewExtendedTempoEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inBPM: Float64
) -> OSStatus {
  status { () throws(StatusError) in
    let content = try EventContent(tempo: inBPM)
    try unsafe SequenceTrack.find(inTrack).add(content, at: inTimeStamp)
  }
}

/// Adds information.
///
/// Time signatures have an effect in the tempo track only.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inMetaEvent: The information.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewMetaEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inMetaEvent: UnsafePointer<MIDIMetaEvent>
) -> OSStatus {
  unsafe add(kMusicEventType_Meta, inMetaEvent, to: inTrack, at: inTimeStamp)
}

/// Adds bytes for the callback of the sequence.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inUserData: The bytes.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewUserEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inUserData: UnsafePointer<MusicEventUserData>
) -> OSStatus {
  unsafe add(kMusicEventType_User, inUserData, to: inTrack, at: inTimeStamp)
}

/// Adds a change of all settings of a unit.
///
/// Unlike on Apple's systems, players do not apply it: it only stays in the track.
///
/// - Parameters:
///   - inTrack: The track.
///   - inTimeStamp: The time, 0 or more.
///   - inPresetEvent: The change. The event retains its object.
/// - Returns: 0; `kAudio_ParamError` if a value is out of range or null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackNewAUPresetEvent(
  _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp,
  _ inPresetEvent: UnsafePointer<AUPresetEvent>
) -> OSStatus {
  unsafe add(kMusicEventType_AUPreset, inPresetEvent, to: inTrack, at: inTimeStamp)
}

/// Adds an event from a C structure.
///
/// - Parameters:
///   - track: The track.
///   - time: The time, 0 or more.
///   - type: The kind.
///   - event: A structure of the kind.
/// - Returns: The result of the public function for this kind of event.
package func musicTrackAddEvent(
  _ track: MusicTrack, _ time: MusicTimeStamp, _ type: MusicEventType, _ event: UnsafeRawPointer
) -> OSStatus {
  unsafe add(type, event, to: track, at: time)
}

/// Adds an event from a C structure.
private func add(
  _ type: MusicEventType, _ event: UnsafeRawPointer, to reference: MusicTrack, at beat: Double
) -> OSStatus {
  guard UInt(bitPattern: event) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let track = try unsafe SequenceTrack.find(reference)
    try track.add(unsafe EventContent(type, at: event), at: beat)
  }
}
