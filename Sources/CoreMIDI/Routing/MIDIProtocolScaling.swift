internal import CCoreMIDI

/// Translates channel messages between the protocols of Universal MIDI Packets.
///
/// Source: Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol 1.1, appendix D.
enum MIDIProtocolScaling {
  /// Returns the words, with all channel messages translated to a protocol.
  static func words(_ words: [UInt32], in version: MIDIProtocolID) -> [UInt32] {
    var result: [UInt32] = []
    var place = 0
    while place < words.count {
      let message = Array(words[place...].prefix(MIDIWordTranslator.wordCount(words[place])))
      place += message.count
      switch message[0] >> 28 {
      case 2 where version == ._2_0: result += raised(message[0])
      case 4 where version != ._2_0: result += lowered(message)
      default: result += message
      }
    }
    return result
  }

  /// Translates a message of MIDI 2.0 to messages of MIDI 1.0, in the same group.
  private static func lowered(_ message: [UInt32]) -> [UInt32] {
    var translator = MIDIByteTranslator()
    let group = message[0] & 0x0F00_0000
    return translator.words(MIDIWordTranslator.bytes(message)).map { $0 | group }
  }

  /// Translates a message of MIDI 1.0 to a message of MIDI 2.0.
  private static func raised(_ word: UInt32) -> [UInt32] {
    let status = word >> 20 & 0xF
    let (first, second) = (word >> 8 & 0x7F, word & 0x7F)
    let head = 0x4000_0000 | word & 0x0FFF_0000
    switch status {
    case 0x8: return [head | first << 8, scaled(second, from: 7, to: 16) << 16]
    case 0x9 where second == 0:
      // A note with velocity 0 means the end of a note.
      return [head & ~0x0010_0000 | first << 8, scaled(64, from: 7, to: 16) << 16]
    case 0x9: return [head | first << 8, scaled(second, from: 7, to: 16) << 16]
    case 0xA, 0xB: return [head | first << 8, scaled(second, from: 7, to: 32)]
    case 0xC: return [head, first << 24]
    case 0xD: return [head, scaled(first, from: 7, to: 32)]
    case 0xE: return [head, scaled(second << 7 | first, from: 14, to: 32)]
    default: return [word]
    }
  }

  /// Scales a value to more bits; the lowest, middle and highest values map to each other.
  static func scaled(_ value: UInt32, from bits: UInt32, to wanted: UInt32) -> UInt32 {
    let shift = wanted - bits
    let shifted = value << shift
    let center: UInt32 = 1 << (bits - 1)
    guard value > center else { return shifted }
    let repeatBits = bits - 1
    var pattern = UInt64(value & (center - 1))
    pattern =
      shift > repeatBits
      ? pattern << UInt64(shift - repeatBits) : pattern >> UInt64(repeatBits - shift)
    var result = shifted
    while pattern != 0 {
      result |= UInt32(pattern)
      pattern >>= UInt64(repeatBits)
    }
    return result
  }
}
