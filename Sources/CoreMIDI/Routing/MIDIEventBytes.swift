package import CCoreMIDI

/// The messages of a list as bytes of MIDI 1.0.
package enum MIDIEventBytes {
  /// The messages, each with its status.
  package static func messages(_ list: UnsafePointer<MIDIEventList>) -> [[UInt8]] {
    // A system-exclusive message may continue in the next packet.
    let bytes = unsafe MIDILists.events(list).flatMap { MIDIWordTranslator.bytes($0.words) }
    var messages: [[UInt8]] = []
    var isInExclusive = false
    for byte in bytes {
      if byte >= 0xF8 {
        messages.insert([byte], at: isInExclusive ? messages.count - 1 : messages.count)
      } else if byte >= 0x80, byte != 0xF7 {
        messages.append([byte])
        isInExclusive = byte == 0xF0
      } else if !messages.isEmpty {
        messages[messages.count - 1].append(byte)
        if byte == 0xF7 { isInExclusive = false }
      }
    }
    return messages
  }
}
