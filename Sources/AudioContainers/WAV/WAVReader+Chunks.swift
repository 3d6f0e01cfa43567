import AudioModel
import AudioSyntax

/// Support for the chunks of the form.
extension WAVReader {
  /// Reads the body of the `fmt ` chunk.
  mutating func readFormat(
    _ chunk: WAVChunk, byteCount: Int, _ view: inout WindowView
  ) throws(ContainerError) {
    let body = view.bytes.extracting(view.index..<view.index + byteCount)
    frames = form.isBigEndian ? nil : WAVFrames(format: body)
    format = frames == nil ? try makeFormat(body) : nil
    move(to: chunk.bodyEnd, .chunkHeader, &view)
  }

  /// Describes the format.
  ///
  /// A library reads unsupported codecs.
  private func makeFormat(_ body: Span<UInt8>) throws(ContainerError) -> WAVFormat {
    do {
      return try WAVFormat(body: body, isBigEndian: form.isBigEndian, at: position)
    } catch {
      guard error.reason == .unsupportedFormat else { throw error }
      throw ContainerError(.needsLibrary(.waveform), at: form.start)
    }
  }

  /// Collects the body of a chunk of details.
  ///
  /// - Returns: Bytes needed, or `nil` after the chunk.
  mutating func readDetails(_ view: inout WindowView) -> Int? {
    guard case .details(var body, let tag, let chunk) = state else { return nil }
    state = .chunkHeader
    if let count = body.read(&view) {
      position = view.position
      state = .details(body, tag, chunk: chunk)
      return count
    }
    details.take(tag, body.bytes.span)
    move(to: chunk.bodyEnd, .chunkHeader, &view)
    return nil
  }

  /// Moves into the chunk, or past it.
  ///
  /// - Returns: The info, if the audio data starts here.
  mutating func readChunkHeader(
    _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo? {
    let chunk = WAVChunk(at: position, view.bytes, view.index, isBigEndian: form.isBigEndian)
    let isAudio = chunk.tag == .data && data == nil
    let byteCount = isAudio ? form.dataByteCount(of: chunk, view) : chunk.byteCount
    pad = chunk.byteCount & 1 == 1 ? chunk.bodyEnd : nil
    chunks.add(chunk.tag, at: chunk.start, byteCount: byteCount ?? .max)
    switch chunk.tag {
    case .dataSizes where form.fileType != .wave && chunk.byteCount >= 24:
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
      // In a big-endian form, only texts are read.
      guard !form.isBigEndian || chunk.tag == .broadcast,
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

  /// Selects the reader for a list.
  mutating func readListType(_ chunk: WAVChunk, _ view: borrowing WindowView) {
    guard view.bytes.fourCC(at: view.index) == .associatedData, !form.isBigEndian else {
      let list = RIFFInfoReader(end: chunk.bodyEnd, isBigEndian: form.isBigEndian)
      state = .list(list, chunk: chunk)
      return
    }
    let body = ChunkBody(byteCount: WAVDetails.listByteCount(of: chunk.byteCount))
    state = .details(body, .associatedData, chunk: chunk)
  }

  /// Stops inside tags until `count` bytes are available.
  mutating func suspend(
    _ next: State, _ count: Int, _ view: borrowing WindowView
  ) -> ReaderStep {
    position = view.position
    state = next
    return .needs(count)
  }

  /// Leaves a chunk of tags.
  ///
  /// - Returns: The tags, if they follow the audio.
  mutating func finish(_ chunk: WAVChunk, _ found: Tags, _ view: inout WindowView) -> Tags? {
    move(to: max(chunk.bodyEnd, view.position), .chunkHeader, &view)
    tags.fill(from: found)
    return data == nil || found.isEmpty ? nil : found
  }

  private mutating func readDataHeader(
    _ chunk: WAVChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let byteCount = form.dataByteCount(of: chunk, view)
    let width = UInt64(format.stream.bytesPerPacket)
    let whole = byteCount.map { $0 / width * width }
    data = (chunk.start, whole)
    // No chunk follows data that continues to the end of the file. In this case, the reader stays
    // at the start of the data.
    dataEnd = byteCount.map { chunk.end(ofBytes: $0) } ?? chunk.start
    hasDataPad = byteCount.map { $0 & 1 == 1 } ?? false
    move(to: chunk.start, .data(byteCount: whole, end: dataEnd), &view)
    var info = ContainerInfo(
      fileType: form.fileType, format: format.stream, dataOffset: chunk.start,
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
    info.canBeChanged = !form.isBigEndian
    info.isChannelLayoutStated = format.statesLayout
    given = info
    return info
  }
}

extension FourCC {
  fileprivate static let dataSizes = FourCC("d", "s", "6", "4")
  fileprivate static let format = FourCC("f", "m", "t", " ")
  fileprivate static let id3 = FourCC("i", "d", "3", " ")
  fileprivate static let upperID3 = FourCC("I", "D", "3", " ")
}
