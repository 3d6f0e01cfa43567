/// A range of a file.
package struct FileExtent: Hashable, Sendable {
  /// Bytes from the start of the file.
  package var offset: UInt64
  /// Bytes in the range, as stated.
  ///
  /// The file may be shorter.
  package var byteCount: UInt64

  package init(offset: UInt64, byteCount: UInt64) {
    self.offset = offset
    self.byteCount = byteCount
  }
}
