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
    /// The info has been returned, and the audio follows.
    case audio
    /// The info has been returned. The sizes or frames of the next packets are known only from
    /// reading.
    case reading(CAFPacketSearch)
    case finishing
    case end
  }

  package internal(set) var position: UInt64
  var state = State.fileHeader
  /// The packets according to the description and the packet table.
  var stated = CAFStatedPackets()
  var details = CAFDetails()
  var chunks: [FileChunk] = []
  var audio: AudioExtent?
  /// The most recently returned info.
  var given: ContainerInfo?
  /// The initial state of the search for the packets, if they must be read.
  var search: CAFPacketSearch?

  /// Starts at the file's first byte.
  package init(at start: UInt64 = 0) {
    position = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      guard view.holds(headByteCount) else { return try needs(headByteCount, view) }
      switch state {
      case .fileHeader: try readFileHeader(&view)
      case .chunkHeader:
        if let step = try readChunkHeader(&view) { return step }
      case .description(let chunk): try readDescription(chunk, &view)
      case .body:
        if let missing = readBody(&view) { return try needs(missing, view) }
      case .tableHeader(let chunk): try readTableHeader(chunk, &view)
      case .tableEntries(let chunk):
        if let step = try readTableEntries(chunk, &view) { return step }
      case .audioHeader(let chunk):
        if let step = try readAudioHeader(chunk, &view) { return step }
      case .firstPackets: return try readFirstPackets(view)
      case .audio:
        if let step = giveAudio(&view) { return step }
      case .reading:
        if let step = readPackets(&view, into: &packets) { return step }
      case .finishing:
        state = .end
        if let info = completedInfo() { return .completed(info) }
      case .end: return .end
      }
    }
  }

  /// Bytes that the state reads as a whole, or 0.
  private var headByteCount: Int {
    switch state {
    case .fileHeader: 8
    case .chunkHeader: CAFChunk.headerByteCount
    case .description: CAFFormat.bodyByteCount
    case .tableHeader: CAFPacketTableBuilder.headerByteCount
    case .audioHeader: 4
    default: 0
    }
  }

  /// Continues at `offset`.
  ///
  /// The packets of a table are already known. Constant packets, and packets that state their own
  /// length, are found from this position.
  package mutating func resynchronise(at offset: UInt64) {
    guard let audio, let format = stated.format, given != nil else { return }
    if var search {
      position = search.move(to: offset, audioStart: audio.start)
      state = .reading(search)
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
    case .cafDescription where stated.format == nil:
      try chunk.require(CAFFormat.bodyByteCount, at: position)
      state = .description(chunk)
    case .cafPacketTable where stated.packetCount == nil:
      try chunk.require(CAFPacketTableBuilder.headerByteCount, at: position)
      state = .tableHeader(chunk)
    case .cafData where audio == nil:
      if chunk.byteCount != nil { try chunk.require(4, at: position) }
      state = .audioHeader(chunk)
    default:
      state =
        chunk.isCollected
        ? .body(chunk, ChunkBody(byteCount: Int(clamping: chunk.byteCount ?? 0))) : nil
    }
    move(to: state == nil ? chunk.end : chunk.start, state ?? .chunkHeader, &view)
    return nil
  }

  private mutating func readDescription(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) {
    let body = view.bytes.extracting(view.index..<view.index + CAFFormat.bodyByteCount)
    stated.format = try CAFFormat(body: body, at: position).stream
    move(to: chunk.end, .chunkHeader, &view)
  }

  /// Collects the body of a chunk of details.
  ///
  /// - Returns: Bytes needed, or `nil` after the chunk.
  private mutating func readBody(_ view: inout WindowView) -> Int? {
    guard case .body(let chunk, var body) = state else { return nil }
    state = .chunkHeader
    if let missing = body.read(&view) {
      position = view.position
      state = .body(chunk, body)
      return missing
    }
    details.take(chunk.tag, body.bytes.span)
    move(to: chunk.end, .chunkHeader, &view)
    return nil
  }

  private mutating func readTableHeader(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) {
    let end = view.index + CAFPacketTableBuilder.headerByteCount
    try stated.readTableHeader(view.bytes.extracting(view.index..<end), at: position)
    guard stated.builder != nil else { return move(to: chunk.end, .chunkHeader, &view) }
    let entries = position.clampedAdding(UInt64(CAFPacketTableBuilder.headerByteCount))
    move(to: entries, .tableEntries(chunk), &view)
  }

  /// Reads the available part of the table.
  ///
  /// - Returns: The next step, or `nil` to continue.
  private mutating func readTableEntries(
    _ chunk: CAFChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    guard var builder = stated.builder.take() else {
      throw ContainerError(.malformed, at: position)
    }
    let count = Int(min(UInt64(view.remaining), chunk.end - min(position, chunk.end)))
    if count > 0 {
      let entries = view.bytes.extracting(view.index..<view.index + count)
      try builder.append(entries, at: position)
    }
    view.advance(to: position.clampedAdding(UInt64(count)))
    position = view.position
    let isWhole = builder.isComplete || position >= chunk.end
    let isCutOff = view.isEnd && view.remaining == 0
    stated.builder = builder
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
    guard let format = stated.format else { throw ContainerError(.malformed, at: position) }
    let start = chunk.start.clampedAdding(4)
    let audio = AudioExtent(start: start, byteCount: chunk.byteCount.map { $0 - 4 })
    self.audio = audio
    if format.hasConstantPackets || stated.builder != nil {
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
