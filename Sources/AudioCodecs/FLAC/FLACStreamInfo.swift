import AudioSyntax

extension FLACStreamInfo {
  /// Extracts the block from a magic cookie: a `dfLa` box, or the block itself.
  ///
  /// Source: *Encapsulation of FLAC in ISO Base Media File Format*, 3.3.2.
  init(magicCookie cookie: [UInt8]) throws(CodecError) {
    let isBlock = cookie.count == FLACFormat.bodyByteCount
    guard
      isBlock
        || cookie.count >= 50 && cookie[4..<8].elementsEqual("dfLa".utf8)
          && cookie[12] & 0x7F == 0,
      let info = FLACStreamInfo(cookie: cookie)
    else { throw .badConfiguration }
    self = info
  }
}
