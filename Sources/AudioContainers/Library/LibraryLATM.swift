package import AudioModel

/// The packets in the LATM frames that a library finds, each a frame of a synchronisation stream with its header.
package struct LibraryLATM: Sendable {
  private var frames = LATMFrames()

  package init() {}

  /// The frame behind the header of its synchronisation, or `nil` where it is no whole one.
  private static func body(_ frame: Span<UInt8>) -> Range<Int>? {
    guard frame.count > LOASFraming.headerByteCount else { return nil }
    let byteCount = LOASFraming.frameByteCount(frame, at: 0)
    guard byteCount > LOASFraming.headerByteCount, byteCount <= frame.count else { return nil }
    return LOASFraming.headerByteCount..<byteCount
  }

  /// What the packets are, where the frame tells; `nil` where it does not, or what it tells cannot be read.
  static func sound(_ frame: Span<UInt8>) -> SoundDescription? {
    guard let body = body(frame) else { return nil }
    var frames = LATMFrames()
    return try? frames.sound(frame.extracting(body), at: 0)
  }

  /// Appends the packets of a frame; none in front of the first configuration.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - offset: Where it lies in the file, and so all its packets.
  ///   - packets: Takes the packets.
  ///   - gathered: Takes their bytes.
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
