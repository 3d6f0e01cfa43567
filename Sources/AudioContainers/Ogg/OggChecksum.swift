/// The checksum of Ogg pages.
///
/// Source: RFC 3533, 6, field 7: the polynomial 0x04C11DB7, most significant bit first, with an
/// initial value of 0 and no final change.
enum OggChecksum {
  /// Sixteen tables of 256 entries; table n is for a byte with n more bytes after it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte) << 24
      for _ in 0..<8 { value = value >> 31 == 0 ? value << 1 : value << 1 ^ 0x04C1_1DB7 }
      tables[byte] = value
    }
    for index in 256..<16 * 256 {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 24)]
    }
    return tables
  }()

  /// The checksum of the bytes in `range`.
  ///
  /// Bytes in `hole` count as zero.
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
    // Informs the compiler of the size.
    precondition(tables.count == 16 * 256, "wrong size of the checksum tables")
    var value = before
    var index = range.lowerBound
    while index + 16 <= range.upperBound {
      let block = bytes.extracting(index..<index + 16)
      let first = entries(tables, value ^ word(block, 0), behind: 12)
      let second = entries(tables, word(block, 4), behind: 8)
      let third = entries(tables, word(block, 8), behind: 4)
      let fourth = entries(tables, word(block, 12), behind: 0)
      value = first ^ second ^ third ^ fourth
      index += 16
    }
    while index < range.upperBound {
      value = value << 8 ^ tables[Int(UInt8(truncatingIfNeeded: value >> 24) ^ bytes[index])]
      index += 1
    }
    return value
  }

  /// Combines four bytes, most significant first.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
      | UInt32(bytes[index + 3])
  }

  /// Combines the table entries for four bytes that `count` more bytes follow.
  @inline(__always)
  private static func entries(_ tables: Span<UInt32>, _ bytes: UInt32, behind count: Int) -> UInt32
  {
    tables[(count + 3) * 256 + Int(bytes >> 24)]
      ^ tables[(count + 2) * 256 + Int(bytes >> 16 & 255)]
      ^ tables[(count + 1) * 256 + Int(bytes >> 8 & 255)]
      ^ tables[count * 256 + Int(bytes & 255)]
  }
}
