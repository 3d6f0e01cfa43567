import Testing

@testable import CoreMIDI

/// Tests of the translation between MIDI 1.0 and ALSA's sequencer.
@Suite struct SequencerEventTests {
  /// Messages that have one event each.
  static let messages: [([UInt8], SequencerEvent)] = [
    ([0x93, 60, 100], SequencerEvent(kind: .noteOn, channel: 3, number: 60, value: 100)),
    ([0x8F, 0, 127], SequencerEvent(kind: .noteOff, channel: 15, number: 0, value: 127)),
    ([0xA0, 1, 2], SequencerEvent(kind: .keyPressure, number: 1, value: 2)),
    ([0xB1, 7, 90], SequencerEvent(kind: .controller, channel: 1, number: 7, value: 90)),
    ([0xC2, 12], SequencerEvent(kind: .program, channel: 2, value: 12)),
    ([0xD4, 33], SequencerEvent(kind: .channelPressure, channel: 4, value: 33)),
    ([0xE0, 0, 0], SequencerEvent(kind: .pitchBend, value: -8_192)),
    ([0xE0, 0, 64], SequencerEvent(kind: .pitchBend, value: 0)),
    ([0xE0, 127, 127], SequencerEvent(kind: .pitchBend, value: 8_191)),
    ([0xF1, 0x35], SequencerEvent(kind: .timeCode, value: 0x35)),
    ([0xF2, 1, 2], SequencerEvent(kind: .songPosition, value: 257)),
    ([0xF3, 9], SequencerEvent(kind: .songSelection, value: 9)),
    ([0xF6], SequencerEvent(kind: .tuneRequest)), ([0xF8], SequencerEvent(kind: .clock)),
    ([0xFA], SequencerEvent(kind: .start)), ([0xFB], SequencerEvent(kind: .resume)),
    ([0xFC], SequencerEvent(kind: .stop)), ([0xFE], SequencerEvent(kind: .activeSensing)),
    ([0xFF], SequencerEvent(kind: .reset)),
    ([0xF0, 1, 2, 0xF7], SequencerEvent(kind: .systemExclusive, bytes: [0xF0, 1, 2, 0xF7])),
  ]

  @Test("each message has an event, and each event its message", arguments: messages)
  func bothWays(bytes: [UInt8], event: SequencerEvent) {
    var encoder = SequencerEncoder()
    #expect(encoder.events(bytes) == [event])
    #expect(event.messageBytes == bytes)
  }

  @Test("events with 14 bits become several controllers")
  func longControllers() {
    let long = SequencerEvent(kind: .longController, channel: 1, number: 7, value: 300)
    #expect(long.messageBytes == [0xB1, 7, 2, 0xB1, 39, 44])
    let registered = SequencerEvent(kind: .registeredParameter, number: 1, value: 8_192)
    #expect(registered.messageBytes == [0xB0, 101, 0, 0xB0, 100, 1, 0xB0, 6, 64, 0xB0, 38, 0])
    let other = SequencerEvent(kind: .unregisteredParameter, number: 257, value: 1)
    #expect(other.messageBytes == [0xB0, 99, 2, 0xB0, 98, 1, 0xB0, 6, 0, 0xB0, 38, 1])
    #expect(SequencerEvent(kind: .portStart).messageBytes.isEmpty)
  }

  @Test("a long system-exclusive message has the same parts in any division")
  func longMessage() {
    let bytes = [0xF0] + (0..<1_000).map { UInt8($0 & 0x7F) } + [0xF7]
    for size in [1, 7, 255, 256, 257, 2_000] {
      var encoder = SequencerEncoder()
      let events = stride(from: 0, to: bytes.count, by: size).flatMap {
        encoder.events(Array(bytes[$0...].prefix(size)))
      }
      #expect(events.flatMap(\.bytes) == bytes)
      #expect(events.allSatisfy { $0.kind == .systemExclusive && $0.bytes.count <= 256 })
    }
  }

  @Test("a clock comes before the message around it, and another status ends the message")
  func interruptions() {
    var encoder = SequencerEncoder()
    let events = encoder.events([0xF0, 1, 0xF8, 2, 0x90, 60, 1, 5, 0x90, 60])
    #expect(
      events == [
        SequencerEvent(kind: .clock),
        SequencerEvent(kind: .systemExclusive, bytes: [0xF0, 1, 2, 0xF7]),
        SequencerEvent(kind: .noteOn, number: 60, value: 1),
      ])
  }
}
