/// A four-character tag, such as `RIFF` or `.mp3`, with its first character in the top byte.
package struct FourCC: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a tag from its characters, at compile time if they are literals.
  ///
  /// - Precondition: All four are ASCII.
  package init(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ c: Unicode.Scalar, _ d: Unicode.Scalar) {
    let high = UInt32(UInt8(ascii: a)) << 24 | UInt32(UInt8(ascii: b)) << 16
    let low = UInt32(UInt8(ascii: c)) << 8 | UInt32(UInt8(ascii: d))
    rawValue = high | low
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters, with `.` for a byte that is not printable ASCII.
  package var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    return String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }
}
