internal import CoreAudioTypes
internal import Foundation
internal import MIDISequencing

extension EventContent {
  /// Reads an event in C's form.
  ///
  /// - Throws: ``StatusError`` if the kind does not exist or a value is out of range.
  init(_ type: MusicEventType, at data: UnsafeRawPointer) throws(StatusError) {
    // Safe: the client provides a structure of the kind that it states.
    switch type {
    case kMusicEventType_MIDINoteMessage:
      self = try EventContent(unsafe data.loadUnaligned(as: MIDINoteMessage.self))
    case kMusicEventType_MIDIChannelMessage:
      self = try EventContent(unsafe data.loadUnaligned(as: MIDIChannelMessage.self))
    case kMusicEventType_MIDIRawData: self = .raw(unsafe Self.bytes(at: data))
    case kMusicEventType_User: self = .user(unsafe Self.bytes(at: data))
    case kMusicEventType_Meta:
      let type = unsafe data.loadUnaligned(as: UInt8.self)
      guard type < 0x80 else { throw StatusError(kAudio_ParamError) }
      self = .meta(MetaEvent(type: type, bytes: unsafe Self.bytes(at: data + 4)))
    case kMusicEventType_ExtendedTempo:
      self = try EventContent(tempo: unsafe data.loadUnaligned(as: Double.self))
    case kMusicEventType_ExtendedNote: self = try unsafe EventContent(extendedNote: data)
    case kMusicEventType_ExtendedControl:
      let event = unsafe data.loadUnaligned(as: ExtendedControlEvent.self)
      self = .extendedControl(
        ExtendedControl(group: event.groupID, control: event.controlID, value: event.value))
    case kMusicEventType_Parameter:
      let event = unsafe data.loadUnaligned(as: ParameterEvent.self)
      self = .parameter(
        ParameterChange(
          parameter: event.parameterID, scope: event.scope, element: event.element,
          value: event.value))
    case kMusicEventType_AUPreset: self = try unsafe EventContent(preset: data)
    default: throw StatusError(kAudioToolboxErr_InvalidEventType)
    }
  }

  /// A tempo, in beats a minute.
  init(tempo: Double) throws(StatusError) {
    guard tempo > 0, tempo.isFinite else { throw StatusError(kAudio_ParamError) }
    self = .tempo(tempo)
  }

  private init(_ message: MIDINoteMessage) throws(StatusError) {
    guard message.channel < 16, message.note < 0x80, message.velocity < 0x80,
      message.releaseVelocity < 0x80, message.duration >= 0, message.duration.isFinite
    else { throw StatusError(kAudio_ParamError) }
    self = .note(
      Note(
        channel: message.channel, key: message.note, velocity: message.velocity,
        releaseVelocity: message.releaseVelocity, duration: message.duration))
  }

  private init(_ message: MIDIChannelMessage) throws(StatusError) {
    let event = ChannelMessage(
      status: message.status, data1: message.data1, data2: message.data2)
    guard event.isValid else { throw StatusError(kAudio_ParamError) }
    self = .channel(event)
  }

  /// Reads a number of bytes, and then the bytes themselves.
  private static func bytes(at data: UnsafeRawPointer) -> [UInt8] {
    // Safe: the client provides as many bytes as it states.
    let count = Int(unsafe data.loadUnaligned(as: UInt32.self))
    return unsafe Array(UnsafeRawBufferPointer(start: data + 4, count: count))
  }

  private init(extendedNote data: UnsafeRawPointer) throws(StatusError) {
    // Safe: the client provides as many controls as it states.
    let count = unsafe data.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    let duration = unsafe data.loadUnaligned(fromByteOffset: 8, as: Float.self)
    guard count >= 2, duration >= 0, duration.isFinite else {
      throw StatusError(kAudio_ParamError)
    }
    var note = ExtendedNote(
      instrument: unsafe data.loadUnaligned(as: UInt32.self),
      group: unsafe data.loadUnaligned(fromByteOffset: 4, as: UInt32.self), duration: duration,
      pitch: unsafe data.loadUnaligned(fromByteOffset: 16, as: Float.self),
      velocity: unsafe data.loadUnaligned(fromByteOffset: 20, as: Float.self))
    for index in 0..<Int(count) - 2 {
      note.controls.append(
        ExtendedNote.Control(
          id: unsafe data.loadUnaligned(fromByteOffset: 24 + 8 * index, as: UInt32.self),
          value: unsafe data.loadUnaligned(fromByteOffset: 28 + 8 * index, as: Float.self)))
    }
    self = .extendedNote(note)
  }

  private init(preset data: UnsafeRawPointer) throws(StatusError) {
    let address = unsafe data.loadUnaligned(fromByteOffset: 8, as: UInt.self)
    guard let object = unsafe UnsafeRawPointer(bitPattern: address) else {
      throw StatusError(kAudio_ParamError)
    }
    // Safe: the client provides an object, which is retained here.
    let preset = unsafe PresetReference(Unmanaged<AnyObject>.fromOpaque(object))
    self = .preset(
      PresetChange(
        scope: unsafe data.loadUnaligned(as: UInt32.self),
        element: unsafe data.loadUnaligned(fromByteOffset: 4, as: UInt32.self), preset: preset))
  }
}
