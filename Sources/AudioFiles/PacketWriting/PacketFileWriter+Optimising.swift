internal import AudioContainers
internal import AudioModel
internal import AudioTransport

extension PacketFileWriter {
  /// Puts what is said of the audio in front of it, where it is not yet.
  ///
  /// The new order is written beside the file, and then takes its place: whoever stops in between leaves the file
  /// as it was. Packets may be added afterwards.
  ///
  /// - Throws: ``PacketWriteError``, after which the file is as it was.
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
