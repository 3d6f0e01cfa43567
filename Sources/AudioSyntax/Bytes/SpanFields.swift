package import AudioModel

extension Span where Element == UInt8 {
  /// The 16-bit integer at `index`, least significant byte first.
  ///
  /// - Precondition: Its bytes lie inside the span. The same applies to every field below.
  @inlinable
  package func littleEndian16(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }

  /// The 32-bit integer at `index`, least significant byte first.
  @inlinable
  package func littleEndian32(at index: Int) -> UInt32 {
    UInt32(littleEndian16(at: index)) | UInt32(littleEndian16(at: index + 2)) << 16
  }

  /// The 64-bit integer at `index`, least significant byte first.
  @inlinable
  package func littleEndian64(at index: Int) -> UInt64 {
    UInt64(littleEndian32(at: index)) | UInt64(littleEndian32(at: index + 4)) << 32
  }

  /// The 16-bit integer at `index`, most significant byte first.
  @inlinable
  package func bigEndian16(at index: Int) -> UInt16 {
    UInt16(self[index]) << 8 | UInt16(self[index + 1])
  }

  /// The 32-bit integer at `index`, most significant byte first.
  @inlinable
  package func bigEndian32(at index: Int) -> UInt32 {
    UInt32(bigEndian16(at: index)) << 16 | UInt32(bigEndian16(at: index + 2))
  }

  /// The four bytes at `index` as a tag.
  package func fourCC(at index: Int) -> FourCC {
    FourCC(rawValue: bigEndian32(at: index))
  }

  /// Whether the span contains the ASCII bytes of `text` at `index`.
  @inlinable
  package func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, count - index >= length else { return false }
    var matches = true
    text.withUTF8Buffer { characters in
      for offset in 0..<length where unsafe characters[offset] != self[index + offset] {
        matches = false
      }
    }
    return matches
  }
}
