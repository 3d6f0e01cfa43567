/// The checksums of FLAC frames, both with an initial value of 0.
///
/// Source: RFC 9639, 9.1.8 (polynomial x^8 + x^2 + x + 1) and 9.3 (x^16 + x^15 + x^2 + 1).
package enum FLACChecksum {
  private static let headerTable: [UInt8] = (0..<256).map { byte in
    var value = UInt8(byte)
    for _ in 0..<8 { value = value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
    return value
  }

  /// Eight tables of 256 entries; table n is for a byte with n more bytes after it.
  private static let frameTables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt16(byte) << 8
      for _ in 0..<8 { value = value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x8005 }
      tables[byte] = value
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables[index] = before << 8 ^ tables[Int(before >> 8)]
    }
    return tables
  }()

  /// The checksum of a frame's header.
  package static func header(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    let table = headerTable
    var value: UInt8 = 0
    for index in range { value = table[Int(value ^ bytes[index])] }
    return value
  }

  /// Continues the checksum of a frame with the bytes of `range`.
  ///
  /// If the bytes end with the frame's own checksum, the result is 0 for an intact frame.
  package static func frame(_ before: UInt16, _ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt16 {
    let tables = frameTables.span
    // Informs the compiler of the size.
    precondition(tables.count == 8 * 256, "wrong size of the checksum tables")
    var value = before
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let first = Int(UInt8(truncatingIfNeeded: value >> 8) ^ bytes[index])
      let second = Int(UInt8(truncatingIfNeeded: value) ^ bytes[index + 1])
      let high = tables[7 * 256 + first] ^ tables[6 * 256 + second]
      let upper =
        tables[5 * 256 + Int(bytes[index + 2])] ^ tables[4 * 256 + Int(bytes[index + 3])]
      let lower =
        tables[3 * 256 + Int(bytes[index + 4])] ^ tables[2 * 256 + Int(bytes[index + 5])]
      let low = tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
      value = high ^ upper ^ lower ^ low
      index += 8
    }
    while index < range.upperBound {
      value = value << 8 ^ tables[Int(UInt8(truncatingIfNeeded: value >> 8) ^ bytes[index])]
      index += 1
    }
    return value
  }
}
