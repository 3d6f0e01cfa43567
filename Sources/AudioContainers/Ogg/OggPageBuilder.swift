internal import AudioModel
import AudioSyntax

/// Builds the pages of one stream.
///
/// Source: RFC 3533, 6.
struct OggPageBuilder: Sendable {
  /// Maximum size in bytes of a packet that fits on one page.
  ///
  /// Its last segment must be shorter than 255.
  static let longestPacket = 255 * 255 - 1
  private static let mostSegments = 255
  private static let flagsOffset = 5
  private static let granuleOffset = 6
  private static let checksumOffset = 22

  /// The role of a page in its stream.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    static let continued = Flags(rawValue: 1)
    static let first = Flags(rawValue: 2)
    static let last = Flags(rawValue: 4)
  }

  /// Identifies the stream among others.
  let serial: UInt32
  /// Number of completed pages.
  private var count: UInt32 = 0
  /// The contents of the current page.
  private var segments: [UInt8] = []
  private var body: [UInt8] = []

  init(serial: UInt32) {
    self.serial = serial
  }

  /// Whether the current page is empty.
  var isEmpty: Bool { segments.isEmpty }

  /// Whether another packet fits on the current page.
  func fits(_ byteCount: Int) -> Bool {
    segments.count + byteCount / 255 + 1 <= Self.mostSegments
  }

  /// Adds a packet to the current page.
  ///
  /// - Precondition: It fits.
  /// - Returns: Bytes on the page before the packet.
  mutating func add(_ packet: Span<UInt8>) -> Int {
    let place = body.count
    segments += [UInt8](repeating: 255, count: packet.count / 255)
    segments.append(UInt8(packet.count % 255))
    body.append(packet)
    return place
  }

  /// Bytes of the current page before its packets.
  var headerByteCount: Int { OggPage.fixedByteCount + segments.count }

  /// Completes the current page.
  ///
  /// - Parameters:
  ///   - granule: End time of its last packet, or -1 if no packet ends on the page.
  ///   - flags: The role of the page in its stream.
  /// - Returns: The page.
  mutating func end(granule: Int64, _ flags: Flags = []) -> [UInt8] {
    var page = Array("OggS".utf8) + [0, flags.rawValue]
    page.append(little: granule)
    page.append(little: serial)
    page.append(little: count)
    page.append(zeros: 4)
    page.append(UInt8(segments.count))
    page += segments
    page += body
    count &+= 1
    (segments, body) = ([], [])
    Self.seal(&page)
    return page
  }

  /// Creates pages that packets of any length share, as for the headers after the first.
  mutating func pages(of packets: [[UInt8]]) -> [UInt8] {
    var pages: [UInt8] = []
    var isContinued = false
    var endsPacket = false
    for packet in packets {
      var left = packet[...]
      var isWhole = false
      while !isWhole {
        if segments.count == Self.mostSegments {
          pages += end(granule: endsPacket ? 0 : -1, isContinued ? .continued : [])
          isContinued = left.startIndex > packet.startIndex
          endsPacket = false
        }
        let segment = left.prefix(255)
        segments.append(UInt8(segment.count))
        body += segment
        left = left.dropFirst(255)
        isWhole = segment.count < 255
        if isWhole { endsPacket = true }
      }
    }
    if !isEmpty { pages += end(granule: 0, isContinued ? .continued : []) }
    return pages
  }

  /// Replaces the granule and the flags of a page.
  static func change(_ page: inout [UInt8], granule: Int64, _ flags: Flags) {
    page[flagsOffset] = flags.rawValue
    page.replaceSubrange(granuleOffset..<granuleOffset + 8, with: [UInt8].little(granule))
    seal(&page)
  }

  /// Updates the checksum of a changed page.
  static func seal(_ page: inout [UInt8]) {
    let hole = checksumOffset..<checksumOffset + 4
    let checksum = OggChecksum.page(page.span, 0..<page.count, hole: hole)
    page.replaceSubrange(hole, with: [UInt8].little(checksum))
  }
}
