/// Translates the bytes of one sender to events of ALSA's sequencer.
///
/// A system-exclusive message may continue in the next call.
struct SequencerEncoder: Sendable {
  /// Maximum bytes of an event; drivers of devices have small buffers.
  static let mostBytes = 256

  private static let systemKinds = Dictionary(
    uniqueKeysWithValues: SequencerEvent.systemStatuses.map { ($0.value, $0.key) })

  private var isInExclusive = false
  /// The bytes of a system-exclusive message that no event has yet.
  private var exclusive: [UInt8] = []

  /// The events of some bytes; bytes without a status are left out.
  mutating func events(_ bytes: [UInt8]) -> [SequencerEvent] {
    var events: [SequencerEvent] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte >= 0xF8 {
        events += Self.system(byte, [])
      } else if byte < 0x80 {
        if isInExclusive { add(byte, &events) }
      } else {
        if isInExclusive { end(&events) }
        if byte == 0xF0 {
          isInExclusive = true
          add(byte, &events)
        } else if byte != 0xF7 {
          let data = bytes[place...].prefix(Self.dataCount(byte)).prefix { $0 < 0x80 }
          place += data.count
          if data.count == Self.dataCount(byte) { events += Self.message(byte, Array(data)) }
        }
      }
    }
    flush(&events)
    return events
  }

  private static func dataCount(_ status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 1
    case 0xF4...0xFF: 0
    default: 2
    }
  }

  // MARK: System-exclusive messages

  private mutating func add(_ byte: UInt8, _ events: inout [SequencerEvent]) {
    if exclusive.count == Self.mostBytes { flush(&events) }
    exclusive.append(byte)
  }

  /// Ends a message; another status than 0xF7 ends it, too.
  private mutating func end(_ events: inout [SequencerEvent]) {
    add(0xF7, &events)
    flush(&events)
    isInExclusive = false
  }

  private mutating func flush(_ events: inout [SequencerEvent]) {
    guard !exclusive.isEmpty else { return }
    events.append(SequencerEvent(kind: .systemExclusive, bytes: exclusive))
    exclusive = []
  }

  // MARK: Other messages

  private static func message(_ status: UInt8, _ data: [UInt8]) -> [SequencerEvent] {
    let kinds: [UInt8: SequencerEvent.Kind] = [
      0x80: .noteOff, 0x90: .noteOn, 0xA0: .keyPressure, 0xB0: .controller, 0xC0: .program,
      0xD0: .channelPressure, 0xE0: .pitchBend,
    ]
    guard let kind = kinds[status & 0xF0] else { return system(status, data) }
    let values = data.map { Int32($0) }
    var event = SequencerEvent(kind: kind, channel: Int32(status & 0x0F))
    switch kind {
    case .program, .channelPressure: event.value = values[0]
    case .pitchBend: event.value = (values[1] << 7 | values[0]) - 8_192
    default: (event.number, event.value) = (values[0], values[1])
    }
    return [event]
  }

  private static func system(_ status: UInt8, _ data: [UInt8]) -> [SequencerEvent] {
    systemKinds[status].map { kind in
      let value = data.reversed().reduce(0) { $0 << 7 | Int32($1) }
      return [SequencerEvent(kind: kind, value: value)]
    } ?? []
  }
}
