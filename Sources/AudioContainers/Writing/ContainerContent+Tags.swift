/// Access to texts and pictures, which some file types also store in an ID3v2 tag.
extension ContainerContent {
  /// Sets the texts, including those in an ID3v2 tag.
  ///
  /// - Parameter tags: The texts.
  /// - Returns: `false` if an existing tag is invalid or not of version 2.3 or 2.4.
  package mutating func set(tags: Tags) -> Bool {
    if !id3Tag.isEmpty {
      guard let tag = ID3v2Editor.edited(id3Tag, tags: tags, picture: nil) else { return false }
      id3Tag = tag
    }
    self.tags = tags
    return true
  }

  /// Sets the front cover.
  ///
  /// - Parameter picture: A JPEG or PNG picture, or empty to remove it.
  package mutating func set(picture: [UInt8]) {
    let hasTag = !id3Tag.isEmpty || ChunkSyntax(fileType: fileType).map { $0 != .caf } ?? false
    guard hasTag,
      let tag = ID3v2Editor.edited(id3Tag, tags: id3Tag.isEmpty ? tags : nil, picture: picture)
    else { return artwork = picture }
    id3Tag = tag
  }

  /// The front cover; empty if the file has no picture.
  package var picture: [UInt8] {
    guard artwork.isEmpty, !id3Tag.isEmpty else { return artwork }
    var reader = ID3v2Reader()
    var view = WindowView(id3Tag.span, at: 0, isEnd: true)
    _ = reader.read(&view)
    guard let artwork = reader.tags.artwork,
      let start = Int(exactly: artwork.extent.offset),
      let count = Int(exactly: artwork.extent.byteCount), start <= id3Tag.count,
      count <= id3Tag.count - start
    else { return [] }
    return artwork.picture(Array(id3Tag[start..<start + count]))
  }

  /// Whether the bytes are exactly one ID3v2 tag.
  package static func isID3Tag(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= ID3v2Header.byteCount, let header = ID3v2Header(bytes.span, at: 0) else {
      return false
    }
    return header.tagByteCount == bytes.count
  }
}
