package import AudioContainers
package import AudioTransport

extension MediaBytes {
  /// Reopens the medium, and reads a picture from it; may wait for a server.
  ///
  /// - Returns: The bytes; empty if the medium has changed.
  package func picture(_ artwork: Artwork) throws(TransportError) -> [UInt8] {
    let opened = try open()
    defer { opened.cancel() }
    let extent = artwork.extent
    guard extent.byteCount <= Artwork.largest else { return [] }
    let bytes = try opened.bytes(of: extent)
    return artwork.picture(bytes)
  }
}
