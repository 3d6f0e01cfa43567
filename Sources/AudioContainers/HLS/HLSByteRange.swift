/// A part of a resource.
///
/// Source: RFC 8216, 4.3.2.2, EXT-X-BYTERANGE.
package struct HLSByteRange: Equatable, Sendable {
  /// Bytes from the start of the resource.
  package var offset: Int
  package var byteCount: Int

  /// The offset after the last byte.
  package var end: Int { offset + byteCount }

  /// The size of the encrypted part: `byteCount`, rounded up to whole cipher blocks of 16 bytes.
  ///
  /// The byte ranges of encrypted parts state the size of the clear data.
  ///
  /// Source: RFC 8216, 6.3.6.
  package var encryptedByteCount: Int { (byteCount + 15) / 16 * 16 }

  package init(offset: Int, byteCount: Int) {
    self.offset = offset
    self.byteCount = byteCount
  }
}

/// A byte range as in a playlist: a size, and an offset unless it follows another range.
struct HLSByteRangeText {
  private var byteCount: Int
  private var offset: Int?
  private let line: Int

  /// The greatest offset, far enough from the limits of `Int` for additions.
  private static let greatestOffset = 1 << 60

  /// Reads `n` or `n@o`.
  ///
  /// An `@` without a number has the same meaning as no `@`.
  init(_ text: Substring, line: Int) throws(HLSError) {
    let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) ?? text.endIndex
    guard let byteCount = HLSText.integer(text[..<at]), byteCount >= 0 else {
      throw HLSError(.byteRange, line: line)
    }
    self.byteCount = byteCount
    offset = HLSText.integer(text[at...].withoutFirstByte)
    self.line = line
  }

  /// The range, whose offset is `next` if the text has no offset.
  func range(next: Int) throws(HLSError) -> HLSByteRange {
    let offset = offset ?? next
    guard (0...Self.greatestOffset).contains(offset) else {
      throw HLSError(.byteRange, line: line)
    }
    return HLSByteRange(offset: offset, byteCount: byteCount)
  }
}
