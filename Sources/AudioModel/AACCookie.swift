/// The configuration of an AAC decoder in Core Audio's form: an MPEG-4 `ES_Descriptor`.
///
/// It is the content of an MPEG-4 file's `esds` box, without the version and flags. It contains the
/// `AudioSpecificConfig` of the stream.
///
/// Sources: ISO/IEC 14496-1, 7.2.6 (descriptors), 8.3.3 (their sizes); ISO/IEC 14496-3, 1.6.2.1.
package enum AACCookie {
  /// Creates a cookie from an `AudioSpecificConfig`.
  package static func make(_ specificConfig: [UInt8]) -> [UInt8] {
    let specific = descriptor(0x05, specificConfig)
    // Object type MPEG-4 audio; stream type audio; buffer size and bit rates unknown.
    let decoder = descriptor(
      0x04, [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + specific)
    // "Predefined: reserved for use in MP4 files", as ISO/IEC 14496-14, 3.1.2 requires.
    let synchronisation = descriptor(0x06, [0x02])
    return descriptor(0x03, [0, 0, 0] + decoder + synchronisation)
  }

  /// Returns a descriptor with a four-byte size, as Core Audio writes it.
  private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) | ($0 > 0 ? 0x80 : 0) }
    return [tag] + size + body
  }
}
