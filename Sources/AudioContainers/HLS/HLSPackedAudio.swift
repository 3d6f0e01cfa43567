internal import AudioSyntax
/// The start of a segment of packed audio: ID3 tags, one of them with a timestamp.
///
/// Source: RFC 8216, 3.4, "Packed Audio".
package enum HLSPackedAudio: Equatable, Sendable {
  /// More bytes from the start of the segment are necessary.
  case needs(byteCount: Int)
  /// The audio starts at `offset`, with a timestamp of 33 bits at 90 kHz if the segment has one.
  ///
  /// After a large tag, the offset may exceed the number of bytes so far.
  case audio(offset: Int, timestamp: UInt64?)

  /// Timestamps have 33 bits, whatever the other bits contain.
  private static let timestampMask: UInt64 = (1 << 33) - 1
  /// The owner of the private frame with the timestamp.
  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
  /// Maximum size of a tag that is searched for a timestamp.
  private static let greatestTag = 1 << 20

  /// Reads the start of a segment.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the segment.
  ///   - isEnd: Whether the segment has no more bytes.
  package init(_ bytes: Span<UInt8>, isEnd: Bool) {
    var offset = 0
    var timestamp: UInt64?
    while offset <= bytes.count {
      guard bytes.count - offset >= ID3v2Header.byteCount else {
        let isAudio = isEnd || !Self.mayBeTag(bytes, at: offset)
        guard isAudio else {
          self = .needs(byteCount: offset + ID3v2Header.byteCount)
          return
        }
        break
      }
      guard let header = ID3v2Header(bytes, at: offset) else { break }
      let end = offset + header.tagByteCount
      if timestamp == nil, header.tagByteCount <= Self.greatestTag {
        guard end <= bytes.count || isEnd else {
          self = .needs(byteCount: end)
          return
        }
        let tag = bytes.extracting(offset..<min(end, bytes.count))
        timestamp =
          ID3Frame.frames(of: tag).lazy.filter { $0.identifier == "PRIV" }
          .compactMap { Self.timestamp($0.body[...]) }.first
      }
      offset = end
    }
    self = .audio(offset: isEnd ? min(offset, bytes.count) : offset, timestamp: timestamp)
  }

  /// Whether the last bytes may start a tag.
  private static func mayBeTag(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    zip(offset..<min(offset + 3, bytes.count), "ID3".utf8).allSatisfy { bytes[$0] == $1 }
  }

  /// The timestamp in a private frame, if it has the right owner.
  ///
  /// Some writers put a zero before the owner.
  private static func timestamp(_ body: ArraySlice<UInt8>) -> UInt64? {
    let body = body.drop { $0 == 0 }
    guard body.starts(with: owner) else { return nil }
    let value = body.dropFirst(owner.count)
    guard value.first == 0, value.count >= 9 else { return nil }
    return value.dropFirst().prefix(8).reduce(0) { $0 << 8 | UInt64($1) } & timestampMask
  }
}
