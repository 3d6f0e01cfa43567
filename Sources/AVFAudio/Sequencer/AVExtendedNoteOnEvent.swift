/// A note with a fractional pitch.
///
/// The group is the channel. Unlike on Apple's systems, the instrument has no effect.
open class AVExtendedNoteOnEvent: AVMusicEvent, @unchecked Sendable {
  /// The instrument of the group.
  public class var defaultInstrument: UInt32 { kMusicNoteEvent_UseGroupInstrument }

  /// The pitch as a MIDI key.
  open var midiNote: Float
  /// The velocity, 0 to 127.
  open var velocity: Float
  /// The instrument.
  open var instrumentID: UInt32
  /// The group.
  open var groupID: UInt32
  /// The length in beats.
  open var duration: AVMusicTimeStamp

  /// Makes a note of the group's instrument.
  public convenience init(
    midiNote: Float, velocity: Float, groupID: UInt32, duration: AVMusicTimeStamp
  ) {
    self.init(
      midiNote: midiNote, velocity: velocity, instrumentID: Self.defaultInstrument,
      groupID: groupID, duration: duration)
  }

  /// Makes a note.
  public init(
    midiNote: Float, velocity: Float, instrumentID: UInt32, groupID: UInt32,
    duration: AVMusicTimeStamp
  ) {
    self.midiNote = midiNote
    self.velocity = velocity
    self.instrumentID = instrumentID
    self.groupID = groupID
    self.duration = duration
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_ExtendedNote }
  override var bytes: [UInt8] {
    let parameters = MusicDeviceStdNoteParams(argCount: 2, mPitch: midiNote, mVelocity: velocity)
    return EventBytes.of(instrumentID) + EventBytes.of(groupID) + EventBytes.of(Float(duration))
      + EventBytes.of(parameters)
  }
}

/// A change of a parameter of a unit.
///
/// Unlike on Apple's systems, the sequencer does not send it: it only stays in the track.
open class AVParameterEvent: AVMusicEvent, @unchecked Sendable {
  /// The parameter.
  open var parameterID: UInt32
  /// The scope.
  open var scope: UInt32
  /// The element.
  open var element: UInt32
  /// The value.
  open var value: Float

  /// Makes a change.
  public init(parameterID: UInt32, scope: UInt32, element: UInt32, value: Float) {
    self.parameterID = parameterID
    self.scope = scope
    self.element = element
    self.value = value
    super.init()
  }

  override var kind: MusicEventType { kMusicEventType_Parameter }
  override var bytes: [UInt8] {
    EventBytes.of(
      ParameterEvent(parameterID: parameterID, scope: scope, element: element, value: value))
  }
}
