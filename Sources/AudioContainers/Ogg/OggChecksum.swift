/// The checksum of Ogg pages.
///
/// Source: RFC 3533, 6, field 7: the polynomial 0x04C11DB7, most significant bit first, nothing to start with and
/// nothing at the end.
enum OggChecksum {
  /// Eight tables of 256: the n-th for a byte with n more behind it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte) << 24
      for _ in 0..<8 { value = value >> 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7 }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 24)]
    }
    return tables
  }()

  /// The checksum of the bytes in `range`, those in `hole` counting as zero.
  static func page(_ bytes: Span<UInt8>, _ range: Range<Int>, hole: Range<Int>) -> UInt32 {
    let before = update(0, bytes, range.lowerBound..<hole.lowerBound)
    let tables = tables.span
    var value = before
    for _ in hole { value = value << 8 ^ tables[Int(value >> 24)] }
    return update(value, bytes, hole.upperBound..<range.upperBound)
  }

  private static func update(_ before: UInt32, _ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32
  {
    let tables = tables.span
    // So that the compiler knows it.
    precondition(tables.count == 8 * 256, "another number of tables")
    var value = before
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let mixed = value ^ bytes.bigEndian32(at: index)
      let later = bytes.bigEndian32(at: index + 4)
      let first = tables[7 * 256 + Int(mixed >> 24)] ^ tables[6 * 256 + Int(mixed >> 16 & 255)]
      let second = tables[5 * 256 + Int(mixed >> 8 & 255)] ^ tables[4 * 256 + Int(mixed & 255)]
      let third = tables[3 * 256 + Int(later >> 24)] ^ tables[2 * 256 + Int(later >> 16 & 255)]
      let fourth = tables[256 + Int(later >> 8 & 255)] ^ tables[Int(later & 255)]
      value = first ^ second ^ third ^ fourth
      index += 8
    }
    while index < range.upperBound {
      value = value << 8 ^ tables[Int(UInt8(truncatingIfNeeded: value >> 24) ^ bytes[index])]
      index += 1
    }
    return value
  }
}
