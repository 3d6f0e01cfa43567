package import AudioModel
import AudioSyntax

/// Writes a WAVE file: RIFF, RF64, or BW64.
///
/// During recording, the sizes in the header are 0, or all ones in RF64 and BW64. Both mean audio
/// to the end of the file. A RIFF file is limited to 4 GiB. Longer recordings require RF64 or BW64.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0* (IBM and Microsoft,
/// 1991); EBU Tech 3306 (RF64); ITU-R BS.2088 (BW64).
package struct WAVWriter: ContainerWriter {
  private var content: ContainerContent
  private var format: WAVFormatWriter
  private var file = ChunkedFile(.riff)

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    format = try WAVFormatWriter(content.format, content.channelLayout)
  }

  package var info: ContainerInfo {
    var info = ContainerInfo(
      fileType: content.fileType, format: format.stream, dataOffset: file.dataOffset,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.channelLayout =
      content.channelLayout ?? .unambiguous(channels: content.format.channelCount)
    info.statedBitRate = format.stream.constantBitRate
    info.tags = content.tags
    info.markers = content.markers
    info.regions = content.regions
    info.chunkList = .chunks
    info.chunks = file.chunkList
    return info
  }

  package mutating func describe(
    _ content: ContainerContent, _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard content.magicCookie.isEmpty, content.trim == nil, content.artwork.isEmpty else {
      throw .unsupportedProperty
    }
    let format = try WAVFormatWriter(content.format, content.channelLayout)
    let before = (self.content, self.format)
    (self.content, self.format) = (content, format)
    guard file.dataByteCount == 0 else {
      // After the first packet, the format description can change only in place.
      if file.placed.difference(to: formatChunks).additional.isEmpty { return }
      (self.content, self.format) = before
      throw .mustPrecedeAudio
    }
    file.layOut(
      head: head, chunks, data: Self.data, dataSize: isWide ? .max : 0,
      isAligned: content.alignsAudio, &edits)
    edits.end = file.dataOffset
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let count = file.dataByteCount &+ UInt64(bytes.count)
    // Leave room for chunks after the audio.
    guard isWide || file.dataOffset &+ count <= UInt64(UInt32.max) - Self.trailerReserve else {
      throw .tooLarge
    }
    file.reopen(&edits)
    edits.write(lent: 0..<bytes.count, at: file.dataEnd)
    file.dataByteCount = count
  }

  package mutating func update(_ edits: inout FileEdits) {
    writeSizes(isFinal: true, &edits)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    file.finish(chunks, &edits)
    guard isWide || file.end <= UInt64(UInt32.max) else { throw .tooLarge }
    writeSizes(isFinal: true, &edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    guard !file.isOptimised else { return false }
    file.optimise(
      head: head, chunks, data: Self.data, isAligned: content.alignsAudio, &edits)
    writeSizes(isFinal: true, &edits)
    return true
  }

  private static let data = DataChunk(FourCC("d", "a", "t", "a"), [])
  private static let dataSizes = FourCC("d", "s", "6", "4")
  /// Bytes below 4 GiB that are reserved for chunks other than the audio.
  private static let trailerReserve: UInt64 = 1 << 20

  /// Whether sizes have 64 bits.
  private var isWide: Bool { content.fileType != .wave }

  private var head: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(isWide ? content.fileType : FourCC("R", "I", "F", "F"))
    bytes.append(little: isWide ? UInt32.max : 0)
    bytes.append(FourCC("W", "A", "V", "E"))
    return bytes
  }

  /// All chunks except the audio, with values for the audio so far.
  private var chunks: [DataChunk] {
    let content = content
    var chunks: [DataChunk] = []
    if isWide { chunks.append(DataChunk(Self.dataSizes, dataSizes(isFinal: false))) }
    chunks += formatChunks
    if format.needsFact { chunks.append(DataChunk(.fact, .little(UInt32(0)))) }
    chunks +=
      content.kept({ $0.tags == content.tags }, { $0.isList(.information) })
      ?? [RIFFInfoWriter.chunk(content.tags, over: originals { $0.isList(.information) })]
      .compactMap { $0 }
    chunks +=
      content.kept({ $0.markers == content.markers && $0.regions == content.regions }, isMarks)
      ?? WAVMarksWriter.chunks(
        content.marks, content.regions, over: originals { $0.tag == .waveSampler })
    chunks +=
      content.kept({ $0.id3Tag == content.id3Tag }, isTag)
      ?? (content.id3Tag.isEmpty ? [] : [DataChunk(.lowerID3, content.id3Tag)])
    return chunks + content.chunks
  }

  private var formatChunks: [DataChunk] {
    let content = content
    return content.kept({ $0.channelLayout == content.channelLayout }) { $0.tag == .waveFormat }
      ?? [format.chunk]
  }

  private func originals(_ belongs: (DataChunk) -> Bool) -> [DataChunk] {
    content.original?.chunks.filter(belongs) ?? []
  }

  private func isMarks(_ chunk: DataChunk) -> Bool {
    chunk.tag == .waveCue || chunk.tag == .waveSampler || chunk.isList(.associatedData)
  }

  private func isTag(_ chunk: DataChunk) -> Bool {
    chunk.tag == .lowerID3 || chunk.tag == .aiffTag
  }

  /// The body of a `ds64` chunk: sizes of form and audio, frames, and an empty table.
  private func dataSizes(isFinal: Bool) -> [UInt8] {
    var body: [UInt8] = .little(isFinal ? file.end &- 8 : .max)
    body.append(little: isFinal ? file.dataByteCount : .max)
    body.append(little: isFinal ? frameCount : .max)
    body.append(little: UInt32(0))
    return body
  }

  private var frameCount: UInt64 {
    file.dataByteCount / UInt64(format.stream.bytesPerPacket)
  }

  /// Writes the sizes of the audio so far, or marks them as unknown.
  private func writeSizes(isFinal: Bool, _ edits: inout FileEdits) {
    if let fact = file.placed.offset(of: .fact) {
      edits.write(.little(isFinal ? UInt32(clamping: frameCount) : 0), at: fact &+ 8)
    }
    guard isWide else {
      edits.write(
        .little(isFinal ? UInt32(clamping: file.dataByteCount) : 0),
        at: file.dataHeaderOffset &+ 4)
      edits.write(.little(isFinal ? UInt32(clamping: file.end &- 8) : 0), at: 4)
      return
    }
    if let sizes = file.placed.offset(of: Self.dataSizes) {
      edits.write(dataSizes(isFinal: isFinal), at: sizes &+ 8)
    }
    edits.write(.little(UInt32.max), at: file.dataHeaderOffset &+ 4)
  }
}
