/// Appends bits, most significant bit first.
struct BitWriter {
  /// The written bytes.
  ///
  /// The last byte is padded with zeros.
  private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  /// Pads the last byte with zeros.
  mutating func alignToByte() {
    bitCount = bytes.count * 8
  }

  /// Appends the lowest `count` bits of `value`.
  mutating func append(_ value: Int, bits count: Int) {
    for shift in (0..<count).reversed() {
      if bitCount.isMultiple(of: 8) { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(7 - bitCount & 7)
      bitCount += 1
    }
  }
}
