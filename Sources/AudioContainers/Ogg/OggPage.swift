import AudioSyntax

/// The location of an Ogg page, and its header fields.
///
/// Source: RFC 3533, 6.
struct OggPage: Sendable {
  /// Bytes of a header without its table of segments.
  static let fixedByteCount = 27
  /// Maximum page size in bytes: 255 segments of 255 bytes after the longest header.
  static let mostBytes = fixedByteCount + 255 + 255 * 255

  private var flags: UInt8
  /// The end time of the last packet that ends on the page, or `nil` if no packet ends there.
  private(set) var granule: Int64?
  /// The number of the logical stream.
  private(set) var serial: UInt32
  /// The number of the page in its stream.
  private(set) var sequence: UInt32
  /// Position of the page in the file.
  private(set) var position: UInt64
  /// The table of segments, in the window.
  private(set) var segments: Range<Int>
  /// The contents of the segments, in the window.
  private(set) var body: Range<Int>

  /// Whether the page begins inside a packet.
  var isContinued: Bool { flags & 1 != 0 }
  /// Whether the page is its stream's first.
  var isFirst: Bool { flags & 2 != 0 }
  /// Whether the page is its stream's last.
  var isLast: Bool { flags & 4 != 0 }

  /// Position in the file of an index in the body.
  func position(of place: Int) -> UInt64 {
    position.clampedAdding(UInt64(place - segments.lowerBound + Self.fixedByteCount))
  }

  /// Whether the view's position may be a header: its name, version, and flags are valid.
  ///
  /// - Precondition: The view holds ``fixedByteCount`` bytes.
  static func mayStand(_ view: borrowing WindowView) -> Bool {
    view.bytes.has("OggS", at: view.index) && view.bytes[view.index + 4] == 0
      && view.bytes[view.index + 5] < 8
  }

  /// Bytes of the page at the view's position, as far as the available bytes state them.
  ///
  /// - Precondition: The view holds ``fixedByteCount`` bytes.
  static func byteCount(_ view: borrowing WindowView) -> Int {
    let count = Int(view.bytes[view.index + 26])
    let segments = view.index + fixedByteCount
    guard view.holds(fixedByteCount + count) else { return fixedByteCount + count }
    var bytes = fixedByteCount + count
    for index in segments..<segments + count { bytes += Int(view.bytes[index]) }
    return bytes
  }

  /// Reads the page at the view's position; `nil` if its checksum is wrong.
  ///
  /// - Precondition: The view holds the whole page.
  init?(_ view: borrowing WindowView) {
    let bytes = view.bytes
    let start = view.index
    let end = start + Self.byteCount(view)
    let stated = bytes.littleEndian32(at: start + 22)
    guard OggChecksum.page(bytes, start..<end, hole: start + 22..<start + 26) == stated else {
      return nil
    }
    flags = bytes[start + 5]
    let position = Int64(bitPattern: bytes.littleEndian64(at: start + 6))
    granule = position == -1 ? nil : position
    serial = bytes.littleEndian32(at: start + 14)
    sequence = bytes.littleEndian32(at: start + 18)
    self.position = view.position
    segments = start + Self.fixedByteCount..<start + Self.fixedByteCount + Int(bytes[start + 26])
    body = segments.upperBound..<end
  }
}
