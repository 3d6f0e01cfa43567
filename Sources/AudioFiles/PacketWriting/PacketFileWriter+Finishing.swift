internal import AudioContainers
internal import AudioTransport

/// Finishing.
extension PacketFileWriter {
  /// Completes the file.
  ///
  /// Writing may continue afterwards.
  package func finish() throws(PacketWriteError) {
    guard !isFinished else { return }
    try container.finish()
    isFinished = true
    file.scanner.setRecorded(container.info(content))
    if hasConstantPackets { file.scanner.setRecorded(byteCount: constantByteCount) }
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
      if failure == nil, hasChanged { try container.sink.succeed() }
      try container.sink.close()
    } catch {
      throw failure ?? .transport(error)
    }
    if let failure { throw failure }
  }

  /// Moves the information about the audio before the audio, if necessary.
  ///
  /// The rearranged file is written separately and then replaces the original. An interruption
  /// leaves the file unchanged. Packets may be added afterwards.
  ///
  /// - Throws: ``PacketWriteError``. The file is unchanged in that case.
  package func optimise() throws(PacketWriteError) {
    try finish()
    hasChanged = true
    guard try container.optimise() else { return }
    file.scanner.moveRecorded(to: container.sink, container.info(content))
    if hasConstantPackets { file.scanner.setRecorded(byteCount: constantByteCount) }
  }
}
