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
    let found = try ReopenedContent(of: old)
    let content = found.content
    let writer = try PacketFileWriter(content, fresh(content), to: successor(of: sink))
    guard writer.file.info.format == old.info.format else { throw .cannotReplace }
    try PacketFileCopy(of: old, to: writer).run()
    if let trim = found.trim { try writer.change { $0.trim = trim } }
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
      untrimmed, Self.fresh(untrimmed), to: Self.successor(of: container.sink))
    try PacketFileCopy(of: file, to: new).run()
    if content.trim != nil { try new.change { $0.trim = content.trim } }
    do {
      if !container.sink.isPending {
        try new.finish()
        try new.container.sink.succeed()
      }
    } catch let error as TransportError {
      throw .transport(error)
    } catch let error as PacketWriteError {
      throw error
    } catch {
      throw .cannotReplace
    }
    container = new.container
    isFinished = new.isFinished
    constantByteCount = new.constantByteCount
    self.content = content
    file.scanner.moveRecorded(to: container.sink, container.writer.info)
    if hasConstantPackets { file.scanner.setRecorded(byteCount: constantByteCount) }
  }
}
