import AudioSyntax

/// A picture in a packet of an Ogg stream, whose pages are read again on request.
struct OggPicture: Hashable, Sendable {
  /// How the packet stores the picture.
  enum Form: Hashable, Sendable {
    case bytes
    /// In base 64, after other bytes.
    case text(headByteCount: Int)
  }

  /// The number of the logical stream.
  var serial: UInt32
  /// Position of the packet in the file.
  var packet: UInt64
  /// The range of the picture, or of its text, in the packet.
  var range: Range<Int>
  var form: Form
  /// Bytes of the picture.
  var byteCount: Int

  /// Extracts the picture from pages that begin at `offset`; empty if the packet is missing.
  func picture(_ pages: Span<UInt8>, at offset: UInt64) -> [UInt8] {
    var view = WindowView(pages, at: offset, isEnd: true)
    var finder = OggPageFinder()
    var assembler = OggPacketAssembler(limit: OggStream.mostHeaderBytes, keepsLongPackets: true)
    while case .page(let page) = finder.next(&view) {
      if page.serial == serial {
        let packets = assembler.take(page, pages)
        var start = 0
        for place in packets.places {
          if place.offset == packet {
            return picture(packets.bytes.span.extracting(start..<start + place.byteCount))
          }
          start += place.byteCount
        }
      }
      view.advance(to: page.position(of: page.body.upperBound))
    }
    return []
  }

  private func picture(_ packet: Span<UInt8>) -> [UInt8] {
    guard range.upperBound <= packet.count else { return [] }
    switch form {
    case .bytes: return packet.bytes(range)
    case .text(let headByteCount):
      return Array(Base64.decode(packet, range).dropFirst(headByteCount).prefix(byteCount))
    }
  }
}
