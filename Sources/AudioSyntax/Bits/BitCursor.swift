/// A position in a run of bytes, in bits from the most significant bit of the first byte.
///
/// A read beyond the end returns `nil` and does not move the cursor.
package struct BitCursor: ~Escapable {
  private let bytes: Span<UInt8>
  /// Bits already read.
  package private(set) var position = 0

  @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
  }

  /// Bits not yet read.
  package var remaining: Int { bytes.count * 8 - position }

  /// Reads a number of up to 32 bits.
  package mutating func read(_ count: Int) -> UInt32? {
    guard count >= 0, count <= 32, remaining >= count else { return nil }
    defer { position += count }
    return bytes.bits(count, at: position)
  }

  /// Reads one bit.
  package mutating func flag() -> Bool? { read(1).map { $0 == 1 } }

  /// Skips bits, if they are available.
  ///
  /// - Returns: Whether all `count` bits were available.
  package mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, remaining >= count else { return false }
    position += count
    return true
  }

  /// Skips bits up to the next byte boundary.
  package mutating func align() {
    position = (position + 7) / 8 * 8
  }

  /// A copy of the bits from an earlier position up to this one, padded with zeros.
  package func copy(from start: Int) -> [UInt8] {
    bytes.bytes(fromBit: start, count: position - start)
  }
}
