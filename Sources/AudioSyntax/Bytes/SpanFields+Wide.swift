extension Span where Element == UInt8 {
  /// The 64-bit integer at `index`, most significant byte first.
  ///
  /// - Precondition: Its bytes lie inside the span. The same applies to every field below.
  @inlinable
  package func bigEndian64(at index: Int) -> UInt64 {
    UInt64(bigEndian32(at: index)) << 32 | UInt64(bigEndian32(at: index + 4))
  }

  /// The 32-bit floating-point number at `index`, most significant byte first.
  @inlinable
  package func bigEndianFloat(at index: Int) -> Float {
    Float(bitPattern: bigEndian32(at: index))
  }

  /// The 64-bit floating-point number at `index`, most significant byte first.
  @inlinable
  package func bigEndianDouble(at index: Int) -> Double {
    Double(bitPattern: bigEndian64(at: index))
  }

  /// A copy of the bytes in `range`.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(self, range)
    return copy
  }

  /// The UTF-8 text from `index` to the next zero, or to the end.
  ///
  /// - Returns: The text, and the position after its zero.
  package func zeroTerminatedText(at index: Int) -> (text: String, end: Int) {
    var end = index
    while end < count, self[end] != 0 { end += 1 }
    return (String(decoding: bytes(index..<end), as: UTF8.self), Swift.min(end + 1, count))
  }
}
