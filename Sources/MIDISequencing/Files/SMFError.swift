/// The reason why bytes are not a Standard MIDI File, and the position of the fault.
package struct SMFError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// There are no bytes.
    case empty
    /// The bytes start with neither a MIDI header nor a RIFF header of MIDI.
    case unrecognised
    /// The bytes end inside the header, or before the first track.
    case truncated
    /// The RIFF file has no `data` chunk.
    case noData
  }

  package var reason: Reason
  /// Position in bytes.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// The reason why a file cannot be written.
package enum SMFWriteError: Error, Equatable, Sendable {
  /// Format 0 needs exactly one track; other formats allow at most 65,535.
  case trackCount(Int)
  /// A header cannot express the division.
  case division
  /// A time between two events exceeds 28 bits, or an event is before the previous one.
  case time(track: Int, event: Int)
  /// A number or status byte of an event is out of range.
  case event(track: Int, event: Int)
  /// The length of a track exceeds 32 bits.
  case trackTooLong(Int)
}
