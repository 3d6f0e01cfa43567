internal import AudioModel

/// Makes the pages of one stream.
///
/// Source: RFC 3533, 6.
struct OggPageBuilder: Sendable {
  /// Bytes of the longest packet that fits on one page: its last segment has to be shorter than 255.
  static let longestPacket = 255 * 255 - 1
  private static let mostSegments = 255
  private static let flagsOffset = 5
  private static let granuleOffset = 6
  private static let checksumOffset = 22

  /// What a page is to its stream.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    static let continued = Flags(rawValue: 1)
    static let first = Flags(rawValue: 2)
    static let last = Flags(rawValue: 4)
  }

  /// Tells the stream from others.
  let serial: UInt32
  /// Pages made so far.
  private var count: UInt32 = 0
  /// The page under way.
  private var segments: [UInt8] = []
  private var body: [UInt8] = []

  init(serial: UInt32) {
    self.serial = serial
  }

  /// Whether nothing waits for its page to be made.
  var isEmpty: Bool { segments.isEmpty }

  /// Whether a packet still fits on the page under way.
  func fits(_ byteCount: Int) -> Bool {
    segments.count + byteCount / 255 + 1 <= Self.mostSegments
  }

  /// Adds a packet to the page under way.
  ///
  /// - Precondition: It fits.
  /// - Returns: Bytes on the page before it.
  mutating func add(_ packet: Span<UInt8>) -> Int {
    let place = body.count
    segments += [UInt8](repeating: 255, count: packet.count / 255)
    segments.append(UInt8(packet.count % 255))
    body.append(packet)
    return place
  }

  /// Bytes of the page under way in front of its packets.
  var headerByteCount: Int { OggPage.fixedByteCount + segments.count }

  /// Ends the page under way.
  ///
  /// - Parameters:
  ///   - granule: Where its last packet ends in time, or -1 where none does.
  ///   - flags: What it is to its stream.
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

  /// Packets of any length on pages of their own, as the headers behind the first are.
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

  /// Changes what a page says of itself.
  static func change(_ page: inout [UInt8], granule: Int64, _ flags: Flags) {
    page[flagsOffset] = flags.rawValue
    page.replaceSubrange(granuleOffset..<granuleOffset + 8, with: [UInt8].little(granule))
    seal(&page)
  }

  /// Writes the checksum of a page that has been changed.
  static func seal(_ page: inout [UInt8]) {
    let hole = checksumOffset..<checksumOffset + 4
    let checksum = OggChecksum.page(page.span, 0..<page.count, hole: hole)
    page.replaceSubrange(hole, with: [UInt8].little(checksum))
  }
}
