internal import AudioContainers
internal import AudioTransport

/// Finishing.
extension PacketFileWriter {
  /// Makes the file whole.
  ///
  /// It may be written on afterwards.
  package func finish() throws(PacketWriteError) {
    guard !isFinished else { return }
    let before = writer
    let size = sink.size
    do {
      try Self.edit(sink) { edits throws(ContainerWriteError) in
        try writer.finish(&edits)
      }
    } catch {
      // The head at least tells how much audio there is.
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

  /// Finishes the file and closes its sink, also where finishing fails.
  ///
  /// A file that was there and has been changed is as it was until then, and stays so where that fails, or where nothing
  /// was changed.
  package func close() throws(PacketWriteError) {
    let failure: PacketWriteError?
    do {
      try finish()
      failure = nil
    } catch {
      failure = error
    }
    do {
      // What is not whole does not take the place of what is there.
      if failure == nil, hasChanged { try sink.succeed() }
      try sink.close()
    } catch {
      throw failure ?? .transport(error)
    }
    if let failure { throw failure }
  }
}
