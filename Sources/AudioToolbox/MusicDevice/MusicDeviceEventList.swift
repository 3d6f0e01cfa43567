public import CoreMIDI

/// Sends a list of MIDI messages as Universal MIDI Packets to an instrument.
///
/// The unit gets them as messages of MIDI 1.0. System-exclusive messages take effect with the next
/// frame. Unlike Apple's, the function allocates memory, so no render thread should call it.
///
/// - Parameters:
///   - inUnit: The unit.
///   - inOffsetSampleFrame: The frame of the next slice at which the messages take effect. The
///     times of the list have no effect.
///   - evtList: The list.
/// - Returns: 0; the errors of ``MusicDeviceMIDIEvent(_:_:_:_:_:)`` and
///   ``MusicDeviceSysEx(_:_:_:)``, after which later messages of the list are left out.
@c(MusicDeviceMIDIEventList)
public func MusicDeviceMIDIEventList(
  _ inUnit: MusicDeviceComponent, _ inOffsetSampleFrame: UInt32,
  _ evtList: UnsafePointer<MIDIEventList>
) -> OSStatus {
  // Safe: a C client may pass null.
  guard UInt(bitPattern: evtList) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let unit = try unsafe UnitInstance.find(inUnit)
    for message in unsafe MIDIEventBytes.messages(evtList) {
      if message[0] == 0xF0 {
        try unit.send(systemExclusive: message)
      } else {
        let data = message.dropFirst().map { UInt32($0) } + [0, 0]
        try unit.send(
          UnitMessage(UInt32(message[0]), data[0], data[1], at: inOffsetSampleFrame))
      }
    }
  }
}

extension UnitInstance {
  /// Sends a system-exclusive message with all its bytes.
  fileprivate func send(systemExclusive bytes: [UInt8]) throws(StatusError) {
    let result = unsafe bytes.withUnsafeBufferPointer { buffer -> OSStatus in
      guard let first = buffer.baseAddress else { return noErr }
      // Safe: the bytes live until the call returns.
      return status { () throws(StatusError) in try unsafe send(first, count: buffer.count) }
    }
    if result != noErr { throw StatusError(result) }
  }
}
