internal import AudioContainers
internal import AudioModel
internal import AudioTransport

extension PacketFileWriter {
  /// Moves the information about the audio before the audio, if necessary.
  ///
  /// The rearranged file is written separately and then replaces the original. An interruption
  /// leaves the file unchanged. Packets may be added afterwards.
  ///
  /// - Throws: ``PacketWriteError``. The file is unchanged in that case.
  package func optimise() throws(PacketWriteError) {
    try finish()
    hasChanged = true
    let before = writer
    var edits = FileEdits()
    do {
      guard try writer.optimise(&edits) else { return }
    } catch {
      writer = before
      throw .container(error)
    }
    do {
      try replace(by: edits)
    } catch {
      writer = before
      throw error
    }
    file.moveRecorded(to: sink, Self.info(of: writer, content))
    if writer.info.format.hasConstantPackets { file.setRecorded(byteCount: constantByteCount) }
  }

  private func replace(by edits: FileEdits) throws(PacketWriteError) {
    do {
      guard let new = try sink.successor() else { throw PacketWriteError.cannotReplace }
      try SinkEditor(sink: new).apply(edits, lent: Span(), old: sink)
      try new.succeed()
      sink = new
    } catch let error as TransportError {
      throw .transport(error)
    } catch {
      throw .cannotReplace
    }
  }
}
