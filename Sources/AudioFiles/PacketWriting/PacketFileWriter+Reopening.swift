internal import AudioContainers
package import AudioModel
package import AudioTransport

extension PacketFileWriter {
  /// Returns whether existing files of this type can be changed.
  package static func canReopen(fileType: FourCC) -> Bool {
    ChunkWalk(fileType: fileType, audioEnd: 0) != nil
  }

  /// Continues an existing file through a new file, which replaces it on closing.
  ///
  /// Supports WAVE, RF64, BW64, AIFF, AIFF-C, and CAF. The new file keeps all chunks.
  ///
  /// - Parameters:
  ///   - old: The file for reading.
  ///   - sink: The bytes of the file.
  /// - Returns: A writer of the new file, which contains all packets of the old one.
  /// - Throws: ``PacketWriteError``. The file is unchanged in that case.
  package static func reopen(
    _ old: PacketFile, in sink: any ByteSink
  ) throws(PacketWriteError) -> PacketFileWriter {
    let (content, trim) = try content(of: old)
    let writer = try PacketFileWriter(content, fresh(content), to: successor(of: sink))
    guard writer.file.info.format == old.info.format else { throw .cannotReplace }
    try writer.copy(old)
    if let trim { try writer.change { $0.trim = trim } }
    writer.isReopened = true
    writer.hasChanged = false
    return writer
  }

  static func fresh(
    _ content: ContainerContent
  ) throws(PacketWriteError) -> any ContainerWriter {
    do {
      return try WriterTable.writer(of: content)
    } catch {
      throw .container(error)
    }
  }

  static func successor(of sink: any ByteSink) throws(PacketWriteError) -> any ByteSink {
    do {
      if let successor = try sink.successor() { return successor }
    } catch {
      throw .transport(error)
    }
    throw .cannotReplace
  }

  /// Returns the content of a file, and the trim, which can be set after its packets are written.
  private static func content(
    of old: PacketFile
  ) throws(PacketWriteError) -> (ContainerContent, FrameTrim?) {
    let trim: FrameTrim?
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
    let chunks = try chunks(of: old)
    content.chunks = chunks.foreign
    content.original = OriginalContent(content, chunks: chunks.known)
    return (content, trim)
  }

  /// Returns all chunks of a file except the audio.
  private static func chunks(of old: PacketFile) throws(PacketWriteError) -> ChunkWalk {
    let audioEnd = old.constantData?.upperBound ?? old.table.endOffset
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

// MARK: - Copying

extension PacketFileWriter {
  /// Bytes per copy, unless packets are longer.
  private static let batchByteCount = 1 << 20
  /// Packets per copy.
  private static let batchLength = 1 << 16

  /// Adds all packets of another file.
  func copy(_ old: PacketFile) throws(PacketWriteError) {
    guard !hasConstantPackets else { return try copyBytes(of: old) }
    let largest: Int
    do {
      largest = try old.maximumPacketSize()
    } catch {
      throw .reading(error)
    }
    var buffer = [UInt8](repeating: 0, count: max(Self.batchByteCount, largest))
    while true {
      var packets: [Packet] = []
      let reading: PacketFile.Reading
      do {
        reading = try Self.read(old, from: packetCount, into: &buffer, &packets)
      } catch {
        throw .reading(error)
      }
      guard reading.packetCount > 0 else { return }
      let bytes = buffer.span.extracting(0..<reading.byteCount)
      let outcome = write(bytes, packets, count: reading.packetCount, at: packetCount)
      if let error = outcome.error { throw error }
    }
  }

  /// Adds all bytes of audio, including those of a partial packet.
  private func copyBytes(of old: PacketFile) throws(PacketWriteError) {
    var buffer = [UInt8](repeating: 0, count: Self.batchByteCount)
    while true {
      let count: Int
      do {
        count = try Self.read(old, from: constantByteCount, into: &buffer)
      } catch {
        throw .reading(error)
      }
      guard count > 0 else { return }
      let outcome = writeBytes(buffer.span.extracting(0..<count), at: constantByteCount)
      if let error = outcome.error { throw error }
    }
  }

  private static func read(
    _ old: PacketFile, from start: UInt64, into buffer: inout [UInt8]
  ) throws(PacketError) -> Int {
    var space = buffer.mutableSpan
    return try old.readBytes(from: start, into: &space)
  }

  private static func read(
    _ old: PacketFile, from first: UInt64, into buffer: inout [UInt8], _ packets: inout [Packet]
  ) throws(PacketError) -> PacketFile.Reading {
    var space = buffer.mutableSpan
    return try old.read(from: first, limit: batchLength, into: &space, describing: &packets)
  }
}

// MARK: - Rewriting

extension PacketFileWriter {
  /// Returns whether the information about the audio may change by rewriting the whole file.
  func canRewrite(_ content: ContainerContent) -> Bool {
    content.magicCookie == self.content.magicCookie && content.format == self.content.format
      && packetCount > 0
  }

  /// Rewrites the file with new information before the audio.
  ///
  /// The new file replaces the old one, unless the old one is itself a pending replacement.
  ///
  /// - Throws: ``PacketWriteError``. The file is unchanged in that case.
  func rewrite(_ content: ContainerContent) throws(PacketWriteError) {
    var untrimmed = content
    untrimmed.trim = nil
    let new = try PacketFileWriter(
      untrimmed, Self.fresh(untrimmed), to: Self.successor(of: sink))
    try new.copy(file)
    if content.trim != nil { try new.change { $0.trim = content.trim } }
    do {
      if !sink.isPending {
        try new.finish()
        try new.sink.succeed()
      }
    } catch let error as TransportError {
      throw .transport(error)
    } catch let error as PacketWriteError {
      throw error
    } catch {
      throw .cannotReplace
    }
    sink = new.sink
    writer = new.writer
    isFinished = new.isFinished
    constantByteCount = new.constantByteCount
    self.content = content
    file.moveRecorded(to: sink, writer.info)
    if hasConstantPackets { file.setRecorded(byteCount: constantByteCount) }
  }
}
