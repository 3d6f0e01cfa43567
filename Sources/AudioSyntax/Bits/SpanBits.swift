/// Numbers and runs of bits, counted from the most significant bit of the first byte.
extension Span where Element == UInt8 {
  /// The number of up to 32 bits that starts at `bit`.
  ///
  /// - Precondition: The span holds the bits. The same applies to every run below.
  func bits(_ bitCount: Int, at bit: Int) -> UInt32 {
    let end = bit + bitCount
    var value: UInt64 = 0
    for index in bit >> 3..<(end + 7) >> 3 { value = value << 8 | UInt64(self[index]) }
    // The last byte may have further bits.
    let mask: UInt64 = 1 << UInt64(bitCount) - 1
    return UInt32(truncatingIfNeeded: value >> UInt64(-end & 7) & mask)
  }

  /// The number of 0 bits from `bit` to the next 1, or `nil` if the bytes end first.
  func zeroBits(from bit: Int) -> Int? {
    var index = bit >> 3
    guard index < count else { return nil }
    var byte = self[index] & (0xFF >> UInt8(bit & 7))
    while byte == 0 {
      index += 1
      guard index < count else { return nil }
      byte = self[index]
    }
    return index * 8 + byte.leadingZeroBitCount - bit
  }

  /// A copy of `count` bits from `bit`, padded with zeros to a whole byte.
  package func bytes(fromBit bit: Int, count bitCount: Int) -> [UInt8] {
    var copy: [UInt8] = []
    append(fromBit: bit, count: bitCount, to: &copy)
    return copy
  }

  /// Appends `count` bits from `bit` as whole bytes, padded with zeros.
  package func append(fromBit bit: Int, count bitCount: Int, to bytes: inout [UInt8]) {
    let shift = UInt8(bit % 8)
    let byteCount = (bitCount + 7) / 8
    let first = bit / 8
    bytes.append(addingCapacity: byteCount) { room in
      for index in first..<first + byteCount {
        let high = self[index] << shift
        let low = shift > 0 && index + 1 < count ? self[index + 1] >> (8 - shift) : 0
        room.append(high | low)
      }
    }
    let surplus = byteCount * 8 - bitCount
    if surplus > 0 { bytes[bytes.count - 1] &= 0xFF << UInt8(surplus) }
  }
}

extension Span where Element == UInt8 {
  /// The number of up to 32 bits that starts at `bit`.
  ///
  /// Bits are counted from the least significant bit of the first byte, as in Vorbis.
  func reversedBits(_ bitCount: Int, at bit: Int) -> UInt32 {
    var value: UInt32 = 0
    for offset in 0..<bitCount {
      let place = bit + offset
      value |= UInt32(self[place >> 3] >> UInt8(place & 7) & 1) << UInt32(offset)
    }
    return value
  }
}
