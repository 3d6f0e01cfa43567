/// The unit of a file's times.
///
/// Source: *Standard MIDI Files 1.0*, RP-001, "Header Chunks": `<division>`.
package enum SMFDivision: Equatable, Sendable {
  /// Ticks for each quarter note, 1 to 32,767.
  case ticksPerBeat(Int)
  /// Time code: frames a second, and ticks for each frame. 29 stands for 29.97 frames.
  case frames(perSecond: Int, ticksPerFrame: Int)

  /// The division of sequences that come from no file.
  package static let standard = ticksPerBeat(480)
  /// The division of sequences in seconds that come from no file: a tick is a millisecond.
  package static let milliseconds = frames(perSecond: 25, ticksPerFrame: 40)

  /// Interprets the number in a header, or returns `nil` if it is zero or has no ticks.
  package init?(rawValue: UInt16) {
    if rawValue & 0x8000 == 0 {
      guard rawValue > 0 else { return nil }
      self = .ticksPerBeat(Int(rawValue))
    } else {
      let frames = -Int(Int8(truncatingIfNeeded: rawValue >> 8))
      let ticks = Int(rawValue & 0xFF)
      guard ticks > 0 else { return nil }
      self = .frames(perSecond: frames, ticksPerFrame: ticks)
    }
  }

  /// The number in a header, or `nil` if the division has none.
  package var rawValue: UInt16? {
    switch self {
    case .ticksPerBeat(let ticks):
      return (1...0x7FFF).contains(ticks) ? UInt16(ticks) : nil
    case .frames(let frames, let ticks):
      guard (1...128).contains(frames), (1...255).contains(ticks) else { return nil }
      return UInt16(UInt8(truncatingIfNeeded: -frames)) << 8 | UInt16(ticks)
    }
  }

  /// The ticks of one unit of a sequence's time: a beat, or a second.
  package var ticksPerUnit: Double {
    switch self {
    case .ticksPerBeat(let ticks): Double(ticks)
    case .frames(29, let ticks): 30000.0 / 1001 * Double(ticks)
    case .frames(let frames, let ticks): Double(frames * ticks)
    }
  }

  /// Whether a unit of a sequence's time is a second.
  package var isInSeconds: Bool {
    if case .frames = self { true } else { false }
  }
}
