package import AudioModel

/// Reads the packets in LATM frames from a library.
///
/// Each frame has its synchronization header.
package struct LibraryLATM: Sendable {
  private var frames = LATMFrames()

  package init() {}

  /// The range of the frame after its synchronization header, or `nil` if the frame is incomplete.
  private static func body(_ frame: Span<UInt8>) -> Range<Int>? {
    guard frame.count > LOASFraming.headerByteCount else { return nil }
    let byteCount = LOASFraming.frameByteCount(frame, at: 0)
    guard byteCount > LOASFraming.headerByteCount, byteCount <= frame.count else { return nil }
    return LOASFraming.headerByteCount..<byteCount
  }

  /// The sound of the packets, or `nil` if the frame has no readable configuration.
  static func sound(_ frame: Span<UInt8>) -> SoundDescription? {
    guard let body = body(frame) else { return nil }
    var frames = LATMFrames()
    return try? frames.sound(frame.extracting(body), at: 0)
  }

  /// Appends the packets of a frame.
  ///
  /// Frames before the first configuration have no packets.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - offset: Position in the file of the frame, and thus of all its packets.
  ///   - packets: Receives the packets.
  ///   - gathered: Receives the bytes of the packets.
  package mutating func read(
    _ frame: Span<UInt8>, at offset: UInt64, into packets: inout [Packet], _ gathered: inout [UInt8]
  ) {
    guard let range = Self.body(frame) else { return }
    let body = frame.extracting(range)
    if !frames.isKnown, (try? frames.sound(body, at: offset)) == nil { return }
    let first = packets.count
    frames.read(body, at: offset, into: &packets, &gathered)
    for index in first..<packets.count { packets[index].offset = offset }
  }
}
