import AudioModel

/// Support for MPEG audio in the data.
extension WAVReader {
  /// Reads frames of MPEG audio up to the end of the data.
  ///
  /// - Returns: `nil` after the last frame.
  mutating func readFrames(
    _ view: inout WindowView, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep? {
    guard var lent = frames.take() else { return .end }
    defer { frames = lent }
    let step = try lent.next(&view, formStart: form.start, into: &packets)
    position = view.position
    switch step {
    case .info(let info): return .info(completed(info))
    case .end:
      move(to: max(dataEnd, position), lent.end == nil ? .end : .chunkHeader, &view)
      pad = hasDataPad ? dataEnd : nil
      return nil
    default: return step
    }
  }

  /// Starts with the data of frames.
  mutating func beginFrames(_ chunk: WAVChunk, _ view: inout WindowView) {
    let byteCount = form.dataByteCount(of: chunk, view)
    data = (chunk.start, byteCount)
    frames?.begin(at: chunk.start, end: byteCount.map { chunk.start.clampedAdding($0) })
    dataEnd = byteCount.map { chunk.end(ofBytes: $0) } ?? chunk.start
    hasDataPad = byteCount.map { $0 & 1 == 1 } ?? false
    move(to: chunk.start, .frames, &view)
  }

  /// The info of the frames, completed with the details from earlier chunks.
  private mutating func completed(_ info: ContainerInfo) -> ContainerInfo {
    var info = info
    info.fileType = form.fileType
    info.tags = tags
    details.fill(&info)
    info.chunks = chunks
    info.chunkList = .chunks
    given = info
    return info
  }

  /// The info, if markers, loops, or texts have changed since it was returned.
  func completedInfo() -> ContainerInfo? {
    guard var info = given else { return nil }
    info.tags = tags
    details.fill(&info)
    info.chunks = chunks
    return info == given ? nil : info
  }
}
