internal import AudioSyntax

/// Turns the bytes of segments into one contiguous file of frames.
///
/// Removes the tags of packed audio, and the packets of transport streams. Fragments of MP4 stay as
/// they are, after their initialization section.
package struct HLSMediaFilter: Sendable {
  /// Why a segment cannot be played.
  package enum Refusal: Error, Equatable, Sendable {
    case notMedia
    /// The frames are encrypted.
    case protected
  }

  private enum State {
    /// The start of a segment, whose kind is unknown.
    case start(head: [UInt8])
    case transport
    /// The rest of a large tag, which precedes the sound.
    case tag(bytesLeft: Int)
    case fragments
    case plain
  }

  private enum Kind {
    case needs(Int)
    case transport
    case packed(offset: Int, timestamp: UInt64?)
    case fragments(timestamp: UInt64?)
    case unknown
  }

  /// Bytes of the longest start whose kind is unknown.
  private static let longestHead = 2 << 20
  private static let ticksPerSecond = 90_000.0
  static let timestampMask: UInt64 = (1 << 33) - 1

  private var state = State.plain
  private var transport = TransportStreamAudio()
  /// The clock of the initialization section.
  private var fragmentTime: MP4FragmentTime?
  /// The first time in the segment, at 90 kHz.
  package private(set) var timestamp: UInt64?
  /// Whether ``timestamp`` does not change any more in this segment.
  package private(set) var isTimeKnown = false

  /// The tags of packed audio since the last call of ``takeTags()``.
  private var tags: [TimedTag] = []
  private var events = HLSEventTags()

  package init() {}

  /// Removes and returns the metadata.
  package mutating func takeTags() -> [TimedTag] {
    defer { tags = [] }
    return tags + transport.takeTags() + events.take()
  }

  /// Takes the initialization section, which precedes the segments.
  package mutating func takeMap(_ bytes: [UInt8]) { fragmentTime = MP4FragmentTime(bytes.span) }

  /// Begins another segment.
  package mutating func beginSegment() {
    state = .start(head: [])
    timestamp = nil
    isTimeKnown = false
    transport.beginSegment()
  }

  /// Reads bytes of a segment.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes, possibly none.
  ///   - isEnd: Whether the segment has no more bytes.
  ///   - output: Receives the bytes of the file.
  /// - Throws: ``Refusal``.
  package mutating func read(
    _ bytes: Span<UInt8>, isEnd: Bool, into output: inout [UInt8]
  ) throws(Refusal) {
    switch state {
    case .start(var head):
      head.append(bytes, bytes.indices)
      try start(head, isEnd: isEnd, into: &output)
    case .transport: try readTransport(bytes, isEnd: isEnd, into: &output)
    case .tag(let left):
      let skipped = min(left, bytes.count)
      state = skipped == left ? .plain : .tag(bytesLeft: left - skipped)
      output.append(bytes, skipped..<bytes.count)
    case .fragments:
      events.read(bytes)
      output.append(bytes, bytes.indices)
    case .plain: output.append(bytes, bytes.indices)
    }
  }

  private mutating func start(
    _ head: [UInt8], isEnd: Bool, into output: inout [UInt8]
  ) throws(Refusal) {
    switch kind(of: head.span, isEnd: isEnd) {
    case .needs where head.count <= Self.longestHead: state = .start(head: head)
    case .transport:
      state = .transport
      try readTransport(head.span, isEnd: isEnd, into: &output)
    case .packed(let offset, let found):
      (timestamp, isTimeKnown) = (found, true)
      state = offset > head.count ? .tag(bytesLeft: offset - head.count) : .plain
      if offset > 0, offset <= head.count {
        tags.append(TimedTag(timestamp: found, bytes: Array(head[..<offset])))
      }
      output += head.dropFirst(offset)
    case .fragments(let found):
      (timestamp, isTimeKnown) = (found, true)
      state = .fragments
      events.beginSegment(at: found)
      events.read(head.span)
      output += head
    case .needs, .unknown: throw .notMedia
    }
  }

  private mutating func readTransport(
    _ bytes: Span<UInt8>, isEnd: Bool, into output: inout [UInt8]
  ) throws(Refusal) {
    let before = output.count
    transport.read(bytes, into: &output)
    guard !transport.lacksSound else { throw .notMedia }
    guard transport.sound?.codec != .encrypted else { throw .protected }
    timestamp = transport.firstTimestamp
    if output.count > before || isEnd { isTimeKnown = true }
  }

  private func kind(of head: Span<UInt8>, isEnd: Bool) -> Kind {
    guard head.count >= 16 || isEnd else { return .needs(16) }
    guard head.count > 0 else { return .packed(offset: 0, timestamp: nil) }
    if fragmentTime != nil || MP4FragmentTime.mayStart(head) {
      if !isEnd, let needed = MP4FragmentTime.neededByteCount(head) { return .needs(needed) }
      return .fragments(timestamp: fragmentTime?.seconds(of: head).map(Self.ticks))
    }
    if head[0] == 0x47, head.count <= TransportStreamAudio.packetByteCount, !isEnd {
      return .needs(TransportStreamAudio.packetByteCount + 1)
    }
    if TransportStreamAudio.mayStart(head) { return .transport }
    switch HLSPackedAudio(head, isEnd: isEnd) {
    case .needs(let count): return .needs(count)
    case .audio(let offset, let timestamp):
      let isText = offset == 0 && (0..<min(head.count, 16)).allSatisfy { Self.isText(head[$0]) }
      return isText ? .unknown : .packed(offset: offset, timestamp: timestamp)
    }
  }

  /// Whether a byte belongs to text, such as a page with an error.
  private static func isText(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte)
  }

  /// Converts seconds to a timestamp at 90 kHz.
  static func ticks(_ seconds: Double) -> UInt64 {
    UInt64(min(seconds * ticksPerSecond, 9e15).rounded()) & timestampMask
  }
}
