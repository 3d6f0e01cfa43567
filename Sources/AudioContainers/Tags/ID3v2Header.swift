import AudioSyntax

/// The ten-byte header of an ID3v2 tag.
///
/// Source: ID3v2.4.0 main structure, section 3.1; ID3v2.3.0, section 3.1; ID3v2.2.0, section 3.1.
struct ID3v2Header: Equatable, Sendable {
  static let byteCount = 10

  /// The second number of the version; 2 to 4 are supported.
  var version: UInt8
  /// Whether a zero was inserted after each `FF` of the tag (of its frames, since 2.4).
  var isUnsynchronised: Bool
  var hasExtendedHeader: Bool
  /// Bytes after this header, without the footer.
  var bodyByteCount: Int
  /// Bytes of the whole tag.
  var tagByteCount: Int

  /// Whether the frames are readable: a supported version, not compressed as a whole.
  var isReadable: Bool

  /// Reads the ten bytes at `index`; `nil` if they are not a header.
  init?(_ bytes: Span<UInt8>, at index: Int) {
    guard bytes.has("ID3", at: index), bytes[index + 3] < 0xFF, bytes[index + 4] < 0xFF,
      let size = Self.synchsafe(bytes.bigEndian32(at: index + 6))
    else { return nil }
    version = bytes[index + 3]
    let flags = bytes[index + 5]
    isUnsynchronised = flags & 0x80 != 0
    hasExtendedHeader = version >= 3 && flags & 0x40 != 0
    isReadable = (2...4).contains(version) && !(version == 2 && flags & 0x40 != 0)
    bodyByteCount = size
    tagByteCount = Self.byteCount + size + (version == 4 && flags & 0x10 != 0 ? 10 : 0)
  }

  /// Returns the byte count of the extended header that the flags announce.
  ///
  /// Version 2.4 counts the whole header. Version 2.3 counts the bytes after the size, but some
  /// writers count the size, too. The tag has no extended header if a frame's name replaces the
  /// size, or if the size is invalid.
  ///
  /// Source: ID3v2.4.0 main structure, section 3.2; ID3v2.3.0, section 3.2.
  ///
  /// - Parameter bytes: The first ten bytes after this header, without the bytes that
  ///   unsynchronisation inserted.
  /// - Returns: The byte count; `nil` if the header is missing despite the flag.
  func extendedHeaderByteCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 10, !ID3v2FrameHeader.isName(bytes.prefix(4)) else { return nil }
    let value = bigEndian32(bytes)
    if version == 4 {
      guard let size = Self.synchsafe(value), size >= 6, size <= bodyByteCount else { return nil }
      return size
    }
    // Flags and padding, plus a checksum if a flag announces it.
    let usual = 6 + (bytes[4] & 0x80 == 0 ? 0 : 4)
    let size = value == UInt32(usual + 4) ? usual : Int(value)
    guard size >= 6, size + 4 <= bodyByteCount else { return nil }
    return size + 4
  }

  /// Removes the zero after each `FF`.
  static func resynchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isAfterFF = false
    for byte in bytes {
      if !(isAfterFF && byte == 0) { result.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return result
  }

  /// Decodes a 28-bit number, seven bits per byte; `nil` if a byte's top bit is set.
  static func synchsafe(_ value: UInt32) -> Int? {
    guard value & 0x8080_8080 == 0 else { return nil }
    let high = (value >> 24) << 21 | (value >> 16 & 0x7F) << 14
    return Int(high | (value >> 8 & 0x7F) << 7 | value & 0x7F)
  }
}
