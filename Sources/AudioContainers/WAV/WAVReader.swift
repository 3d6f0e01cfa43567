package import AudioModel

/// Reads a WAVE file: RIFF, RF64 and BW64, and RIFX, whose numbers are big-endian.
///
/// What it keeps between calls is the format, the tags, and the marks and loops, all of bounded size.
/// Chunks that say nothing of the audio are jumped over.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0* (IBM and Microsoft, 1991),
/// "Resource Interchange File Format" and "Waveform Audio File Format"; EBU Tech 3306 (RF64);
/// ITU-R BS.2088 (BW64).
package struct WAVReader: ContainerReader {
  enum State {
    case fileHeader
    case chunkHeader
    case dataSizes(chunk: WAVChunk)
    case format(chunk: WAVChunk)
    case listType(chunk: WAVChunk)
    case list(RIFFInfoReader, chunk: WAVChunk)
    case details(ChunkBody, FourCC, chunk: WAVChunk)
    case tag(ID3v2Reader, chunk: WAVChunk)
    /// The info has been given; the audio follows.
    case data(byteCount: UInt64?, end: UInt64)
    /// At the first frame of MPEG audio, or behind it.
    case frames
    case end
  }

  package internal(set) var position: UInt64
  /// The form's first byte.
  let start: UInt64
  var isBigEndian = false
  /// Where the pad of an odd chunk is, until it has been passed.
  var pad: UInt64?
  var state = State.fileHeader
  var fileType = FourCC.wave
  /// Where the file's form ends by its header, or `nil` where the header leaves that open.
  var statedEnd: UInt64?
  /// Bytes of audio data by the `ds64` chunk.
  var wideDataByteCount: UInt64?
  private var format: WAVFormat?
  /// Frames of MPEG audio in place of packets of one size.
  var frames: WAVFrames?
  var tags = Tags()
  var details = WAVDetails()
  var chunks: [FileChunk] = []
  /// The info as it was given.
  var given: ContainerInfo?
  /// The audio data, once its header has been read.
  var data: (start: UInt64, byteCount: UInt64?)?

  /// Starts at the form's first byte.
  package init(at start: UInt64 = 0) {
    position = start
    self.start = start
  }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    var view = WindowView(window, at: position, isEnd: isEnd)
    while true {
      switch state {
      case .fileHeader:
        guard view.holds(12) else { return try needs(12, view) }
        try readFileHeader(&view)
      case .chunkHeader:
        if let count = passPad(&view) { return .needs(count) }
        guard view.holds(8) else { return try needs(8, view) }
        if let count = missingBehindData(view) { return .needs(count) }
        if let info = try readChunkHeader(&view) { return .info(info) }
      case .dataSizes(let chunk):
        guard view.holds(24) else { return try needs(24, view) }
        wideDataByteCount = view.bytes.littleEndian64(at: view.index + 8)
        move(to: chunk.bodyEnd, .chunkHeader, &view)
      case .format(let chunk):
        let count = Int(min(chunk.byteCount, UInt64(WAVFormat.longestBody)))
        guard view.holds(count) else { return try needs(count, view) }
        let body = view.bytes.extracting(view.index..<view.index + count)
        frames = isBigEndian ? nil : WAVFrames(format: body)
        format = frames == nil ? try readFormat(body) : nil
        move(to: chunk.bodyEnd, .chunkHeader, &view)
      case .listType(let chunk):
        guard view.holds(4) else { return try needs(4, view) }
        readListType(chunk, view)
      case .details(var body, let tag, let chunk):
        state = .chunkHeader
        if let count = body.read(&view) {
          position = view.position
          state = .details(body, tag, chunk: chunk)
          return try needs(count, view)
        }
        details.take(tag, body.bytes.span)
        move(to: chunk.bodyEnd, .chunkHeader, &view)
      case .list(var list, let chunk):
        if let count = list.read(&view) { return suspend(.list(list, chunk: chunk), count, view) }
        if let tags = finish(chunk, list.tags, &view) { return .tags(tags) }
      case .tag(var tag, let chunk):
        if let count = tag.read(&view) { return suspend(.tag(tag, chunk: chunk), count, view) }
        if let tags = finish(chunk, tag.tags, &view) { return .tags(tags) }
      case .data(let byteCount, let end):
        let start = position
        move(to: end, byteCount == nil ? .end : .chunkHeader, &view)
        pad = hasDataPad ? dataEnd : nil
        return .constantPackets(offset: start, byteCount: byteCount)
      case .frames:
        if let step = try readFrames(&view, into: &packets) { return step }
      case .end:
        return .end
      }
    }
  }

  /// Goes on with the first packet that starts at `offset` or behind it, once the header is known.
  package mutating func resynchronise(at offset: UInt64) {
    if data != nil, var lent = frames.take() {
      position = lent.resynchronise(at: offset)
      frames = lent
      state = .frames
      return
    }
    guard let data, let frame = format?.stream.bytesPerPacket else { return }
    let width = UInt64(frame)
    let aligned = (max(offset, data.start) - data.start).clampedAdding(width - 1) / width * width
    guard let whole = data.byteCount else {
      position = data.start.clampedAdding(aligned)
      state = .data(byteCount: nil, end: position)
      return
    }
    guard aligned < whole else {
      position = dataEnd
      pad = hasDataPad ? dataEnd : nil
      state = .chunkHeader
      return
    }
    position = data.start.clampedAdding(aligned)
    state = .data(byteCount: whole - aligned, end: dataEnd)
  }

  /// Where the chunk of the audio data ends.
  var dataEnd: UInt64 = 0
  /// Whether that chunk is odd.
  var hasDataPad = false

  /// Asks for bytes, or decides what it means that there are none.
  private mutating func needs(
    _ count: Int, _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    guard data == nil else {
      state = .end
      return completedInfo().map { .completed($0) } ?? .end
    }
    let end = view.end
    if case .fileHeader = state, view.remaining == 0 { throw ContainerError(.empty, at: end) }
    throw ContainerError(.truncated, at: end)
  }

  private mutating func readFileHeader(_ view: inout WindowView) throws(ContainerError) {
    let form = view.bytes.fourCC(at: view.index)
    guard form == .riff || form == .rifx || form == .rf64 || form == .bw64,
      view.bytes.fourCC(at: view.index + 8) == .waveForm
    else { throw ContainerError(.unrecognised, at: position) }
    isBigEndian = form == .rifx
    fileType = form == .riff || isBigEndian ? .wave : form
    let place = view.index + 4
    let byteCount =
      isBigEndian ? view.bytes.bigEndian32(at: place) : view.bytes.littleEndian32(at: place)
    statedEnd = byteCount == 0 || byteCount == .max ? nil : position + 8 + UInt64(byteCount)
    move(to: position + 12, .chunkHeader, &view)
  }

  /// Reads the body of the `fmt ` chunk; a codec that is none of ours is left to a library.
  private func readFormat(_ body: Span<UInt8>) throws(ContainerError) -> WAVFormat {
    do {
      return try WAVFormat(body: body, isBigEndian: isBigEndian, at: position)
    } catch {
      guard error.reason == .unsupportedFormat else { throw error }
      throw ContainerError(.needsLibrary(.waveform), at: start)
    }
  }

  /// Moves into the chunk, or past it.
  ///
  /// - Returns: The info, where the audio data starts here.
  private mutating func readChunkHeader(
    _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo? {
    let chunk = WAVChunk(at: position, view.bytes, view.index, isBigEndian: isBigEndian)
    let isAudio = chunk.tag == .data && data == nil
    let byteCount = isAudio ? dataByteCount(of: chunk, view) : chunk.byteCount
    pad = chunk.byteCount & 1 == 1 ? chunk.bodyEnd : nil
    chunks.add(chunk.tag, at: chunk.start, byteCount: byteCount ?? .max)
    switch chunk.tag {
    case .dataSizes where fileType != .wave && chunk.byteCount >= 24:
      move(to: chunk.start, .dataSizes(chunk: chunk), &view)
    case .format where format == nil:
      guard chunk.byteCount >= UInt64(WAVFormat.shortestBody) else {
        throw ContainerError(.malformed, at: position)
      }
      move(to: chunk.start, .format(chunk: chunk), &view)
    case .data where data == nil:
      guard frames == nil else {
        beginFrames(chunk, &view)
        return nil
      }
      return try readDataHeader(chunk, &view)
    case .list where chunk.byteCount >= 4:
      move(to: chunk.start, .listType(chunk: chunk), &view)
    case .id3, .upperID3:
      move(to: chunk.start, .tag(ID3v2Reader(limit: chunk.bodyEnd), chunk: chunk), &view)
    default:
      // Of a big-endian form only texts are read.
      guard !isBigEndian || chunk.tag == .broadcast,
        let count = WAVDetails.collectedByteCount(chunk.tag, of: chunk.byteCount)
      else {
        move(to: chunk.bodyEnd, .chunkHeader, &view)
        return nil
      }
      let body = ChunkBody(byteCount: count)
      move(to: chunk.start, .details(body, chunk.tag, chunk: chunk), &view)
    }
    return nil
  }

  /// Chooses who reads a list.
  private mutating func readListType(_ chunk: WAVChunk, _ view: borrowing WindowView) {
    guard view.bytes.fourCC(at: view.index) == .associatedData, !isBigEndian else {
      let list = RIFFInfoReader(end: chunk.bodyEnd, isBigEndian: isBigEndian)
      state = .list(list, chunk: chunk)
      return
    }
    let body = ChunkBody(byteCount: WAVDetails.listByteCount(of: chunk.byteCount))
    state = .details(body, .associatedData, chunk: chunk)
  }

  /// Stops in the middle of tags until `count` bytes are there.
  private mutating func suspend(
    _ next: State, _ count: Int, _ view: borrowing WindowView
  ) -> ReaderStep {
    position = view.position
    state = next
    return .needs(count)
  }

  /// Leaves a chunk of tags behind.
  ///
  /// - Returns: The tags, where they stood behind the audio.
  private mutating func finish(_ chunk: WAVChunk, _ found: Tags, _ view: inout WindowView) -> Tags?
  {
    move(to: max(chunk.bodyEnd, view.position), .chunkHeader, &view)
    tags.fill(from: found)
    return data == nil || found.isEmpty ? nil : found
  }

  private mutating func readDataHeader(
    _ chunk: WAVChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let byteCount = dataByteCount(of: chunk, view)
    let width = UInt64(format.stream.bytesPerPacket)
    let whole = byteCount.map { $0 / width * width }
    data = (chunk.start, whole)
    // Data that goes on to the end of the file is all that follows: the position stays before it.
    dataEnd = byteCount.map { chunk.end(ofBytes: $0) } ?? chunk.start
    hasDataPad = byteCount.map { $0 & 1 == 1 } ?? false
    move(to: chunk.start, .data(byteCount: whole, end: dataEnd), &view)
    var info = ContainerInfo(
      fileType: fileType, format: format.stream, dataOffset: chunk.start,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.channelLayout = format.layout
    info.statedDataByteCount = whole
    info.statedPacketCount = whole.map { $0 / width }
    info.statedBitRate = format.stream.constantBitRate
    info.magicCookie = format.cookie
    info.trim = details.trim(of: info)
    info.tags = tags
    details.fill(&info)
    info.chunks = chunks
    info.chunkList = .chunks
    info.canBeChanged = !isBigEndian
    info.isChannelLayoutStated = format.statesLayout
    given = info
    return info
  }

  mutating func move(to offset: UInt64, _ next: State, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
    state = next
  }
}

extension FourCC {
  static let wave = FourCC("W", "A", "V", "E")
  static let rf64 = FourCC("R", "F", "6", "4")
  static let bw64 = FourCC("B", "W", "6", "4")
  fileprivate static let riff = FourCC("R", "I", "F", "F")
  fileprivate static let rifx = FourCC("R", "I", "F", "X")
  fileprivate static let waveForm = FourCC("W", "A", "V", "E")
  fileprivate static let dataSizes = FourCC("d", "s", "6", "4")
  fileprivate static let format = FourCC("f", "m", "t", " ")
  fileprivate static let id3 = FourCC("i", "d", "3", " ")
  fileprivate static let upperID3 = FourCC("I", "D", "3", " ")
  static let data = FourCC("d", "a", "t", "a")
}
