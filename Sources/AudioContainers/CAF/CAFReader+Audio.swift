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
    guard let audio, let format, let framing = CAFFraming(format) else {
      throw ContainerError(.malformed, at: audio?.start ?? position)
    }
    let scanner = CAFScanner(framing: framing, end: audio.byteCount.map { _ in audio.end })
    self.scanner = scanner
    position = audio.start
    state = .scanning(scanner)
    return try giveInfo()
  }

  /// Returns the info, or moves to the first packets if they state their frames more reliably than
  /// the format.
  ///
  /// - Returns: `nil` to continue at the first packet.
  mutating func giveInfoOrLook(_ view: inout WindowView) throws(ContainerError) -> ReaderStep? {
    guard let audio, let format, format.framesPerPacket > 0, CAFCountedPackets.canCount(format),
      byteCountOfFirstPackets > 0
    else { return try giveInfo() }
    // A recording that was interrupted before its first packet.
    if audio.byteCount.map({ $0 < 2 }) ?? (view.isEnd && audio.start >= view.end) {
      return try giveInfo()
    }
    state = .firstPackets
    guard position != audio.start else { return nil }
    position = audio.start
    return .needs(byteCountOfFirstPackets)
  }

  /// Bytes of the first packets to examine; 0 if there are no packets, or too large ones.
  var byteCountOfFirstPackets: Int {
    let count =
      builder.map { CAFCountedPackets.byteCountLookedAt($0.table) } ?? format?.bytesPerPacket ?? 0
    return count <= CAFCountedPackets.bytesLookedAt ? count : 0
  }

  /// Takes the packet lengths in frames from the packets, because some writers invent an average.
  ///
  /// A common length is accepted if the first packets have it. Opus writers may change the length
  /// at any time. For Opus, the stated priming, recording, and remainder must therefore also add up
  /// to that length for all packets. Otherwise each packet is read.
  mutating func correctFrames(_ view: borrowing WindowView) {
    guard var format, let audio else { return }
    let byteCount = min(UInt64(view.remaining), audio.byteCount ?? .max)
    let window = view.bytes.extracting(view.index..<view.index + Int(byteCount))
    let lengths: [UInt32]
    if let table = builder?.table {
      lengths = CAFCountedPackets.firstFrameCounts(table, window, format)
    } else {
      let packet = window.extracting(first: min(format.bytesPerPacket, window.count))
      lengths = CAFCountedPackets.frameCount(packet, format).map { [$0] } ?? []
    }
    guard let length = lengths.first else { return }
    let isOne = lengths.allSatisfy { $0 == length }
    format.framesPerPacket = isOne ? Int(length) : 0
    self.format = format
    let isBelieved = isOne && (format.formatID != .opus || trimAddsUp(to: length))
    countsPackets = builder != nil && !isBelieved
    if isBelieved { builder?.setFramesPerPacket(length) }
  }

  /// Whether the stated priming, recording, and remainder match the packet count at this packet
  /// length.
  private func trimAddsUp(to framesPerPacket: UInt32) -> Bool {
    guard let trim, trim.primingFrames > 0 || trim.remainderFrames > 0 else { return false }
    let (frames, overflow) = (statedPacketCount ?? 0)
      .multipliedReportingOverflow(by: UInt64(framesPerPacket))
    let sum = trim.validFrames.clampedAdding(UInt64(trim.primingFrames))
      .clampedAdding(UInt64(trim.remainderFrames))
    return !overflow && sum == frames
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
    guard let audio, let format else {
      state = .end
      return .end
    }
    if var table = builder.take()?.finished() {
      table.dataStart = audio.start
      if let byteCount = audio.byteCount { table.limit(toByteCount: byteCount) }
      if countsPackets {
        let counted = CAFCountedPackets(table, format)
        self.counted = counted
        move(to: audio.start, .counting(counted), &view)
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

  /// Moves past the audio after its last packet.
  mutating func leaveAudio(_ view: inout WindowView) {
    guard let audio, audio.byteCount != nil else {
      state = .finishing
      return
    }
    move(to: max(audio.end, position), .chunkHeader, &view)
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
