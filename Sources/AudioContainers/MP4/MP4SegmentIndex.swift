import AudioSyntax

/// An index of the following segments: their duration and byte count.
///
/// Source: ISO/IEC 14496-12, 8.16.3 Segment Index Box.
struct MP4SegmentIndex: Equatable, Sendable {
  /// Maximum size of the box body in bytes, with 65,535 segments.
  static let longest = 32 + 65_535 * 12

  var trackIdentifier: UInt32
  /// Units per second.
  var timescale: UInt32
  /// Total duration of all segments, in units.
  var duration: UInt64 = 0
  /// Bytes from the end of the box to the end of the last segment.
  var byteCount: UInt64

  /// Reads a whole box; `nil` if it ends early.
  init?(_ body: Span<UInt8>) {
    guard body.count >= 24 else { return nil }
    trackIdentifier = body.bigEndian32(at: 4)
    timescale = body.bigEndian32(at: 8)
    // The earliest time precedes the distance to the first segment.
    let isWide = body[0] > 0
    var place = isWide ? 28 : 20
    guard body.count >= place + 4 else { return nil }
    byteCount = UInt64(body.bigEndian32(at: place - 4))
    if isWide { byteCount |= UInt64(body.bigEndian32(at: place - 8)) << 32 }
    let count = Int(body.bigEndian16(at: place + 2))
    place += 4
    guard timescale > 0, (body.count - place) / 12 >= count else { return nil }
    for _ in 0..<count {
      byteCount = byteCount.clampedAdding(UInt64(body.bigEndian32(at: place) & 0x7FFF_FFFF))
      duration += UInt64(body.bigEndian32(at: place + 4))
      place += 12
    }
  }
}
