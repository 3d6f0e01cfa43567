/// Where a picture lies in its file.
///
/// A reader keeps the place, not the bytes: pictures are large and seldom asked for.
package struct Artwork: Hashable, Sendable {
  /// Bytes from the start of the file to the picture's first byte.
  package var offset: UInt64
  /// Bytes of the picture, as stated: the file may be shorter.
  package var byteCount: UInt64

  package init(offset: UInt64, byteCount: UInt64) {
    self.offset = offset
    self.byteCount = byteCount
  }
}
