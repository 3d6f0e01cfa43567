public import AudioToolbox
internal import Foundation

/// A closure that receives lists of MIDI messages as Universal MIDI Packets.
public typealias AUMIDIEventListBlock = (
  _ eventSampleTime: AUEventSampleTime, _ cable: UInt8, _ eventList: UnsafePointer<MIDIEventList>
) -> OSStatus

extension AUAudioUnit {
  /// The closure with which a host schedules lists of MIDI messages, or `nil`.
  ///
  /// The unit receives equivalent messages of MIDI 1.0, as events of the kind that
  /// ``scheduleMIDIEventBlock`` makes. All events have the time that the host passes to the
  /// closure. Unlike Apple's, the closure allocates memory, so no render thread should call it.
  public var scheduleMIDIEventListBlock: AUMIDIEventListBlock? {
    guard let schedule = unsafe scheduleMIDIEventBlock else { return nil }
    return { time, cable, list in
      guard UInt(bitPattern: list) != 0 else { return kAudio_ParamError }
      for message in unsafe MIDIEventBytes.messages(list) {
        // Safe: the bytes live until the call returns.
        unsafe message.withUnsafeBufferPointer { bytes in
          guard let first = bytes.baseAddress else { return }
          unsafe schedule(time, cable, bytes.count, first)
        }
      }
      return noErr
    }
  }
}

extension AVAudioUnitMIDIInstrument {
  /// Sends a list of MIDI messages, which take effect with the next frames.
  ///
  /// Messages of MIDI 2.0 get the resolution of MIDI 1.0.
  ///
  /// - Parameter eventList: The list, whose times have no effect.
  public func send(_ eventList: UnsafePointer<MIDIEventList>) {
    for message in unsafe MIDIEventBytes.messages(eventList) {
      unsafe message.withUnsafeBufferPointer { unsafe send($0) }
    }
  }
}

extension MIDIEventBytes {
  /// A closure that receives bytes, and passes them on as lists.
  static func sender(_ block: @escaping AUMIDIEventListBlock) -> AUMIDIOutputEventBlock {
    { time, cable, length, bytes in
      var status = noErr
      // Safe: the unit provides as many bytes as it states.
      let message = unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
      unsafe MIDILists.withEvents(message) { status = unsafe block(time, cable, $0) }
      return status
    }
  }
}
