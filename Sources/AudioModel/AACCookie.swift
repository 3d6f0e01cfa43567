/// The configuration of an AAC decoder as Core Audio passes it: an MPEG-4 `ES_Descriptor`.
///
/// It is the content of an MPEG-4 file's `esds` box without its version and flags. Inside stands the
/// `AudioSpecificConfig` of the stream.
///
/// Sources: ISO/IEC 14496-1, 7.2.6 (descriptors), 8.3.3 (their sizes); ISO/IEC 14496-3, 1.6.2.1.
package enum AACCookie {
  /// Makes a cookie of an `AudioSpecificConfig`.
  package static func make(_ specificConfig: [UInt8]) -> [UInt8] {
    let specific = descriptor(0x05, specificConfig)
    // Object type MPEG-4 audio; stream type audio; buffer size and bit rates not known.
    let decoder = descriptor(
      0x04, [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + specific)
    // "Predefined: reserved for use in MP4 files", as ISO/IEC 14496-14, 3.1.2 asks.
    let synchronisation = descriptor(0x06, [0x02])
    return descriptor(0x03, [0, 0, 0] + decoder + synchronisation)
  }

  /// A descriptor whose size stands in four bytes, as Core Audio writes it.
  private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) | ($0 > 0 ? 0x80 : 0) }
    return [tag] + size + body
  }
}
