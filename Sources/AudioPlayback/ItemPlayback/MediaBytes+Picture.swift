package import AudioContainers
package import AudioTransport

extension MediaBytes {
  /// Reads a picture from the medium, which is opened anew; waits for a server.
  ///
  /// - Returns: The bytes; empty if the medium has changed.
  package func picture(_ artwork: Artwork) throws(TransportError) -> [UInt8] {
    let opened = try open()
    defer { opened.cancel() }
    let extent = artwork.extent
    guard extent.byteCount <= Artwork.largest else { return [] }
    var bytes: [UInt8] = []
    while UInt64(bytes.count) < extent.byteCount {
      // Memory grows with the bytes received, not with the stated size.
      let count = Int(min(extent.byteCount - UInt64(bytes.count), 1 << 18))
      var piece = [UInt8](repeating: 0, count: count)
      var span = piece.mutableSpan
      let read = try opened.source.read(at: extent.offset + UInt64(bytes.count), into: &span)
      guard read > 0 else { break }
      bytes += piece[..<read]
    }
    return artwork.picture(bytes)
  }
}
