/// Puts the packets of one logical stream together from its pages.
///
/// Source: RFC 3533, 5 and 6: a segment shorter than 255 bytes ends a packet; one that does not end with its page
/// goes on in the next.
struct OggPacketAssembler: Sendable {
  /// Packets that end on one page.
  struct Packets: Sendable {
    /// The packets, side by side.
    var bytes: [UInt8] = []
    var places: [Place] = []
  }

  /// Where a packet stands.
  struct Place: Sendable {
    /// Position in the file of its first byte.
    var offset: UInt64
    /// Bytes of it that are kept.
    var byteCount: Int
    /// Position in the file of the page on which it begins.
    var page: UInt64
  }

  /// The start of a packet that goes on in the next page.
  private struct Part: Sendable {
    var offset: UInt64
    var page: UInt64
    var bytes: [UInt8]
    /// Whether bytes are missing because the packet is too long.
    var isCut = false
  }

  /// Bytes of a packet that are kept.
  var limit: Int
  /// Whether a packet that is longer is given as far as it is kept; else it is left out.
  var keepsLongPackets: Bool
  private var part: Part?
  private var sequence: UInt32?

  init(limit: Int, keepsLongPackets: Bool) {
    self.limit = limit
    self.keepsLongPackets = keepsLongPackets
  }

  /// Takes a page of the stream.
  ///
  /// A packet of which a page is missing is left out.
  mutating func take(_ page: OggPage, _ bytes: Span<UInt8>) -> Packets {
    if let sequence, page.sequence != sequence &+ 1 { part = nil }
    sequence = page.sequence
    if !page.isContinued { part = nil }
    var packets = Packets()
    packets.bytes.reserveCapacity(page.body.count)
    var start = page.body.lowerBound
    var end = start
    // Whole packets side by side, which are copied together.
    var run = start..<start
    // The end of a packet whose start is not there.
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

  /// Takes a packet of which a part is there, or that is too long.
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
