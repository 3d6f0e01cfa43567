/// Finds the messages that synchronize clocks in the bytes of MIDI.
///
/// Source: *MIDI 1.0 Detailed Specification*, "System Common Messages" and "System Real Time
/// Messages"; *MIDI Time Code*, RP-004.
struct SyncReader: Sendable {
  enum Message: Equatable, Sendable {
    /// The 24th part of a beat.
    case clock
    case start, `continue`, stop
    /// The beat at which the next start continues.
    case position(beat: Double)
    /// A piece, 0 to 7, and its four bits.
    case quarterFrame(piece: Int, value: Int)
    /// The four bytes of a time, which include its format.
    case fullFrame([UInt8])
  }

  /// The number of bytes of a full frame between 0xF0 and 0xF7.
  ///
  /// Source: *MIDI Time Code*, "Full Message": 0x7F, a device, sub-IDs 1 and 1, and four bytes.
  private static let fullFrameCount = 8

  /// The status of the message in progress, or 0.
  private var status: UInt8 = 0
  private var data: [UInt8] = []

  /// Takes a byte, and returns the message that it completes.
  mutating func take(_ byte: UInt8) -> Message? {
    switch byte {
    case 0xF8: return .clock
    case 0xFA: return .start
    case 0xFB: return .continue
    case 0xFC: return .stop
    case 0xF8...: return nil
    case 0xF7:
      defer { (status, data) = (0, []) }
      return status == 0xF0 ? fullFrame : nil
    case 0x80...:
      (status, data) = (byte, [])
      return nil
    default: return takeData(byte)
    }
  }

  private mutating func takeData(_ byte: UInt8) -> Message? {
    // A longer message is not a full frame, so its further bytes are not kept.
    if data.count <= Self.fullFrameCount { data.append(byte) }
    switch (status, data.count) {
    case (0xF1, 1):
      (status, data) = (0, [])
      return .quarterFrame(piece: Int(byte >> 4), value: Int(byte & 0x0F))
    case (0xF2, 2):
      let sixteenths = Int(data[0]) | Int(data[1]) << 7
      (status, data) = (0, [])
      return .position(beat: Double(sixteenths) / 4)
    default: return nil
    }
  }

  private var fullFrame: Message? {
    guard data.count == Self.fullFrameCount, data[0] == 0x7F, data[2] == 1, data[3] == 1 else {
      return nil
    }
    return .fullFrame(Array(data[4...]))
  }
}
