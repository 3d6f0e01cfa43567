internal import Foundation

/// Converts events from and to the bytes of their C structures.
enum EventBytes {
  /// The bytes of a structure without padding.
  static func of<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
    // Safe: the bytes are copied while the value is alive.
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }

  /// The number of bytes, and the bytes.
  static func counted(_ data: Data) -> [UInt8] { of(UInt32(clamping: data.count)) + data }

  /// The structure at the start of some bytes.
  static func value<Value: BitwiseCopyable>(_ bytes: [UInt8], _ type: Value.Type) -> Value {
    precondition(bytes.count >= MemoryLayout<Value>.size)
    // Safe: the bytes suffice, as checked above.
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
  }
}

extension AVMusicEvent {
  /// The object for the bytes of a C structure; `nil` for a kind of event without a class.
  static func event(_ kind: MusicEventType, _ bytes: [UInt8]) -> AVMusicEvent? {
    switch kind {
    case kMusicEventType_MIDINoteMessage:
      return AVMIDINoteEvent(EventBytes.value(bytes, MIDINoteMessage.self))
    case kMusicEventType_MIDIChannelMessage: return AVMIDIChannelEvent.event(bytes)
    case kMusicEventType_MIDIRawData: return AVMIDISysexEvent(data: Data(bytes.dropFirst(4)))
    case kMusicEventType_User: return AVMusicUserEvent(data: Data(bytes.dropFirst(4)))
    case kMusicEventType_Meta:
      return AVMIDIMetaEvent(number: bytes[0], data: Data(bytes.dropFirst(8)))
    case kMusicEventType_ExtendedTempo:
      return AVExtendedTempoEvent(tempo: EventBytes.value(bytes, Double.self))
    case kMusicEventType_Parameter:
      let event = EventBytes.value(bytes, ParameterEvent.self)
      return AVParameterEvent(
        parameterID: event.parameterID, scope: event.scope, element: event.element,
        value: event.value)
    case kMusicEventType_ExtendedNote: return extendedNote(bytes)
    case kMusicEventType_AUPreset: return preset(bytes)
    default: return nil
    }
  }

  private static func extendedNote(_ bytes: [UInt8]) -> AVMusicEvent {
    let note = EventBytes.value(Array(bytes[12...]), MusicDeviceStdNoteParams.self)
    return AVExtendedNoteOnEvent(
      midiNote: note.mPitch, velocity: note.mVelocity,
      instrumentID: EventBytes.value(bytes, UInt32.self),
      groupID: EventBytes.value(Array(bytes[4...]), UInt32.self),
      duration: Double(EventBytes.value(Array(bytes[8...]), Float.self)))
  }

  private static func preset(_ bytes: [UInt8]) -> AVMusicEvent? {
    let address = EventBytes.value(Array(bytes[8...]), UInt.self)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    // Safe: the track keeps the object of its event.
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    guard let settings = object as? NSDictionary else { return nil }
    return AVAUPresetEvent(
      scope: EventBytes.value(bytes, UInt32.self),
      element: EventBytes.value(Array(bytes[4...]), UInt32.self),
      dictionary: settings as? [AnyHashable: Any] ?? [:])
  }
}
