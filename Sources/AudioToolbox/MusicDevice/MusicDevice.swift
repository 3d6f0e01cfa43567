public import CoreAudioTypes

/// Sends a MIDI message of a channel to an instrument.
///
/// A program change first loads its instrument, which may take some time. If the instrument is
/// missing, the nearest instrument of General MIDI replaces it. Samplers ignore program changes and
/// keep their instrument.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inStatus: The status byte, with the channel in its lower four bits.
///   - inData1: The first data byte.
///   - inData2: The second data byte.
///   - inOffsetSampleFrame: The frame of the next slice at which the message takes effect.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit is not an instrument;
///   `kAudioUnitErr_CannotDoInCurrentContext` if 4,096 messages wait for the next slice;
///   `kAudio_ParamError` if the byte is not a status, or the unit does not exist.
@c @implementation
public func MusicDeviceMIDIEvent(
  _ inUnit: MusicDeviceComponent, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
  _ inOffsetSampleFrame: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit)
      .send(UnitMessage(inStatus, inData1, inData2, at: inOffsetSampleFrame))
  }
}

/// Sends a system-exclusive message to an instrument.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inData: The bytes, with or without 0xF0 and 0xF7.
///   - inLength: The number of bytes, up to 32,768.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit is not an instrument;
///   `kAudioUnitErr_CannotDoInCurrentContext` if the messages for the next slice leave no room;
///   `kAudio_ParamError` if the message is null or too long, or the unit does not exist.
@c @implementation
public func MusicDeviceSysEx(
  _ inUnit: MusicDeviceComponent, _ inData: UnsafePointer<UInt8>, _ inLength: UInt32
) -> OSStatus {
  guard UInt(bitPattern: inData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).send(inData, count: Int(inLength))
  }
}

/// Starts a note of an instrument.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inInstrument: The instrument, which becomes the instrument of the group.
///     `kMusicNoteEvent_UseGroupInstrument` keeps the current instrument.
///   - inGroupID: The MIDI channel, from 0 to 15.
///   - outNoteInstanceID: On return, the number of the note.
///   - inOffsetSampleFrame: The frame of the next slice at which the note starts.
///   - inParams: The pitch and the velocity. Further controls have no effect.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit is not an instrument;
///   `kAudioUnitErr_IllegalInstrument` if the instrument does not exist;
///   `kAudioUnitErr_InvalidElement` if the group does not exist;
///   `kAudioUnitErr_CannotDoInCurrentContext` if 4,096 messages wait for the next slice;
///   `kAudio_ParamError` if an argument is null or out of range, or the unit does not exist.
@c @implementation
public func MusicDeviceStartNote(
  _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID,
  _ inGroupID: MusicDeviceGroupID, _ outNoteInstanceID: UnsafeMutablePointer<NoteInstanceID>,
  _ inOffsetSampleFrame: UInt32, _ inParams: UnsafePointer<MusicDeviceNoteParams>
) -> OSStatus {
  guard unsafe !isNull(outNoteInstanceID), UInt(bitPattern: inParams) != 0 else {
    return kAudio_ParamError
  }
  return status { () throws(StatusError) in
    unsafe outNoteInstanceID.pointee = try UnitInstance.find(inUnit)
      .startNote(
        UnitNote(instrument: inInstrument, group: inGroupID, offset: inOffsetSampleFrame), inParams)
  }
}

/// Ends a note of an instrument.
///
/// Other notes with the same key and group end, too.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inGroupID: The group of the note.
///   - inNoteInstanceID: The number of the note.
///   - inOffsetSampleFrame: The frame of the next slice at which the note ends.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit is not an instrument;
///   `kAudioUnitErr_InvalidElement` if the note is not of this group;
///   `kAudioUnitErr_CannotDoInCurrentContext` if 4,096 messages wait for the next slice;
///   `kAudio_ParamError` if the unit does not exist.
@c @implementation
public func MusicDeviceStopNote(
  _ inUnit: MusicDeviceComponent, _ inGroupID: MusicDeviceGroupID,
  _ inNoteInstanceID: NoteInstanceID, _ inOffsetSampleFrame: UInt32
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit)
      .stopNote(inNoteInstanceID, UnitNote(group: inGroupID, offset: inOffsetSampleFrame))
  }
}

/// Loads an instrument, so that a later program change takes no time.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inInstrument: The instrument.
/// - Returns: 0; `kAudio_UnimplementedError` if the unit is not an instrument of this library;
///   `kAudioUnitErr_IllegalInstrument` if the instrument does not exist; `kAudio_ParamError` if the
///   unit does not exist.
@c @implementation
public func MusicDevicePrepareInstrument(
  _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).prepare(inInstrument)
  }
}

/// States that an instrument is no longer needed.
///
/// Instruments stay loaded as long as the unit exists, so the call only checks its arguments.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inInstrument: The instrument.
/// - Returns: 0; the errors of ``MusicDevicePrepareInstrument(_:_:)``.
@c @implementation
public func MusicDeviceReleaseInstrument(
  _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe UnitInstance.find(inUnit).release(inInstrument)
  }
}

/// A MIDI message of a client.
struct UnitMessage: Sendable {
  var status: UInt32
  var data1: UInt32
  var data2: UInt32
  /// The frame of the next slice.
  var offset: UInt32

  init(_ status: UInt32, _ data1: UInt32, _ data2: UInt32, at offset: UInt32) {
    self.status = status
    self.data1 = data1
    self.data2 = data2
    self.offset = offset
  }
}

/// The place of a note.
struct UnitNote: Sendable {
  var instrument: MusicDeviceInstrumentID = kMusicNoteEvent_UseGroupInstrument
  var group: MusicDeviceGroupID
  /// The frame of the next slice.
  var offset: UInt32
}
