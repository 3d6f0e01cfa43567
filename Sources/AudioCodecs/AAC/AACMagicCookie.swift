/// Finds the `AudioSpecificConfig` in a magic cookie.
///
/// A cookie is the configuration itself, an MPEG-4 descriptor that contains it, or the `esds` box
/// around the descriptor. The box may lack its header. Source: ISO/IEC 14496-1, 7.2.6.5
/// ES_Descriptor, 7.2.6.6 DecoderConfigDescriptor, 8.3.3 sizes; ISO/IEC 14496-14, 5.6 for the box.
enum AACMagicCookie {
  /// Returns the bytes of the configuration, or `nil` if the cookie has none of these forms.
  static func configuration(_ cookie: [UInt8]) -> [UInt8]? {
    var body = cookie[...]
    if body.dropFirst(4).starts(with: [0x65, 0x73, 0x64, 0x73]) { body = body.dropFirst(8) }
    if body.starts(with: [0, 0, 0, 0, 3]) { body = body.dropFirst(4) }
    switch body.first {
    case 3:
      // An object type of 0 does not exist, so no configuration starts with 3 or 4.
      guard var inside = descriptor(3, in: &body), inside.count >= 3 else { return nil }
      let flags = inside[inside.startIndex + 2]
      inside = inside.dropFirst(3)
      if flags & 0x80 != 0 { inside = inside.dropFirst(2) }
      if flags & 0x40 != 0, let count = inside.first { inside = inside.dropFirst(1 + Int(count)) }
      if flags & 0x20 != 0 { inside = inside.dropFirst(2) }
      return fromDecoderConfig(inside)
    case 4:
      return fromDecoderConfig(body)
    case .some:
      return Array(body)
    case nil:
      return nil
    }
  }

  private static func fromDecoderConfig(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes = bytes
    guard let config = descriptor(4, in: &bytes) else { return nil }
    var inside = config.dropFirst(13)
    return descriptor(5, in: &inside).map { Array($0) }
  }

  /// Takes one descriptor with the given tag, and returns its body.
  private static func descriptor(
    _ tag: UInt8, in bytes: inout ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard bytes.popFirst() == tag else { return nil }
    var count = 0
    for _ in 0..<4 {
      guard let byte = bytes.popFirst() else { return nil }
      count = count << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 {
        guard count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
      }
    }
    return nil
  }
}
