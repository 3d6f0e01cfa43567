import AudioModel

/// Support for reporting the audio and its description.
extension AIFFReader {
  /// Returns the location of the packets, and moves past them.
  mutating func giveAudio(
    from start: UInt64, next: UInt64?, _ view: inout WindowView
  ) -> ReaderStep? {
    guard let audio, let width = format?.stream.bytesPerPacket else {
      state = .end
      return nil
    }
    if let next { move(to: next, .chunkHeader, &view) } else { state = .end }
    pad = hasSoundPad && next == soundEnd ? next : nil
    return audio.packets(from: start, ofWidth: width)
  }

  mutating func giveInfo(
    of sound: AudioExtent, next: UInt64?
  ) throws(ContainerError) -> ReaderStep {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let width = UInt64(format.stream.bytesPerPacket)
    var audio = sound
    // Bytes after the stated frames are padding. A frame count of 0 means that the writer left the
    // field out.
    if let byteCount = sound.byteCount {
      let stated = format.statedPacketCount * width
      audio.byteCount = min(byteCount / width * width, stated > 0 ? stated : .max)
    }
    self.audio = audio
    state = .audio(start: audio.start, next: next)
    var info = ContainerInfo(
      fileType: fileType, format: format.stream, dataOffset: audio.start,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.statedDataByteCount = audio.byteCount
    info.statedPacketCount = audio.byteCount.map { $0 / width }
    info.statedBitRate = format.stream.constantBitRate
    details.fill(&info)
    info.chunks = chunks
    info.chunkList = .chunks
    given = info
    return .info(info)
  }

  /// Requests bytes, or handles the end of the file.
  mutating func needs(
    _ count: Int, _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    if var info = given {
      state = .end
      details.fill(&info)
      info.chunks = chunks
      return info == given ? .end : .completed(info)
    }
    // A file without frames may omit the sound chunk.
    if case .chunkHeader = state, view.remaining == 0, let format, format.statedPacketCount == 0,
      sound == nil
    {
      let nothing = AudioExtent(start: position, byteCount: 0)
      sound = nothing
      soundEnd = position
      return try giveInfo(of: nothing, next: position)
    }
    if case .fileHeader = state, view.remaining == 0 {
      throw ContainerError(.empty, at: view.end)
    }
    throw ContainerError(.truncated, at: view.end)
  }

  mutating func move(to offset: UInt64, _ next: State, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
    state = next
  }
}
