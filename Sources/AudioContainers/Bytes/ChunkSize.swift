import AudioModel

/// Rules for the sizes, pad bytes, and names of chunks.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0*, "RIFF"; EA IFF 85. The
/// sizes that mean "unknown" come from ALSA's `arecord`, SoX, Oboe, and others. These programs
/// leave them in a file if they cannot go back to its start.
enum ChunkSize {
  /// Whether a size means that the writer did not know it.
  static func isUnknown(_ byteCount: UInt64) -> Bool {
    switch byteCount {
    case 0x7F00_0000...0x7F00_0100, 0x7FFF_F000...0x8000_0100: true
    // The largest number, alone or minus the headers that some writers subtract.
    case 0xFFFF_FFFF, 0xFFFF_FFFF - 8, 0xFFFF_FFFF - 36, 0xFFFF_FFFF - 44: true
    default: false
    }
  }

  /// Whether four bytes can be the name of a chunk: letters, digits, and the few symbols that names
  /// use.
  static func isName(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, bytes.count - index >= 4 else { return false }
    return (index..<index + 4).allSatisfy { place in
      switch bytes[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
  }

  /// Whether the writer left out the pad byte of an odd chunk whose body ends at `index`.
  ///
  /// A pad byte is 0. Any other byte starts the next chunk if a name begins there. If a name also
  /// begins one byte later, a space or a symbol counts as a pad byte.
  static func lacksPad(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index < bytes.count, bytes[index] != 0 else { return false }
    return isName(bytes, at: index) && !(isName(bytes, at: index + 1) && bytes[index] < 0x30)
  }
}
