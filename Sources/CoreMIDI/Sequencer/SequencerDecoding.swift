extension SequencerEvent {
  /// The statuses of messages without a channel.
  static let systemStatuses: [Kind: UInt8] = [
    .timeCode: 0xF1, .songPosition: 0xF2, .songSelection: 0xF3, .tuneRequest: 0xF6, .clock: 0xF8,
    .start: 0xFA, .resume: 0xFB, .stop: 0xFC, .activeSensing: 0xFE, .reset: 0xFF,
  ]

  /// The message as bytes of MIDI 1.0; none for an announcement.
  var messageBytes: [UInt8] {
    switch kind {
    case .systemExclusive: bytes
    case .noteOff: message(0x80, number, value)
    case .noteOn: message(0x90, number, value)
    case .keyPressure: message(0xA0, number, value)
    case .controller: message(0xB0, number, value)
    case .program: message(0xC0, value)
    case .channelPressure: message(0xD0, value)
    case .pitchBend: message(0xE0, value + 8_192, (value + 8_192) >> 7)
    case .longController: longControllerBytes
    case .unregisteredParameter: parameterBytes(99, 98)
    case .registeredParameter: parameterBytes(101, 100)
    case .timeCode, .songSelection: system([value])
    case .songPosition: system([value, value >> 7])
    case .start, .resume, .stop, .clock, .tuneRequest, .reset, .activeSensing: system([])
    case .clientExit, .clientChange, .portStart, .portExit, .portChange: []
    }
  }

  private func message(_ status: UInt8, _ data: Int32...) -> [UInt8] {
    [status | UInt8(truncatingIfNeeded: channel & 0x0F)] + data.map(Self.data)
  }

  private func system(_ data: [Int32]) -> [UInt8] {
    (Self.systemStatuses[kind].map { [$0] } ?? []) + data.map(Self.data)
  }

  private static func data(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: value & 0x7F) }

  /// The controllers 0 to 31 have a second one for their lower seven bits (MIDI 1.0, table III).
  private var longControllerBytes: [UInt8] {
    number < 32
      ? message(0xB0, number, value >> 7) + message(0xB0, number + 32, value)
      : message(0xB0, number, value)
  }

  /// A parameter's number and its value, by the controllers of MIDI 1.0, table IIIa.
  private func parameterBytes(_ high: Int32, _ low: Int32) -> [UInt8] {
    message(0xB0, high, number >> 7) + message(0xB0, low, number)
      + message(0xB0, 6, value >> 7) + message(0xB0, 38, value)
  }
}
