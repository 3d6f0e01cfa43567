/// Messages with the same time, in both forms: bytes of MIDI 1.0, and words of Universal MIDI
/// Packets.
struct MIDIMessages: Equatable, Sendable {
  /// The host time; 0 means now.
  var time: UInt64
  var bytes: [UInt8]
  var words: [UInt32]
}

/// Translates the bytes of one sender to words.
///
/// A system-exclusive message may continue in the next call.
///
/// Source: Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol 1.1, sections 7.3, 7.6, 7.7.
struct MIDIByteTranslator: Sendable {
  /// The numbers of data bytes after a status byte below 0xF0.
  static func dataCount(channelStatus status: UInt8) -> Int {
    status & 0xE0 == 0xC0 ? 1 : 2
  }

  /// The number of data bytes after a status byte from 0xF1 on.
  static func dataCount(systemStatus status: UInt8) -> Int {
    switch status {
    case 0xF2: 2
    case 0xF1, 0xF3: 1
    default: 0
    }
  }

  /// Bytes of a system-exclusive message that have no word yet.
  private var exclusive: [UInt8] = []
  private var isInExclusive = false
  /// Whether a word of the message has been made.
  private var hasBegun = false

  /// The words of the messages in some bytes; bytes without a status are left out.
  mutating func words(_ bytes: [UInt8]) -> [UInt32] {
    var words: [UInt32] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte >= 0xF8 {
        words.append(0x1000_0000 | UInt32(byte) << 16)
      } else if byte == 0xF0 {
        if isInExclusive { endExclusive(&words) }
        (isInExclusive, hasBegun, exclusive) = (true, false, [])
      } else if byte == 0xF7 {
        if isInExclusive { endExclusive(&words) }
      } else if byte >= 0x80 {
        if isInExclusive { endExclusive(&words) }
        words += message(byte, bytes, &place)
      } else if isInExclusive {
        add(byte, &words)
      }
    }
    if isInExclusive { flush(&words) }
    return words
  }

  /// The word of a message of a channel or of the system; empty if data bytes are missing.
  private func message(_ status: UInt8, _ bytes: [UInt8], _ place: inout Int) -> [UInt32] {
    let isSystem = status >= 0xF0
    let count =
      isSystem ? Self.dataCount(systemStatus: status) : Self.dataCount(channelStatus: status)
    let data = bytes[place...].prefix(count).prefix { $0 < 0x80 }
    place += data.count
    guard data.count == count else { return [] }
    var word = (isSystem ? 0x1000_0000 : 0x2000_0000) | UInt32(status) << 16
    if let first = data.first { word |= UInt32(first) << 8 }
    if count == 2, let last = data.last { word |= UInt32(last) }
    return [word]
  }

  // MARK: System-exclusive messages

  private mutating func add(_ byte: UInt8, _ words: inout [UInt32]) {
    // A full word is not made before the next byte, because it may be the last word of the message.
    if exclusive.count == 6 { flush(&words) }
    exclusive.append(byte)
  }

  /// Makes a word of the bytes so far: a start or a continuation.
  private mutating func flush(_ words: inout [UInt32]) {
    guard !hasBegun || !exclusive.isEmpty else { return }
    words += Self.exclusiveWords(exclusive, form: hasBegun ? 2 : 1)
    (hasBegun, exclusive) = (true, [])
  }

  private mutating func endExclusive(_ words: inout [UInt32]) {
    words += Self.exclusiveWords(exclusive, form: hasBegun ? 3 : 0)
    (isInExclusive, hasBegun, exclusive) = (false, false, [])
  }

  private static func exclusiveWords(_ bytes: [UInt8], form: UInt32) -> [UInt32] {
    let padded = bytes + [UInt8](repeating: 0, count: 6 - bytes.count)
    let first = 0x3000_0000 | form << 20 | UInt32(bytes.count) << 16
    return [
      first | UInt32(padded[0]) << 8 | UInt32(padded[1]),
      padded[2...].reduce(0) { $0 << 8 | UInt32($1) },
    ]
  }
}

/// Translates words to bytes.
///
/// Messages that MIDI 1.0 lacks are left out. Values of MIDI 2.0 get the resolution of MIDI 1.0.
package enum MIDIWordTranslator {
  /// The number of words of a message by its type (UMP, section 2.1.4).
  static func wordCount(_ word: UInt32) -> Int {
    switch word >> 28 {
    case 0, 1, 2, 6, 7: 1
    case 3, 4, 8, 9, 10: 2
    case 11, 12: 3
    default: 4
    }
  }

  /// The bytes of the messages; a truncated message is left out.
  package static func bytes(_ words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    while place < words.count {
      let count = wordCount(words[place])
      guard place + count <= words.count else { break }
      let first = words[place]
      switch first >> 28 {
      case 1: bytes += system(first)
      case 2: bytes += channel(first)
      case 3: bytes += exclusive(first, words[place + 1])
      case 4: bytes += highResolution(first, words[place + 1])
      default: break
      }
      place += count
    }
    return bytes
  }

  private static func byte(_ word: UInt32, _ shift: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> shift)
  }

  private static func system(_ word: UInt32) -> [UInt8] {
    let status = byte(word, 16)
    guard status >= 0xF1, status != 0xF7 else { return [] }
    let data = [byte(word, 8) & 0x7F, byte(word, 0) & 0x7F]
    return [status] + data.prefix(MIDIByteTranslator.dataCount(systemStatus: status))
  }

  private static func channel(_ word: UInt32) -> [UInt8] {
    let status = byte(word, 16)
    guard (0x80..<0xF0).contains(status) else { return [] }
    let data = [byte(word, 8) & 0x7F, byte(word, 0) & 0x7F]
    return [status] + data.prefix(MIDIByteTranslator.dataCount(channelStatus: status))
  }

  private static func exclusive(_ first: UInt32, _ second: UInt32) -> [UInt8] {
    let form = first >> 20 & 0xF
    let count = Int(first >> 16 & 0xF)
    guard form <= 3, count <= 6 else { return [] }
    let all = [byte(first, 8), byte(first, 0)] + [24, 16, 8, 0].map { byte(second, $0) }
    return (form <= 1 ? [0xF0] : []) + all.prefix(count).map { $0 & 0x7F }
      + (form == 0 || form == 3 ? [0xF7] : [])
  }

  /// A message of MIDI 2.0, by the rules of UMP, appendix D.
  private static func highResolution(_ first: UInt32, _ second: UInt32) -> [UInt8] {
    let status = byte(first, 16)
    let index = byte(first, 8) & 0x7F
    switch status & 0xF0 {
    case 0x80: return [status, index, UInt8(second >> 25)]
    case 0x90: return [status, index, max(1, UInt8(second >> 25))]
    case 0xA0, 0xB0: return [status, index, UInt8(second >> 25)]
    case 0xC0:
      let channel = status & 0x0F
      let hasBank = first & 1 != 0
      let bank = [
        0xB0 | channel, 0, byte(second, 8) & 0x7F, 0xB0 | channel, 32, byte(second, 0) & 0x7F,
      ]
      return (hasBank ? bank : []) + [status, byte(second, 24) & 0x7F]
    case 0xD0: return [status, UInt8(second >> 25)]
    case 0xE0:
      let value = second >> 18
      return [status, UInt8(value & 0x7F), UInt8(value >> 7)]
    default: return []
    }
  }
}
