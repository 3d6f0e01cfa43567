import AudioSyntax

/// Assembles the packets of one logical stream from its pages.
///
/// Source: RFC 3533, 5 and 6: a segment shorter than 255 bytes ends a packet. A packet that does
/// not end with its page continues in the next.
struct OggPacketAssembler: Sendable {
  /// Packets that end on one page.
  struct Packets: Sendable {
    /// The packets, side by side.
    var bytes: [UInt8] = []
    var places: [Place] = []
  }

  /// The location of a packet.
  struct Place: Sendable {
    /// Position in the file of its first byte.
    var offset: UInt64
    /// Bytes of the packet that are kept.
    var byteCount: Int
    /// Position in the file of the page on which it begins.
    var page: UInt64
  }

  /// The start of a packet that continues on the next page.
  private struct Part: Sendable {
    var offset: UInt64
    var page: UInt64
    var bytes: [UInt8]
    /// Whether bytes are missing because the packet is too long.
    var isCut = false
  }

  /// Maximum number of bytes to keep of a packet.
  var limit: Int
  /// Whether longer packets are truncated to the limit instead of being left out.
  var keepsLongPackets: Bool
  private var part: Part?
  private var sequence: UInt32?

  init(limit: Int, keepsLongPackets: Bool) {
    self.limit = limit
    self.keepsLongPackets = keepsLongPackets
  }

  /// Takes a page of the stream.
  ///
  /// Packets with a missing page are left out.
  mutating func take(_ page: OggPage, _ bytes: Span<UInt8>) -> Packets {
    if let sequence, page.sequence != sequence &+ 1 { part = nil }
    sequence = page.sequence
    if !page.isContinued { part = nil }
    var packets = Packets()
    packets.bytes.reserveCapacity(page.body.count)
    var start = page.body.lowerBound
    var end = start
    // Adjacent whole packets, which are copied together.
    var run = start..<start
    // The page starts with the end of a packet whose start is missing.
    var isLost = page.isContinued && part == nil
    for index in page.segments {
      end += Int(bytes[index])
      guard bytes[index] < 255 else { continue }
      let range = start..<end
      start = end
      if isLost {
        isLost = false
      } else if part == nil, range.count <= limit {
        packets.places.append(
          Place(
            offset: page.position(of: range.lowerBound), byteCount: range.count,
            page: page.position))
        if run.upperBound == range.lowerBound {
          run = run.lowerBound..<range.upperBound
        } else {
          packets.bytes.append(bytes, run)
          run = range
        }
      } else {
        packets.bytes.append(bytes, run)
        run = end..<end
        finish(page, bytes, range, &packets)
      }
    }
    packets.bytes.append(bytes, run)
    if start < end, !isLost { keep(page, bytes, start..<end) }
    return packets
  }

  /// Takes a packet that has an earlier part, or that is too long.
  private mutating func finish(
    _ page: OggPage, _ bytes: Span<UInt8>, _ range: Range<Int>, _ packets: inout Packets
  ) {
    keep(page, bytes, range)
    guard let whole = part.take(), !whole.isCut || keepsLongPackets else { return }
    packets.bytes += whole.bytes
    packets.places.append(
      Place(offset: whole.offset, byteCount: whole.bytes.count, page: whole.page))
  }

  private mutating func keep(_ page: OggPage, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    var kept =
      part.take()
      ?? Part(
        offset: page.position(of: range.lowerBound), page: page.position, bytes: [])
    let count = min(range.count, limit - min(kept.bytes.count, limit))
    kept.bytes.append(bytes, range.lowerBound..<range.lowerBound + count)
    if count < range.count { kept.isCut = true }
    part = kept
  }
}
