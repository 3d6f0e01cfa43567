internal import AudioSyntax

/// Assembles the ID3 tags in the metadata stream of a transport stream.
///
/// Source: "Timed Metadata for HTTP Live Streaming" (Apple), 2; ISO/IEC 13818-1, 2.12.
struct TransportStreamTags: Sendable {
  /// Bytes of the longest tag.
  private static let longestTag = 1 << 20

  private var pes = TransportStreamPES()
  private var tag: [UInt8] = []
  private var timestamp: UInt64?

  /// Takes the payload of a transport packet.
  ///
  /// - Returns: A whole tag; `nil` until the tag is complete.
  mutating func take(_ payload: Span<UInt8>, isStart: Bool) -> TimedTag? {
    guard let body = pes.take(payload, isStart: isStart) else { return nil }
    if pes.startsUnit {
      tag = []
      timestamp = pes.timestamp
    } else if tag.isEmpty {
      return nil
    }
    tag.append(payload, body)
    guard tag.count >= ID3v2Header.byteCount else { return nil }
    guard let header = ID3v2Header(tag.span, at: 0), header.tagByteCount <= Self.longestTag else {
      tag = []
      return nil
    }
    guard tag.count >= header.tagByteCount else { return nil }
    defer { tag = [] }
    return TimedTag(timestamp: timestamp, bytes: Array(tag.prefix(header.tagByteCount)))
  }
}
