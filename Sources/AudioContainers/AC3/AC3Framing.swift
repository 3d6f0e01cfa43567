import AudioModel
import AudioSyntax

/// Finds the frames of one AC-3 or Enhanced AC-3 stream and groups them into packets.
///
/// A packet contains the frame of the first program and the simultaneous frames of all other
/// substreams.
struct AC3Framing: FrameSyntax {
  /// The header by which the stream was recognized.
  let header: AC3Header
  /// Maximum number of frames in a packet.
  var mostFrames = Self.mostFrames

  static let headerByteCount = AC3Header.byteCount
  static let syncByte: UInt8 = 0x0B
  /// Maximum number of frames in one packet, over all substreams.
  ///
  /// The standard allows 72, but streams have up to three.
  static let mostFrames = 16
  /// Maximum packet size in bytes.
  static let longestPacket = mostFrames * AC3Header.longestFrame

  /// Finds out whether a stream starts at `index`.
  ///
  /// - Parameters:
  ///   - bytes: The window.
  ///   - index: The location to examine.
  ///   - isEnd: Whether the file ends at the end of `bytes`.
  ///   - isFirst: Whether only tags precede `index`.
  /// - Returns: The stream's framing, if a stream starts here.
  static func detect(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, isFirst: Bool
  ) -> Verdict<AC3Framing> {
    guard bytes.count - index >= headerByteCount else {
      return isEnd ? .refuted : .needs(headerByteCount)
    }
    guard let header = AC3Header(bytes, at: index), header.isFirst else { return .refuted }
    let framing = AC3Framing(header: header)
    return framing.chain(bytes, at: index, isEnd: isEnd, wanted: 3, isFirst: isFirst)
      .map { framing }
  }

  func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int {
    frame(bytes, at: index)?.frameByteCount ?? 0
  }

  func startsUnit(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    frame(bytes, at: index)?.isFirst == true
  }

  func unitByteCount(_ bytes: Span<UInt8>, at index: Int, isEnd: Bool) -> Verdict<Int> {
    guard let first = frame(bytes, at: index), first.isFirst else { return .refuted }
    var end = index + first.frameByteCount
    for _ in 1..<max(mostFrames, 1) {
      guard bytes.count - end >= Self.headerByteCount else {
        return isEnd ? .confirmed(end - index) : .needs(end - index + Self.headerByteCount)
      }
      guard let next = frame(bytes, at: end), !next.isFirst else { break }
      // Leave out a frame that the end of the file cuts off.
      guard !isEnd || end + next.frameByteCount <= bytes.count else { break }
      end += next.frameByteCount
    }
    return .confirmed(end - index)
  }

  func walk(
    _ bytes: Span<UInt8>, from index: Int, at position: UInt64, into packets: inout [Packet]
  ) -> Int {
    let base = position &- UInt64(index)
    var place = index
    guard bytes.count - place >= Self.headerByteCount, var first = frame(bytes, at: place),
      first.isFirst
    else { return place }
    while let (end, next) = end(of: first, bytes, at: place) {
      packets.append(
        Packet(
          offset: base &+ UInt64(place), byteCount: UInt32(end - place),
          frameCount: UInt32(first.blockCount * 256)))
      (place, first) = (end, next)
    }
    return place
  }

  /// The end of the unit whose first frame is at `index`, if the header of the next unit follows.
  private func end(
    of first: AC3Header, _ bytes: Span<UInt8>, at index: Int
  ) -> (end: Int, next: AC3Header)? {
    var end = index + first.frameByteCount
    for _ in 0..<max(mostFrames, 1) {
      guard bytes.count - end >= Self.headerByteCount, let next = frame(bytes, at: end) else {
        return nil
      }
      if next.isFirst { return (end, next) }
      end += next.frameByteCount
    }
    return nil
  }

  func append(
    _ bytes: Span<UInt8>, at index: Int, byteCount: Int, position: UInt64,
    to packets: inout [Packet]
  ) {
    guard let first = frame(bytes, at: index) else { return }
    packets.append(
      Packet(
        offset: position, byteCount: UInt32(byteCount), frameCount: UInt32(first.blockCount * 256)))
  }

  /// Whether the bytes are exactly the frames of one packet.
  static func isPacket(_ bytes: Span<UInt8>, sampleRate: Double) -> Bool {
    var place = 0
    while place < bytes.count {
      guard bytes.count - place >= headerByteCount, let frame = AC3Header(bytes, at: place),
        Double(frame.sampleRate) == sampleRate, frame.isFirst == (place == 0),
        frame.frameByteCount <= bytes.count - place
      else { return false }
      place += frame.frameByteCount
    }
    return place > 0
  }

  /// The header at `index`, if it belongs to this stream.
  private func frame(_ bytes: Span<UInt8>, at index: Int) -> AC3Header? {
    guard let frame = AC3Header(bytes, at: index), frame.sampleRate == header.sampleRate else {
      return nil
    }
    // Only Enhanced AC-3 substreams may follow AC-3.
    return !frame.isFirst || frame.isEnhanced == header.isEnhanced ? frame : nil
  }
}

extension AC3Header {
  /// Whether the frame is the first of its packet.
  ///
  /// This runs for every frame, and `==` of an enum in another module is a generic call.
  fileprivate var isFirst: Bool {
    if case .first = role { true } else { false }
  }
}
