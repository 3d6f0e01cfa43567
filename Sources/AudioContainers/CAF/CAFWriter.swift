package import AudioModel
import AudioSyntax

/// Writes a Core Audio Format file.
///
/// Constant packets need no table. During recording, the audio's size is -1, which means that it
/// continues to the end of the file.
///
/// With varying packets, the file is valid after each call and contains all packets so far. The
/// audio's chunk is larger than the audio, and a packet table with room to grow follows it
/// (``CAFTablePlace``). New packets go into the audio's spare room and their sizes into the
/// table's, and then the table's count changes. If the room runs out, the writer writes a larger
/// table further on. It then extends the audio's chunk over the old table. Finishing writes the
/// table directly after the audio and removes the rest.
///
/// Source: *Apple Core Audio Format Specification 1.0*.
package struct CAFWriter: ContainerWriter {
  var content: ContainerContent
  var format: CAFFormatWriter
  var file = ChunkedFile(.caf)
  var table: CAFPacketTableWriter
  /// The location of the table while varying packets are being written.
  var place: CAFTablePlace?

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    format = try CAFFormatWriter(content.format)
    table = CAFPacketTableWriter(format.stream)
  }

  package var info: ContainerInfo {
    let bound = max(format.stream.packetSizeUpperBound, table.largestPacket, 1)
    var info = ContainerInfo(
      fileType: .caff, format: format.stream, dataOffset: file.dataOffset,
      packetSizeUpperBound: bound)
    info.magicCookie = content.magicCookie
    info.channelLayout =
      content.channelLayout ?? .unambiguous(channels: format.stream.channelCount)
    info.statedBitRate = format.stream.constantBitRate
    info.trim = content.trim
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
    guard content.id3Tag.isEmpty, content.artwork.isEmpty else { throw .unsupportedProperty }
    let format = try CAFFormatWriter(content.format)
    self.content = content
    guard file.dataByteCount == 0, table.packetCount == 0 else { return }
    self.format = format
    table = CAFPacketTableWriter(format.stream)
    place = nil
    file.layOut(
      head: Self.head, chunks, data: Self.data,
      dataSize: isConstant ? .max : UInt64(Self.data.body.count),
      isAligned: content.alignsAudio, &edits)
    edits.end = file.dataOffset
    if !isConstant { placeEmptyTable(&edits) }
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    guard !isConstant else {
      file.reopen(&edits)
      edits.write(lent: 0..<bytes.count, at: file.dataEnd)
      file.dataByteCount &+= UInt64(bytes.count)
      return
    }
    try appendVarying(packets, placed: &placed, &edits)
  }

  package mutating func update(_ edits: inout FileEdits) {
    if isConstant { writeDataSize(file.dataByteCount, &edits) }
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    guard isConstant else { return finishVarying(&edits) }
    file.finish(chunks, &edits)
    writeDataSize(file.dataByteCount, &edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    guard !file.isOptimised else { return false }
    let all = isConstant ? chunks : chunks + [tableChunk]
    file.optimise(head: Self.head, all, data: Self.data, isAligned: content.alignsAudio, &edits)
    writeDataSize(file.dataByteCount, &edits)
    place = nil
    return true
  }

  var isConstant: Bool { format.stream.hasConstantPackets }

  /// All chunks except audio and packet table.
  var chunks: [DataChunk] {
    let description =
      content.original?.chunks.filter { $0.tag == .cafDescription } ?? [format.chunk]
    var chunks = description + CAFDetailsWriter.chunks(content)
    if isConstant, let trim = content.trim {
      chunks.append(DataChunk(.cafPacketTable, table.header(trim)))
    }
    return chunks
  }

  /// The packet table of all packets so far.
  var tableChunk: DataChunk { DataChunk(.cafPacketTable, table.body(content.trim)) }

  /// Minimum room for audio, in bytes, after a table has been placed.
  static let leastRoom: UInt64 = 64 << 10

  /// Tag, version 1, and no flags.
  private static let head: [UInt8] = [0x63, 0x61, 0x66, 0x66, 0, 1, 0, 0]
  /// The audio's chunk begins with the count of edits.
  private static let data = DataChunk(.cafData, [0, 0, 0, 0])

  /// Writes the size of the audio's chunk.
  ///
  /// `nil` means that it continues to the end of the file.
  func writeDataSize(_ byteCount: UInt64?, _ edits: inout FileEdits) {
    edits.write(
      .big(byteCount.map { $0 &+ UInt64(Self.data.body.count) } ?? .max),
      at: file.dataHeaderOffset &+ 4)
  }
}
