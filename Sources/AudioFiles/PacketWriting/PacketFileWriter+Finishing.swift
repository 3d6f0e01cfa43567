internal import AudioContainers
internal import AudioTransport

/// Finishing.
extension PacketFileWriter {
  /// Completes the file.
  ///
  /// Writing may continue afterwards.
  package func finish() throws(PacketWriteError) {
    guard !isFinished else { return }
    let before = writer
    let size = sink.size
    do {
      try Self.edit(sink) { edits throws(ContainerWriteError) in
        try writer.finish(&edits)
      }
    } catch {
      // At least update the audio size in the header.
      writer = before
      if sink.size > size { try? sink.resize(to: size) }
      var edits = FileEdits()
      writer.update(&edits)
      try? SinkEditor(sink: sink).apply(edits, lent: Span())
      throw error
    }
    isFinished = true
    file.setRecorded(Self.info(of: writer, content))
    if hasConstantPackets { file.setRecorded(byteCount: constantByteCount) }
  }

  /// Finishes the file and closes its sink, even if finishing fails.
  ///
  /// An existing file stays unchanged until then. It also stays unchanged if finishing fails, or if
  /// the content has not changed.
  package func close() throws(PacketWriteError) {
    let failure: PacketWriteError?
    do {
      try finish()
      failure = nil
    } catch {
      failure = error
    }
    do {
      // An incomplete file does not replace the existing one.
      if failure == nil, hasChanged { try sink.succeed() }
      try sink.close()
    } catch {
      throw failure ?? .transport(error)
    }
    if let failure { throw failure }
  }
}
