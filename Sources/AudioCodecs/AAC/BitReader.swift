/// Reads bits from stored bytes, most significant bit first.
struct BitReader {
  private let bytes: [UInt8]
  /// Bits read so far.
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Bits not yet read.
  var remaining: Int { bytes.count * 8 - position }

  /// Reads `count` bits, at most 32, or returns `nil` if fewer are left.
  mutating func bits(_ count: Int) -> Int? {
    guard count <= remaining else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// Moves to the next start of a byte.
  mutating func alignToByte() {
    position = (position + 7) & ~7
  }
}
