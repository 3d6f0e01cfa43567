internal import CoreAudioTypes
internal import Foundation
internal import MIDISequencing

/// An event in C's form, in memory that stays in place while clients look at it.
final class EventMemory: Sendable {
  /// The address, kept as a number, because only this class frees it.
  private let address: UInt
  let byteCount: Int
  let type: MusicEventType
  /// Keeps the object that the event mentions.
  private let content: EventContent

  init(_ content: EventContent) {
    self.content = content
    type = content.type
    byteCount = content.byteCount
    // Clients read whole structures, even if the last member has fewer bytes than declared.
    let count = max(byteCount, MemoryLayout<ExtendedNoteOnEvent>.size)
    // Safe: the memory is filled here, and freed when the last reference ends.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    unsafe content.write(to: memory)
    address = UInt(bitPattern: memory)
  }

  var pointer: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: address) }

  deinit {
    // Safe: the address is that of the memory that the initializer allocated.
    unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
  }
}

/// The settings of a preset event.
final class PresetReference: PresetObject {
  /// The address of the retained object.
  let address: UInt

  /// Retains an object.
  init(_ object: Unmanaged<AnyObject>) {
    // Safe: the client provides an object, which is released when this reference ends.
    address = UInt(bitPattern: unsafe object.retain().toOpaque())
  }

  deinit {
    if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      // Safe: as above.
      unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
  }
}

extension EventContent {
  /// The kind in C.
  var type: MusicEventType {
    switch self {
    case .note: kMusicEventType_MIDINoteMessage
    case .channel: kMusicEventType_MIDIChannelMessage
    case .raw: kMusicEventType_MIDIRawData
    case .meta: kMusicEventType_Meta
    case .tempo: kMusicEventType_ExtendedTempo
    case .extendedNote: kMusicEventType_ExtendedNote
    case .extendedControl: kMusicEventType_ExtendedControl
    case .parameter: kMusicEventType_Parameter
    case .preset: kMusicEventType_AUPreset
    case .user: kMusicEventType_User
    }
  }

  /// The size in C's form in bytes.
  var byteCount: Int {
    switch self {
    case .note: MemoryLayout<MIDINoteMessage>.size
    case .channel: MemoryLayout<MIDIChannelMessage>.size
    case .raw(let bytes), .user(let bytes): 4 + bytes.count
    case .meta(let meta): 8 + meta.bytes.count
    case .tempo: MemoryLayout<ExtendedTempoEvent>.size
    case .extendedNote(let note): 24 + 8 * note.controls.count
    case .extendedControl: MemoryLayout<ExtendedControlEvent>.size
    case .parameter: MemoryLayout<ParameterEvent>.size
    case .preset: unsafe MemoryLayout<AUPresetEvent>.size
    }
  }

  /// Writes C's form to memory with room for it.
  fileprivate func write(to memory: UnsafeMutableRawPointer) {
    // Safe: the memory has at least ``byteCount`` bytes.
    switch self {
    case .note(let note):
      unsafe memory.storeBytes(of: MIDINoteMessage(note), as: MIDINoteMessage.self)
    case .channel(let message):
      unsafe memory.storeBytes(of: MIDIChannelMessage(message), as: MIDIChannelMessage.self)
    case .raw(let bytes), .user(let bytes): unsafe Self.write(bytes, after: 0, to: memory)
    case .meta(let meta):
      unsafe memory.storeBytes(of: meta.type, as: UInt8.self)
      unsafe Self.write(meta.bytes, after: 4, to: memory)
    case .tempo(let tempo): unsafe memory.storeBytes(of: tempo, as: Double.self)
    case .extendedNote(let note): unsafe Self.write(note, to: memory)
    case .extendedControl(let control):
      unsafe memory.storeBytes(
        of: ExtendedControlEvent(
          groupID: control.group, controlID: control.control, value: control.value),
        as: ExtendedControlEvent.self)
    case .parameter(let change):
      unsafe memory.storeBytes(
        of: ParameterEvent(
          parameterID: change.parameter, scope: change.scope, element: change.element,
          value: change.value), as: ParameterEvent.self)
    case .preset(let preset):
      unsafe memory.storeBytes(of: preset.scope, as: UInt32.self)
      unsafe memory.storeBytes(of: preset.element, toByteOffset: 4, as: UInt32.self)
      let object = (preset.preset as? PresetReference)?.address ?? 0
      unsafe memory.storeBytes(of: object, toByteOffset: 8, as: UInt.self)
    }
  }

  /// Writes the number of bytes, and the bytes.
  private static func write(
    _ bytes: [UInt8], after offset: Int, to memory: UnsafeMutableRawPointer
  ) {
    unsafe memory.storeBytes(of: UInt32(bytes.count), toByteOffset: offset, as: UInt32.self)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: memory + offset + 4, count: bytes.count)
        .copyMemory(from: bytes)
    }
  }

  private static func write(_ note: ExtendedNote, to memory: UnsafeMutableRawPointer) {
    unsafe memory.storeBytes(of: note.instrument, as: UInt32.self)
    unsafe memory.storeBytes(of: note.group, toByteOffset: 4, as: UInt32.self)
    unsafe memory.storeBytes(of: note.duration, toByteOffset: 8, as: Float.self)
    let count = UInt32(2 + note.controls.count)
    unsafe memory.storeBytes(of: count, toByteOffset: 12, as: UInt32.self)
    unsafe memory.storeBytes(of: note.pitch, toByteOffset: 16, as: Float.self)
    unsafe memory.storeBytes(of: note.velocity, toByteOffset: 20, as: Float.self)
    for (index, control) in note.controls.enumerated() {
      unsafe memory.storeBytes(of: control.id, toByteOffset: 24 + 8 * index, as: UInt32.self)
      unsafe memory.storeBytes(of: control.value, toByteOffset: 28 + 8 * index, as: Float.self)
    }
  }
}

extension MIDINoteMessage {
  init(_ note: Note) {
    self.init(
      channel: note.channel, note: note.key, velocity: note.velocity,
      releaseVelocity: note.releaseVelocity, duration: note.duration)
  }
}

extension MIDIChannelMessage {
  init(_ message: ChannelMessage) {
    self.init(
      status: message.status, data1: message.data1, data2: message.data2, reserved: 0)
  }
}
