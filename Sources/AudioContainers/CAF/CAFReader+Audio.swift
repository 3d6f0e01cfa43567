import AudioModel

/// Support for reporting the audio and its description.
extension CAFReader {
  /// The step after the last chunk, once the audio's header is known.
  mutating func endOfChunks() throws(ContainerError) -> ReaderStep {
    guard given != nil else { return try beginScan() }
    state = .end
    return completedInfo().map { .completed($0) } ?? .end
  }

  /// Moves to the start of the audio to search for packets.
  mutating func beginScan() throws(ContainerError) -> ReaderStep {
    guard let audio, let framing = stated.format.flatMap({ CAFFraming($0) }) else {
      throw ContainerError(.malformed, at: audio?.start ?? position)
    }
    let search = CAFPacketSearch.lengths(
      CAFScanner(framing: framing, end: audio.byteCount.map { _ in audio.end }))
    self.search = search
    position = audio.start
    state = .reading(search)
    return try giveInfo()
  }

  /// Returns the info, or moves to the first packets if they state their frames more reliably than
  /// the format.
  ///
  /// - Returns: `nil` to continue at the first packet.
  mutating func giveInfoOrLook(_ view: inout WindowView) throws(ContainerError) -> ReaderStep? {
    guard let audio, stated.needsLook else { return try giveInfo() }
    // The recording was interrupted before its first packet.
    if audio.byteCount.map({ $0 < 2 }) ?? (view.isEnd && audio.start >= view.end) {
      return try giveInfo()
    }
    state = .firstPackets
    guard position != audio.start else { return nil }
    position = audio.start
    return .needs(stated.byteCountOfFirstPackets)
  }

  /// Takes the packet lengths from the first packets, and returns the info.
  mutating func readFirstPackets(
    _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    let count = stated.byteCountOfFirstPackets
    guard view.holds(count) || view.isEnd else { return .needs(count) }
    let byteCount = Int(min(UInt64(view.remaining), audio?.byteCount ?? .max))
    stated.correctFrames(from: view.bytes.extracting(view.index..<view.index + byteCount))
    state = .audio
    return try giveInfo()
  }

  mutating func giveInfo() throws(ContainerError) -> ReaderStep {
    guard let info = makeInfo() else { throw ContainerError(.malformed, at: position) }
    given = info
    return .info(info)
  }

  /// The info, if it has changed since it was last returned.
  mutating func completedInfo() -> ContainerInfo? {
    guard let info = makeInfo(), info != given else { return nil }
    given = info
    return info
  }

  /// Reports the locations of the packets.
  ///
  /// - Returns: `nil` to continue with packets that must be read.
  mutating func giveAudio(_ view: inout WindowView) -> ReaderStep? {
    guard let audio, let format = stated.format else {
      state = .end
      return .end
    }
    if var table = stated.builder.take()?.finished() {
      table.dataStart = audio.start
      if let byteCount = audio.byteCount { table.limit(toByteCount: byteCount) }
      if stated.countsPackets {
        let search = CAFPacketSearch.table(CAFCountedPackets(table, format))
        self.search = search
        move(to: audio.start, .reading(search), &view)
        return nil
      }
      // If the table came after the audio, the remaining chunks follow the table.
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

  /// Reads packets whose sizes or frames are known only from reading them.
  ///
  /// - Returns: `nil` after the last packet.
  mutating func readPackets(
    _ view: inout WindowView, into packets: inout [Packet]
  ) -> ReaderStep? {
    guard case .reading(var search) = state else { return nil }
    let outcome = search.read(&view, into: &packets)
    position = view.position
    state = .reading(search)
    switch outcome {
    case .packets: return .packets
    case .needs(let count): return .needs(count)
    case .end:
      if search.knowsEnd { leaveAudio(&view) } else { state = .finishing }
      return nil
    }
  }

  /// Moves past the audio after its last packet.
  private mutating func leaveAudio(_ view: inout WindowView) {
    guard let audio, audio.byteCount != nil else {
      state = .finishing
      return
    }
    move(to: max(audio.end, position), .chunkHeader, &view)
  }

  private func makeInfo() -> ContainerInfo? {
    guard let audio, let format = stated.format else { return nil }
    var info =
      given
      ?? ContainerInfo(
        fileType: .caff, format: format, dataOffset: audio.start, packetSizeUpperBound: 1)
    if given == nil {
      info.packetSizeUpperBound = stated.packetSizeUpperBound(search)
      info.statedDataByteCount = audio.byteCount
      info.statedBitRate = format.constantBitRate
    }
    let constantCount = format.hasConstantPackets ? audio.byteCount : nil
    info.statedPacketCount =
      constantCount.map { $0 / UInt64(format.bytesPerPacket) } ?? stated.packetCount
    info.trim = stated.trim
    details.fill(&info)
    info.chunks = chunks
    info.chunkList = .chunks
    return info
  }

  /// Requests bytes, or handles the end of the file.
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
