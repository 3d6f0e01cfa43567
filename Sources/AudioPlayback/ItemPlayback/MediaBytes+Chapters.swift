package import AudioContainers
package import AudioTransport

extension MediaBytes {
  /// Reads the chapters of a medium.
  ///
  /// If the titles are in a text track, this reopens the medium, and may wait for a server.
  ///
  /// - Parameter info: The information about the medium.
  /// - Returns: The chapters, in their order.
  /// - Throws: ``TransportError`` if the titles cannot be read.
  package func chapters(_ info: MediaItem.Info) throws(TransportError) -> [Chapter] {
    let texts = info.container.chapterTexts
    guard !texts.isEmpty else { return info.container.chapters }
    let opened = try open()
    defer { opened.cancel() }
    var chapters: [Chapter] = []
    for text in texts {
      let bytes = try opened.bytes(of: text.extent)
      chapters.append(Chapter(start: text.start, title: ChapterText.title(bytes.span)))
    }
    return chapters
  }
}

extension MediaBytes.Opened {
  /// Reads bytes; fewer if the medium ends before.
  func bytes(of extent: FileExtent) throws(TransportError) -> [UInt8] {
    try source.bytes(of: extent)
  }
}

extension ByteSource {
  /// Reads bytes; fewer if the source ends before.
  package func bytes(of extent: FileExtent) throws(TransportError) -> [UInt8] {
    var bytes: [UInt8] = []
    while UInt64(bytes.count) < extent.byteCount {
      // Memory grows with the bytes received, not with the stated size.
      let count = Int(min(extent.byteCount - UInt64(bytes.count), 1 << 18))
      var piece = [UInt8](repeating: 0, count: count)
      var span = piece.mutableSpan
      let read = try read(at: extent.offset + UInt64(bytes.count), into: &span)
      guard read > 0 else { break }
      bytes += piece[..<read]
    }
    return bytes
  }
}
