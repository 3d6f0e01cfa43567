extension Span where Element == UInt8 {
  /// A copy of `count` bits from `bit`, padded with zeros to a whole byte.
  ///
  /// - Precondition: The span holds the bits.
  func bytes(fromBit bit: Int, count bitCount: Int) -> [UInt8] {
    var copy: [UInt8] = []
    append(fromBit: bit, count: bitCount, to: &copy)
    return copy
  }

  /// Appends `count` bits from `bit` as whole bytes, padded with zeros.
  ///
  /// - Precondition: The span holds the bits.
  func append(fromBit bit: Int, count bitCount: Int, to bytes: inout [UInt8]) {
    let shift = UInt8(bit % 8)
    let byteCount = (bitCount + 7) / 8
    bytes.reserveCapacity(bytes.count + byteCount)
    var index = bit / 8
    for _ in 0..<byteCount {
      let high = self[index] << shift
      let low = shift > 0 && index + 1 < count ? self[index + 1] >> (8 - shift) : 0
      bytes.append(high | low)
      index += 1
    }
    let surplus = byteCount * 8 - bitCount
    if surplus > 0 { bytes[bytes.count - 1] &= 0xFF << UInt8(surplus) }
  }
}
