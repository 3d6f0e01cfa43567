import AudioModel

/// What the sizes and pads of chunks tell, and whether a chunk stands at a place at all.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0*, "RIFF"; EA IFF 85. The sizes that mean "unknown" are those
/// that ALSA's `arecord`, SoX, Oboe and others leave in a file if they cannot go back to its start.
enum ChunkSize {
  /// Whether a size says that the writer did not know it.
  static func isUnknown(_ byteCount: UInt64) -> Bool {
    switch byteCount {
    case 0x7F00_0000...0x7F00_0100, 0x7FFF_F000...0x8000_0100: true
    // The largest number, and that without the headers that writers count or do not count.
    case 0xFFFF_FFFF, 0xFFFF_FFFF - 8, 0xFFFF_FFFF - 36, 0xFFFF_FFFF - 44: true
    default: false
    }
  }

  /// Whether four bytes can be the name of a chunk: letters, digits, and the few signs that names have.
  static func isName(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, bytes.count - index >= 4 else { return false }
    return (index..<index + 4).allSatisfy { place in
      switch bytes[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }

  /// Whether the writer left out the pad byte of an odd chunk, behind whose body `index` is.
  ///
  /// A pad is 0. Anything else is the start of the next chunk, if it has a name and what stands a byte later has none.
  static func lacksPad(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index < bytes.count, bytes[index] != 0 else { return false }
    return isName(bytes, at: index) && !(isName(bytes, at: index + 1) && bytes[index] < 0x30)
  }
}
