internal import AudioContainers
package import AudioModel
package import AudioTransport

extension PacketFileWriter {
  /// Whether files of this type can be changed when they are there already.
  package static func canReopen(fileType: FourCC) -> Bool {
    ChunkWalk(fileType: fileType, audioEnd: 0) != nil
  }

  /// Goes on with a file that is there, by way of a new one beside it, which takes its place when it is closed.
  ///
  /// WAVE, RF64, BW64, AIFF, AIFF-C and CAF, of which all chunks are kept.
  ///
  /// - Parameters:
  ///   - old: The file, as it is read.
  ///   - sink: Its bytes.
  /// - Returns: A writer of the new file, which has all packets of the old one.
  /// - Throws: ``PacketWriteError``; the file is then as it was.
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

  /// What a file says, and the trim, which can be set when its packets are there.
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
    // Places in the old file mean nothing in the new one.
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

  /// All chunks of a file but the audio.
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
  /// Bytes copied at a time, where packets are not longer.
  private static let batchByteCount = 1 << 20
  /// Packets copied at a time.
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

  /// Adds all bytes of audio, also those of a packet that is not whole.
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
  /// Whether what is said of the audio may change by writing all of the file anew.
  func canRewrite(_ content: ContainerContent) -> Bool {
    content.magicCookie == self.content.magicCookie && content.format == self.content.format
      && packetCount > 0
  }

  /// Writes the file anew, with other things said in front of the audio.
  ///
  /// The new file takes the place of the old one, unless that is itself still to take a place.
  ///
  /// - Throws: ``PacketWriteError``, after which the file is as it was.
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
