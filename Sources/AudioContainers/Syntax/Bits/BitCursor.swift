/// A position in a run of bytes, in bits from the most significant bit of the first byte.
///
/// A read beyond the end returns `nil` and does not move the cursor.
struct BitCursor: ~Escapable {
  private let bytes: Span<UInt8>
  /// Bits already read.
  private(set) var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// Bits not yet read.
  var remaining: Int { bytes.count * 8 - position }

  /// Reads a number of up to 32 bits.
  mutating func read(_ count: Int) -> UInt32? {
    guard count >= 0, count <= 32, remaining >= count else { return nil }
    var value: UInt32 = 0
    for bit in position..<position + count {
      value = value << 1 | UInt32(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
    }
    position += count
    return value
  }

  /// Reads one bit.
  mutating func flag() -> Bool? { read(1).map { $0 == 1 } }

  /// Skips bits, if they are available.
  ///
  /// - Returns: Whether all `count` bits were available.
  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, remaining >= count else { return false }
    position += count
    return true
  }

  /// Skips bits up to the next byte boundary.
  mutating func align() {
    position = (position + 7) / 8 * 8
  }
}
