/// Information in a track that is not sent to instruments.
///
/// Source: *Standard MIDI Files 1.0*, RP-001, "Meta-Events".
package struct MetaEvent: Hashable, Sendable {
  package var type: UInt8
  package var bytes: [UInt8]

  package init(type: UInt8, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  package static let text: UInt8 = 0x01
  package static let copyright: UInt8 = 0x02
  package static let trackName: UInt8 = 0x03
  package static let endOfTrack: UInt8 = 0x2F
  package static let tempo: UInt8 = 0x51
  package static let smpteOffset: UInt8 = 0x54
  package static let timeSignature: UInt8 = 0x58
  package static let keySignature: UInt8 = 0x59

  /// The text of an event that is text, in UTF-8 or Latin-1.
  package var text: String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The beats a minute of a tempo event, or `nil` for other events and a tempo of 0.
  package var beatsPerMinute: Double? {
    guard type == Self.tempo, bytes.count >= 3 else { return nil }
    let microseconds = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
    return microseconds > 0 ? 60_000_000 / Double(microseconds) : nil
  }

  /// The event for a tempo, with the nearest microseconds that fit in 24 bits.
  package static func tempo(beatsPerMinute: Double) -> MetaEvent {
    let number = max(1, min(Int(nearest: 60_000_000 / beatsPerMinute), 0xFF_FFFF))
    return MetaEvent(
      type: tempo,
      bytes: [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
  }
}
