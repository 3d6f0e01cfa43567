/// Appends bits, most significant bit first.
package struct BitWriter {
  /// The written bytes.
  ///
  /// The last byte is padded with zeros.
  package private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  package init() {}

  /// Pads the last byte with zeros.
  package mutating func alignToByte() {
    bitCount = bytes.count * 8
  }

  /// Appends the lowest `count` bits of `value`.
  package mutating func append(_ value: Int, bits count: Int) {
    for shift in (0..<count).reversed() {
      if bitCount.isMultiple(of: 8) { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(7 - bitCount & 7)
      bitCount += 1
    }
  }

  /// Appends the first `count` bits of other bytes.
  package mutating func append(_ other: [UInt8], bits count: Int) {
    var bits = BitCursor(other.span)
    for _ in 0..<count {
      guard let bit = bits.read(1) else { return }
      append(Int(bit), bits: 1)
    }
  }
}
