package import AudioModel
import AudioSyntax

/// Reads a Core Audio Format file.
///
/// The reader skips chunks that do not describe the audio: `free`, `uuid`, `ovvw`, `peak`, `umid`,
/// `midi`, `inst`, `edct`, and all unknown chunks.
///
/// The packet table describes packets that vary. If it does not precede the audio, the reader skips
/// the audio to look for it. A file may have no table, or no audio size because its recorder was
/// stopped. The reader then searches for packets that state their own length (``CAFFraming``).
///
/// Source: *Apple Core Audio Format Specification 1.0*.
package struct CAFReader: ContainerReader {
  enum State {
    case fileHeader
    case chunkHeader
    case description(CAFChunk)
    case body(CAFChunk, ChunkBody)
    case tableHeader(CAFChunk)
    case tableEntries(CAFChunk)
    case audioHeader(CAFChunk)
    /// Before the info, at the first packets, which state their frames.
    case firstPackets
    /// After the info.
    case audio
    case scanning(CAFScanner)
    case counting(CAFCountedPackets)
    case finishing
    case end
  }

  package internal(set) var position: UInt64
  var state = State.fileHeader
  var format: StreamFormat?
  var details = CAFDetails()
  var chunks: [FileChunk] = []
  var builder: CAFPacketTableBuilder?
  /// The packet table's fields other than the packets.
  var trim: FrameTrim?
  var statedPacketCount: UInt64?
  var audio: AudioExtent?
  /// The most recently returned info.
  var given: ContainerInfo?
  var scanner: CAFScanner?
  /// Whether frame counts are known only from reading the packets.
  var countsPackets = false
  /// The packets to read in that case.
  var counted: CAFCountedPackets?

  /// Starts at the file's first byte.
  package init(at start: UInt64 = 0) {
    position = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      switch state {
      case .fileHeader:
        guard view.holds(8) else { return try needs(8, view) }
        try readFileHeader(&view)
      case .chunkHeader:
        guard view.holds(CAFChunk.headerByteCount) else {
          return try needs(CAFChunk.headerByteCount, view)
        }
        if let step = try readChunkHeader(&view) { return step }
      case .description(let chunk):
        guard view.holds(CAFFormat.bodyByteCount) else {
          return try needs(CAFFormat.bodyByteCount, view)
        }
        let body = view.bytes.extracting(view.index..<view.index + CAFFormat.bodyByteCount)
        format = try CAFFormat(body: body, at: position).stream
        move(to: chunk.end, .chunkHeader, &view)
      case .body(let chunk, var body):
        state = .chunkHeader
        if let missing = body.read(&view) {
          position = view.position
          state = .body(chunk, body)
          return try needs(missing, view)
        }
        details.take(chunk.tag, body.bytes.span)
        move(to: chunk.end, .chunkHeader, &view)
      case .tableHeader(let chunk):
        guard view.holds(CAFPacketTableBuilder.headerByteCount) else {
          return try needs(CAFPacketTableBuilder.headerByteCount, view)
        }
        try readTableHeader(chunk, &view)
      case .tableEntries(let chunk):
        if let step = try readTableEntries(chunk, &view) { return step }
      case .audioHeader(let chunk):
        guard view.holds(4) else { return try needs(4, view) }
        if let step = try readAudioHeader(chunk, &view) { return step }
      case .firstPackets:
        let count = byteCountOfFirstPackets
        guard view.holds(count) || view.isEnd else { return .needs(count) }
        correctFrames(view)
        state = .audio
        return try giveInfo()
      case .audio:
        if let step = giveAudio(&view) { return step }
      case .scanning(var scanner):
        let outcome = scanner.scan(&view, into: &packets)
        position = view.position
        state = .scanning(scanner)
        switch outcome {
        case .packets: return .packets
        case .needs(let count): return .needs(count)
        case .end: state = .finishing
        }
      case .counting(var counted):
        let outcome = counted.read(&view, into: &packets)
        position = view.position
        state = .counting(counted)
        switch outcome {
        case .packets: return .packets
        case .needs(let count): return .needs(count)
        case .end: leaveAudio(&view)
        }
      case .finishing:
        state = .end
        if let info = completedInfo() { return .completed(info) }
      case .end:
        return .end
      }
    }
  }

  /// Continues at `offset`.
  ///
  /// The packets of a table are already known. Constant packets, and packets that state their own
  /// length, are found from this position.
  package mutating func resynchronise(at offset: UInt64) {
    guard let audio, let format, given != nil else { return }
    if var scanner {
      scanner.isSynchronised = offset <= audio.start
      position = max(offset, audio.start)
      state = .scanning(scanner)
    } else if var counted {
      position = counted.move(to: offset)
      state = .counting(counted)
    } else if format.hasConstantPackets {
      let start = audio.firstPacket(at: offset, ofWidth: format.bytesPerPacket)
      position = start ?? offset
      state = start == nil ? .finishing : .audio
    }
  }
}

