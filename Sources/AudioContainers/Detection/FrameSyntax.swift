import AudioModel

/// Whether something is there: yes, no, or more bytes must be seen.
enum Verdict<Value> {
  case confirmed(Value)
  case refuted
  /// Bytes that must be there from the place in question on.
  case needs(Int)

  func map<Other>(_ transform: (Value) -> Other) -> Verdict<Other> {
    switch self {
    case .confirmed(let value): .confirmed(transform(value))
    case .refuted: .refuted
    case .needs(let count): .needs(count)
    }
  }
}

/// A stream of frames that each start with a header telling their length.
protocol FrameSyntax: Sendable {
  static var headerByteCount: Int { get }
  /// The first byte of every frame.
  static var syncByte: UInt8 { get }

  /// Bytes of the frame at `index`, or 0 where there is none of this stream.
  ///
  /// - Precondition: A header's bytes are there.
  func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int

  /// Whether the frame at `index`, which is one of this stream, is the first of those that go together.
  func startsUnit(_ bytes: Span<UInt8>, at index: Int) -> Bool

  /// Bytes of the frame at `index` with those behind it that go together with it.
  ///
  /// - Precondition: A header's bytes are there.
  func unitByteCount(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Int>

  /// Appends the packets of all frames from `index` on that lie whole in `bytes` with the header of
  /// the frame behind them.
  ///
  /// - Parameters:
  ///   - bytes: The window.
  ///   - index: Where a frame should start.
  ///   - position: That of `index` in the file.
  ///   - packets: Takes the packets.
  /// - Returns: Where the first frame starts that is not one of these.
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

  /// Whether frames follow each other from `index` on.
  ///
  /// It takes `wanted` headers, each where the one before says. Fewer are enough where the file ends: two
  /// whose frames end exactly there or before a tag, and, if nothing but tags came before, one such frame,
  /// or two of which the end cuts off the last.
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
      // A tag's name is longer than a header; what is decided must not hang on the window's length.
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
