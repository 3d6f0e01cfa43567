/// Reads the bits of a packet in order.
///
/// After the end, all bits are zero. ``isOverrun`` reports that some of them were read.
struct PacketBits {
  let bytes: PacketBytes
  /// Bits from the start to the next bit.
  private(set) var position: Int

  init(_ packet: Span<UInt8>) {
    self.init(PacketBytes(packet), at: 0)
  }

  /// Starts at a position.
  init(_ bytes: PacketBytes, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  var isOverrun: Bool { bytes.isPastEnd(position) }
  var isAtEnd: Bool { bytes.isAtEnd(position) }

  /// The next bits, in the form of ``PacketBytes/word(at:)``.
  @inline(__always)
  var word: UInt64 { bytes.word(at: position) }

  /// Reads the next `count` bits, at most 32, as a number.
  @inline(__always)
  mutating func read(_ count: Int) -> UInt32 { bytes.read(count, at: &position) }

  /// Reads the next `count` bits, at most 32, as a signed number.
  @inline(__always)
  mutating func readSigned(_ count: Int) -> Int32 {
    guard count > 0 else { return 0 }
    return Int32(bitPattern: read(count) << UInt32(32 - count)) >> Int32(32 - count)
  }

  mutating func skip(_ count: Int) {
    position += count
  }

  mutating func skipToByte() {
    position = (position + 7) & ~7
  }
}