// MARK: - Chunks

extension CAFReader {
  private mutating func readFileHeader(_ view: inout WindowView) throws(ContainerError) {
    guard view.bytes.fourCC(at: view.index) == .caff else {
      throw ContainerError(.unrecognised, at: position)
    }
    // The specification says to ignore unknown flags. Other versions are a different format.
    guard view.bytes.bigEndian16(at: view.index + 4) == 1 else {
      throw ContainerError(.unsupportedFormat, at: position)
    }
    move(to: position.clampedAdding(8), .chunkHeader, &view)
  }

  /// Moves into the chunk, or past it.
  ///
  /// - Returns: The final step, if the bytes after the audio are not a chunk.
  private mutating func readChunkHeader(
    _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    guard let chunk = CAFChunk(view.bytes, at: view.index, position: position) else {
      guard audio != nil else { throw ContainerError(.malformed, at: position) }
      return try endOfChunks()
    }
    chunks.add(chunk.tag, at: chunk.start, byteCount: chunk.byteCount ?? .max)
    let state: State?
    switch chunk.tag {
    case .cafDescription where format == nil:
      try require(CAFFormat.bodyByteCount, of: chunk)
      state = .description(chunk)
    case .cafPacketTable where statedPacketCount == nil:
      try require(CAFPacketTableBuilder.headerByteCount, of: chunk)
      state = .tableHeader(chunk)
    case .cafData where audio == nil:
      if chunk.byteCount != nil { try require(4, of: chunk) }
      state = .audioHeader(chunk)
    default:
      state =
        chunk.isCollected
        ? .body(chunk, ChunkBody(byteCount: Int(clamping: chunk.byteCount ?? 0))) : nil
    }
    move(to: state == nil ? chunk.end : chunk.start, state ?? .chunkHeader, &view)
    return nil
  }

  private func require(_ byteCount: Int, of chunk: CAFChunk) throws(ContainerError) {
    guard let size = chunk.byteCount, size >= UInt64(byteCount) else {
      throw ContainerError(.malformed, at: position)
    }
  }

  private mutating func readTableHeader(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let end = view.index + CAFPacketTableBuilder.headerByteCount
    let builder = try CAFPacketTableBuilder(
      header: view.bytes.extracting(view.index..<end), format: format, at: position)
    trim = builder.trim
    statedPacketCount = builder.statedPacketCount
    guard !format.hasConstantPackets else { return move(to: chunk.end, .chunkHeader, &view) }
    self.builder = builder
    let entries = position.clampedAdding(UInt64(CAFPacketTableBuilder.headerByteCount))
    move(to: entries, .tableEntries(chunk), &view)
  }

  /// Reads the available part of the table.
  ///
  /// - Returns: The next step, or `nil` to continue.
  private mutating func readTableEntries(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    guard var builder = builder.take() else { throw ContainerError(.malformed, at: position) }
    let count = Int(min(UInt64(view.remaining), chunk.end - min(position, chunk.end)))
    if count > 0 {
      let entries = view.bytes.extracting(view.index..<view.index + count)
      try builder.append(entries, at: position)
    }
    view.advance(to: position.clampedAdding(UInt64(count)))
    position = view.position
    let isWhole = builder.isComplete || position >= chunk.end
    let isCutOff = view.isEnd && view.remaining == 0
    self.builder = builder
    guard isWhole || isCutOff else {
      return .needs(Int(min(chunk.end - position, 1 << 14)))
    }
    if isWhole { move(to: chunk.end, .chunkHeader, &view) } else { state = .chunkHeader }
    guard audio != nil, given == nil else { return nil }
    state = .audio
    return try giveInfoOrLook(&view)
  }

  private mutating func readAudioHeader(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let start = chunk.start.clampedAdding(4)
    let audio = AudioExtent(start: start, byteCount: chunk.byteCount.map { $0 - 4 })
    self.audio = audio
    if format.hasConstantPackets || builder != nil {
      move(to: start, .audio, &view)
      return try giveInfoOrLook(&view)
    }
    guard audio.byteCount != nil else {
      move(to: start, .chunkHeader, &view)
      return try beginScan()
    }
    move(to: audio.end, .chunkHeader, &view)
    return nil
  }
}
