/// The ten bytes that an ID3v2 tag starts with.
///
/// Source: ID3v2.4.0 main structure, section 3.1; ID3v2.3.0, section 3.1; ID3v2.2.0, section 3.1.
struct ID3v2Header: Equatable, Sendable {
  static let byteCount = 10

  /// The version's second number: 2 to 4 are known.
  var version: UInt8
  /// Whether a zero was put behind each `FF` of the tag (of its frames, since 2.4).
  var isUnsynchronised: Bool
  var hasExtendedHeader: Bool
  /// Bytes behind this header, without the footer.
  var bodyByteCount: Int
  /// Bytes of the whole tag.
  var tagByteCount: Int

  /// Whether frames of this tag can be read: a known version, not compressed as a whole.
  var isReadable: Bool

  /// Reads the ten bytes at `index`; `nil` where they are no header.
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

  /// Bytes of the extended header, whose flag is set; `nil` if there is none all the same.
  ///
  /// Version 2.4 counts the whole header, and 2.3 what follows the size; but some writers of 2.3 count the size, too. A name of a
  /// frame in place of the size, and a size that such a header cannot have, mean that the tag has none.
  ///
  /// Source: ID3v2.4.0 main structure, section 3.2; ID3v2.3.0, section 3.2.
  ///
  /// - Parameter bytes: The first ten bytes behind this header, without those that unsynchronisation put in.
  /// - Returns: The number.
  func extendedHeaderByteCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 10, !ID3v2FrameHeader.isName(bytes.prefix(4)) else { return nil }
    let value = bigEndian32(bytes)
    if version == 4 {
      guard let size = Self.synchsafe(value), size >= 6, size <= bodyByteCount else { return nil }
      return size
    }
    // Flags and padding, and a checksum if a flag says so.
    let usual = 6 + (bytes[4] & 0x80 == 0 ? 0 : 4)
    let size = value == UInt32(usual + 4) ? usual : Int(value)
    guard size >= 6, size + 4 <= bodyByteCount else { return nil }
    return size + 4
  }

  /// The bytes without the zero behind each `FF`.
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

  /// A number of 28 bits, seven a byte, or `nil` where a byte's top bit is set.
  static func synchsafe(_ value: UInt32) -> Int? {
    guard value & 0x8080_8080 == 0 else { return nil }
    let high = (value >> 24) << 21 | (value >> 16 & 0x7F) << 14
    return Int(high | (value >> 8 & 0x7F) << 7 | value & 0x7F)
  }
}
