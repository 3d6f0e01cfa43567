import AudioModel

/// What the reader gives of the audio, and when.
extension CAFReader {
  /// What follows where no more chunks do, behind the audio's header.
  mutating func endOfChunks() throws(ContainerError) -> ReaderStep {
    guard given != nil else { return try beginScan() }
    state = .end
    return completedInfo().map { .completed($0) } ?? .end
  }

  /// Goes to the start of the audio to find the packets there.
  mutating func beginScan() throws(ContainerError) -> ReaderStep {
    guard let audio, let format, let framing = CAFFraming(format) else {
      throw ContainerError(.malformed, at: audio?.start ?? position)
    }
    let scanner = CAFScanner(framing: framing, end: audio.byteCount.map { _ in audio.end })
    self.scanner = scanner
    position = audio.start
    state = .scanning(scanner)
    return try giveInfo()
  }

  /// Gives the info, or goes to the first packet first, if that tells its frames better than the format does.
  ///
  /// - Returns: `nil` to go on at the first packet.
  mutating func giveInfoOrLook(_ view: inout WindowView) throws(ContainerError) -> ReaderStep? {
    guard let audio, let format, format.formatID == .opus, format.framesPerPacket > 0 else {
      return try giveInfo()
    }
    // A recording that was cut off before its first packet.
    if audio.byteCount.map({ $0 < 2 }) ?? (view.isEnd && audio.start >= view.end) {
      return try giveInfo()
    }
    state = .firstPacket
    guard position != audio.start else { return nil }
    position = audio.start
    return .needs(2)
  }

  /// Takes the frames of an Opus packet from the packet: writers that do not know them make up an average.
  ///
  /// Source: RFC 6716, 3.1; frames count at the rate of the format.
  mutating func correctFrames(_ view: borrowing WindowView) {
    let packet = view.bytes.extracting(view.index..<min(view.index + 2, view.bytes.count))
    guard var format, let frames = OpusHeader.frameCount(packet) else { return }
    let told = Double(frames) * format.sampleRate / Double(OpusHeader.sampleRate)
    guard told >= 1, told == told.rounded(), Int(told) != format.framesPerPacket else { return }
    format.framesPerPacket = Int(told)
    self.format = format
    builder?.setFramesPerPacket(UInt32(told))
  }

  mutating func giveInfo() throws(ContainerError) -> ReaderStep {
    guard let info = makeInfo() else { throw ContainerError(.malformed, at: position) }
    given = info
    return .info(info)
  }

  /// The info, where something new has come since it was given.
  mutating func completedInfo() -> ContainerInfo? {
    guard let info = makeInfo(), info != given else { return nil }
    given = info
    return info
  }

  mutating func giveAudio(_ view: inout WindowView) -> ReaderStep {
    guard let audio, let format else {
      state = .end
      return .end
    }
    if var table = builder.take()?.finished() {
      table.dataStart = audio.start
      if let byteCount = audio.byteCount { table.limit(toByteCount: byteCount) }
      // Where the table stood behind the audio, so does the rest.
      let rest = max(audio.end, position)
      move(to: audio.byteCount == nil ? position : rest, .chunkHeader, &view)
      if audio.byteCount == nil { state = .finishing }
      return .table(table)
    }
    let start = position
    if audio.byteCount == nil {
      state = .finishing
    } else {
      move(to: audio.end, .chunkHeader, &view)
    }
    return audio.packets(from: start, ofWidth: format.bytesPerPacket)
  }

  private func makeInfo() -> ContainerInfo? {
    guard let audio, let format else { return nil }
    var info =
      given
      ?? ContainerInfo(
        fileType: .caff, format: format, dataOffset: audio.start, packetSizeUpperBound: 1)
    if given == nil {
      info.packetSizeUpperBound = packetSizeUpperBound(format)
      info.statedDataByteCount = audio.byteCount
      info.statedBitRate = format.constantBitRate
    }
    let constantCount = format.hasConstantPackets ? audio.byteCount : nil
    info.statedPacketCount =
      constantCount.map { $0 / UInt64(format.bytesPerPacket) } ?? statedPacketCount
    info.trim = trim
    details.fill(&info)
    info.chunks = chunks
    info.chunkList = .chunks
    return info
  }

  private func packetSizeUpperBound(_ format: StreamFormat) -> Int {
    if format.bytesPerPacket > 0 { return format.bytesPerPacket }
    if let scanner { return scanner.framing.largestPacket }
    return max(builder?.table.maximumPacketSize ?? 0, 1)
  }

  /// Asks for bytes, or decides what it means that there are none.
  mutating func needs(
    _ count: Int, _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    if audio != nil { return try endOfChunks() }
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
