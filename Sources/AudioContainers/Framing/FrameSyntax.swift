import AudioModel

/// The syntax of a stream whose frames each start with a header that contains their length.
protocol FrameSyntax: Sendable {
  static var headerByteCount: Int { get }
  /// The first byte of every frame.
  static var syncByte: UInt8 { get }

  /// Bytes of the frame at `index`, or 0 if no frame of this stream starts there.
  ///
  /// - Precondition: The span holds a header's bytes from `index`.
  func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int

  /// Whether the frame at `index` starts a unit.
  ///
  /// - Precondition: The frame belongs to this stream.
  func startsUnit(_ bytes: Span<UInt8>, at index: Int) -> Bool

  /// Bytes of the unit at `index`: a frame, and the frames after it that belong to it.
  ///
  /// - Precondition: The span holds a header's bytes from `index`.
  func unitByteCount(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Int>

  /// Appends the packets of all frames from `index` that lie whole in `bytes`, including the next
  /// frame's header.
  ///
  /// - Parameters:
  ///   - bytes: The window.
  ///   - index: The expected start of a frame.
  ///   - position: Position of `index` in the file.
  ///   - packets: Receives the packets.
  /// - Returns: The start of the first frame that was not appended.
  func walk(
    _ bytes: Span<UInt8>, from index: Int, at position: UInt64, into packets: inout [Packet]
  ) -> Int

  /// Appends the packets of one unit that lies whole in `bytes`.
  func append(
    _ bytes: Span<UInt8>, at index: Int, byteCount: Int, position: UInt64,
    to packets: inout [Packet])
}

extension FrameSyntax {
  static var syncByte: UInt8 { 0xFF }

  func startsUnit(_ bytes: Span<UInt8>, at index: Int) -> Bool { true }

  func unitByteCount(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Int> {
    let byteCount = frameByteCount(bytes, at: index)
    return byteCount > 0 ? .confirmed(byteCount) : .refuted
  }

  /// Whether frames follow each other from `index`.
  ///
  /// A chain takes `wanted` headers, each at the position that the previous one states. Near the
  /// end of the file, two frames suffice if they end exactly there or before a tag. If only tags
  /// precede them, one such frame suffices. So do two frames if the end of the file cuts off the
  /// second.
  func chain(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, wanted: Int, isFirst: Bool
  ) -> Verdict<Void> {
    let headerByteCount = Self.headerByteCount
    guard bytes.count - index >= headerByteCount else {
      return isEnd ? .refuted : .needs(headerByteCount)
    }
    var place = index
    var seen = 0
    while true {
      let byteCount = frameByteCount(bytes, at: place)
      guard byteCount > 0 else {
        let isBeforeTag = seen > 0 && TrailingTag.stands(bytes, at: place)
        return isBeforeTag && (seen > 1 || isFirst) ? .confirmed(()) : .refuted
      }
      seen += 1
      guard seen < wanted else { return .confirmed(()) }
      place += byteCount
      // A tag's name is longer than a header. The decision must not depend on the window's length.
      let needed = place - index + max(headerByteCount, TrailingTag.nameByteCount)
      guard bytes.count - index >= needed || isEnd else { return .needs(needed) }
      guard bytes.count - place >= headerByteCount else {
        let isExact = place == bytes.count || TrailingTag.stands(bytes, at: place)
        let isEnough = isExact ? seen > 1 || isFirst : seen > 1 && isFirst
        return isEnough ? .confirmed(()) : .refuted
      }
    }
  }
}
