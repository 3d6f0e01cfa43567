internal import AudioSyntax

/// Finds the ID3 tags in the messages of segments, while the bytes of the segments pass.
struct HLSEventTags: Sendable {
  private enum State {
    /// The start of a box.
    case header([UInt8])
    /// Another box.
    case skip(bytesLeft: UInt64)
    case message([UInt8], bytesLeft: Int)
  }

  /// Maximum bytes of a message that is read.
  private static let longestMessage = 1 << 20
  /// Maximum number of tags that are remembered, because later segments may repeat them.
  private static let mostKnown = 64
  private static let headerByteCount = 8
  private static let largeHeaderByteCount = 16

  private var state = State.header([])
  /// The time of the first fragment in the segment, at 90 kHz.
  private var start: UInt64?
  private var known: [TimedTag] = []
  private var tags: [TimedTag] = []

  /// Begins another segment.
  ///
  /// - Parameter timestamp: The time of its first fragment, at 90 kHz.
  mutating func beginSegment(at timestamp: UInt64?) {
    state = .header([])
    start = timestamp
  }

  /// Removes and returns the tags.
  mutating func take() -> [TimedTag] {
    defer { tags = [] }
    return tags
  }

  /// Reads the next bytes of the segment.
  mutating func read(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      switch state {
      case .header(var head):
        head.append(bytes[index])
        index += 1
        state = .header(head)
        if head.count >= Self.headerByteCount { begin(head) }
      case .skip(let left):
        let count = Int(min(left, UInt64(bytes.count - index)))
        index += count
        state = left > UInt64(count) ? .skip(bytesLeft: left - UInt64(count)) : .header([])
      case .message(var body, let left):
        // The only reference to the bytes.
        state = .header([])
        let count = min(left, bytes.count - index)
        body.append(bytes, index..<index + count)
        index += count
        if left > count {
          state = .message(body, bytesLeft: left - count)
        } else {
          add(body.span)
        }
      }
    }
  }

  /// Begins a box whose header may be complete.
  private mutating func begin(_ head: [UInt8]) {
    let bytes = head.span
    var byteCount = UInt64(bytes.bigEndian32(at: 0))
    if byteCount == 1 {
      guard head.count == Self.largeHeaderByteCount else { return }
      byteCount = bytes.bigEndian64(at: 8)
    }
    // A box without a size, or with an invalid one, contains the rest.
    guard byteCount >= UInt64(head.count) else { return state = .skip(bytesLeft: .max) }
    let left = byteCount - UInt64(head.count)
    if bytes.has("emsg", at: 4), left <= UInt64(Self.longestMessage), left > 0 {
      state = .message([], bytesLeft: Int(left))
    } else {
      state = left > 0 ? .skip(bytesLeft: left) : .header([])
    }
  }

  private mutating func add(_ body: Span<UInt8>) {
    guard let message = MP4EventMessage(body), message.isTag else { return }
    let timestamp: UInt64? =
      switch message.time {
      case .media(let seconds): HLSMediaFilter.ticks(seconds)
      case .afterSegmentStart(let seconds): start.map { $0 &+ HLSMediaFilter.ticks(seconds) }
      }
    let tag = TimedTag(
      timestamp: timestamp.map { $0 & HLSMediaFilter.timestampMask }, bytes: message.data)
    guard !known.contains(tag) else { return }
    if known.count >= Self.mostKnown { known.removeFirst() }
    known.append(tag)
    tags.append(tag)
  }
}
