import AudioSyntax

/// The frames of `AudioSyncStream`, each with a header of three bytes that contains its length.
///
/// Source: ISO/IEC 14496-3:2009, 1.7.2.1, table 1.39.
enum LOASFraming {
  static let headerByteCount = 3
  static let syncByte: UInt8 = 0x56
  /// Maximum frame size in bytes.
  static let longestFrame = headerByteCount + 0x1FFF

  /// Bytes of the frame at `index` including its header, or 0 if no frame starts there.
  ///
  /// - Precondition: The span holds a header's bytes from `index`.
  static func frameByteCount(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let fields = Int(bytes[index]) << 16 | Int(bytes.bigEndian16(at: index + 1))
    // 0x2B7 in eleven bits.
    guard fields >> 13 == 0x2B7, fields & 0x1FFF > 0 else { return 0 }
    return headerByteCount + fields & 0x1FFF
  }

  /// Whether `wanted` frames follow each other from `index`, or at least two to the exact end of
  /// the file.
  static func chain(
    _ bytes: Span<UInt8>, at index: Int, isEnd: Bool, wanted: Int
  ) -> Verdict<Void> {
    var place = index
    for seen in 0..<wanted {
      guard bytes.count - place >= headerByteCount else {
        guard isEnd else { return .needs(place - index + headerByteCount) }
        return place == bytes.count && seen > 1 ? .confirmed(()) : .refuted
      }
      let byteCount = frameByteCount(bytes, at: place)
      guard byteCount > 0 else { return .refuted }
      place += byteCount
    }
    return .confirmed(())
  }
}
