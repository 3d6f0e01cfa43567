internal import AudioContainers
internal import AudioModel

/// The content of an existing file, from which a new file with the same content can be written.
struct ReopenedContent {
  let content: ContainerContent
  /// The trim, which can be set after the packets are written.
  let trim: FrameTrim?

  /// Reads the content of a file, except its audio.
  init(of old: PacketFile) throws(PacketWriteError) {
    do {
      try old.scanAll()
      trim = try old.frameTrim()
    } catch {
      throw .reading(error)
    }
    let info = old.info
    var content = ContainerContent(fileType: info.fileType, format: info.format)
    content.alignsAudio = info.dataOffset.isMultiple(of: 4096)
    content.magicCookie = info.magicCookie
    content.channelLayout = info.channelLayout
    content.markers = info.markers
    content.regions = info.regions
    // Offsets in the old file are not valid in the new one.
    content.tags = info.tags
    content.tags.artwork = nil
    content.tags.id3Tag = nil
    do {
      if let tag = info.tags.id3Tag { content.id3Tag = try old.bytes(of: tag) }
    } catch {
      throw .reading(error)
    }
    let chunks = try Self.chunks(of: old)
    content.chunks = chunks.foreign
    content.original = OriginalContent(content, chunks: chunks.known)
    self.content = content
  }

  /// Returns all chunks of a file except the audio.
  private static func chunks(of old: PacketFile) throws(PacketWriteError) -> ChunkWalk {
    let audioEnd = old.scanner.constantData?.upperBound ?? old.scanner.table.endOffset
    guard var walk = ChunkWalk(fileType: old.info.fileType, audioEnd: audioEnd) else {
      throw .cannotReplace
    }
    do {
      while case .read(let offset, let byteCount) = walk.step {
        let extent = FileExtent(offset: offset, byteCount: UInt64(byteCount))
        walk.take(try old.bytes(of: extent))
      }
    } catch {
      throw .reading(error)
    }
    guard walk.step == .done else { throw .cannotReplace }
    return walk
  }
}
