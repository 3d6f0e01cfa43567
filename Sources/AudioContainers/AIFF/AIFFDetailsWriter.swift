import AudioModel
import AudioSyntax

/// Writes the small chunks of an AIFF file.
///
/// Four kinds of texts have a chunk each. If the tags include other texts, an ID3v2 tag holds all
/// texts, as in the files of other programs.
///
/// Source: *Audio Interchange File Format: "AIFF"*, version 1.3, "The Marker Chunk", "Text Chunks".
enum AIFFDetailsWriter {
  /// Creates the chunks.
  ///
  /// - Throws: ``ContainerWriteError`` if the format cannot express a marker.
  static func chunks(_ content: ContainerContent) throws(ContainerWriteError) -> [DataChunk] {
    var chunks =
      content.kept({ $0.channelLayout == content.channelLayout }, { $0.tag == .aiffChannelLayout })
      ?? content.channelLayout.map { [DataChunk(.aiffChannelLayout, $0.chunkBody)] } ?? []
    if let kept = content.kept({ $0.markers == content.markers }, { $0.tag == .aiffMarkers }) {
      chunks += kept
    } else if !content.marks.isEmpty {
      chunks.append(DataChunk(.aiffMarkers, try markers(content.marks)))
    }
    chunks +=
      content.kept({ $0.tags == content.tags && $0.id3Tag == content.id3Tag }, isText)
      ?? texts(content)
    return chunks + content.chunks
  }

  private static func texts(_ content: ContainerContent) -> [DataChunk] {
    var chunks: [DataChunk] = []
    for (key, tag) in texts {
      guard let text = content.tags.values[key.rawValue], !text.isEmpty else { continue }
      chunks.append(DataChunk(tag, Array(text.utf8.prefix(Tags.longestText))))
    }
    var tag = content.id3Tag
    let known = Set(texts.map(\.0.rawValue))
    if tag.isEmpty, content.tags.values.keys.contains(where: { !known.contains($0) }) {
      tag = ID3v2Writer.tag(content.tags)
    }
    if !tag.isEmpty { chunks.append(DataChunk(.aiffTag, tag)) }
    return chunks
  }

  private static func isText(_ chunk: DataChunk) -> Bool {
    chunk.tag == .aiffTag || texts.contains { $0.1 == chunk.tag }
  }

  private static let texts: [(Tags.Key, FourCC)] = [
    (.title, .aiffName), (.artist, .aiffAuthor), (.copyright, .aiffCopyright),
    (.comments, .aiffAnnotation),
  ]

  /// The first characters of a name that fit into 255 bytes.
  private static func name(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8.prefix(256))
    guard bytes.count > 255 else { return bytes }
    // The first byte of a character is not 0b10xxxxxx.
    while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
    return bytes
  }

  private static func markers(_ markers: [Marker]) throws(ContainerWriteError) -> [UInt8] {
    guard let count = UInt16(exactly: markers.count) else { throw .unsupportedProperty }
    var body: [UInt8] = .big(count)
    for marker in markers {
      // The format requires positive numbers.
      guard (1...0x7FFF).contains(marker.identifier), marker.framePosition >= 0,
        marker.framePosition < 0x1p32
      else { throw .unsupportedProperty }
      body.append(big: UInt16(marker.identifier))
      body.append(big: UInt32(marker.framePosition))
      let name = Self.name(marker.name ?? "")
      body.append(UInt8(name.count))
      body += name
      // The name and its count together have an even length.
      if name.count % 2 == 0 { body.append(0) }
    }
    return body
  }
}
