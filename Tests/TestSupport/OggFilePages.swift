/// The pages of an Ogg file, to be written with other granules.
///
/// Source: RFC 3533, 6.
package struct OggFilePages {
  private var pages: [[UInt8]] = []

  /// Splits a file into its pages.
  package init(_ file: [UInt8]) {
    var start = 0
    while start + 27 <= file.count {
      let segments = Int(file[start + 26])
      let lacing = file[(start + 27)..<(start + 27 + segments)]
      let end = start + 27 + segments + lacing.reduce(0) { $0 + Int($1) }
      pages.append(Array(file[start..<end]))
      start = end
    }
  }

  /// Returns the file with other granules from the third page on.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the last page is marked as the last.
  ///   - granule: Returns a page's granule, given the correct one and whether the page is the last.
  /// - Returns: The bytes of the file, with correct checksums.
  package func file(isMarked: Bool = true, _ granule: (Int64, Bool) -> Int64) -> [UInt8] {
    pages.enumerated().flatMap { number, page in
      var page = page
      let isLast = number == pages.count - 1
      if isLast, !isMarked { page[5] &= ~4 }
      if number > 1 {
        let right = (0..<8).reduce(Int64(0)) { $0 | Int64(page[6 + $1]) << (8 * $1) }
        let other = granule(right, isLast)
        for index in 0..<8 { page[6 + index] = UInt8(truncatingIfNeeded: other >> (8 * index)) }
      }
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let sum = Self.checksum(page)
      for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
      return page
    }
  }

  private static func checksum(_ page: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for byte in page {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    return sum
  }
}
