/// A MIDI message for a synthesizer.
package struct SynthesizerMessage: BitwiseCopyable, Sendable {
  /// The frame of the next slice at which the message takes effect.
  package var offset: Int
  /// The status, with the channel in the lower four bits.
  package var status: UInt8
  package var data1: UInt8
  package var data2: UInt8
  /// The difference of a note from the pitch of its key, in cents.
  package var cents: Float
  /// How the frame is meant.
  var timing = Timing.exact
  /// The bytes of a system-exclusive message in its memory.
  var bytes: Int = 0

  /// The meanings of an offset.
  enum Timing: BitwiseCopyable, Sendable {
    /// The message takes effect at or after its frame.
    case exact
    /// It comes early enough to take effect before its frame. See ``SynthesizerCore/lead``.
    case ahead
    /// It has no other content, and withdraws the notes that were sent ahead.
    case withdrawal
  }

  /// The message that withdraws the notes that were sent ahead.
  static var withdrawal: SynthesizerMessage {
    var message = SynthesizerMessage(0)
    message.timing = .withdrawal
    return message
  }

  package init(
    _ status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0, at offset: Int = 0, cents: Float = 0
  ) {
    self.offset = offset
    self.status = status
    self.data1 = data1 & 0x7F
    self.data2 = data2 & 0x7F
    self.cents = cents
  }

  /// The kind of a channel message: the upper four bits of the status.
  var kind: UInt8 { status & 0xF0 }
  var channel: Int { Int(status & 0x0F) }
  var isSystemExclusive: Bool { status == Self.systemExclusive }

  static let systemExclusive: UInt8 = 0xF0
}
