/// The `STREAMINFO` block of a FLAC stream, which configures a decoder.
///
/// Source: RFC 9639, 8.2.
struct FLACStreamInfo {
  static let byteCount = 34

  /// The block without its header.
  let bytes: [UInt8]

  /// Bits per sample.
  var bitDepth: Int { Int(bytes[12] & 1) << 4 + Int(bytes[13] >> 4) + 1 }

  /// Extracts the block from a magic cookie: a `dfLa` box, or the block itself.
  ///
  /// Source: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2.
  init(magicCookie cookie: [UInt8]) throws(CodecError) {
    if cookie.count == Self.byteCount {
      bytes = cookie
    } else {
      guard cookie.count >= 50, cookie[4..<8].elementsEqual("dfLa".utf8), cookie[12] & 0x7F == 0
      else { throw .badConfiguration }
      bytes = Array(cookie[16..<50])
    }
  }
}
