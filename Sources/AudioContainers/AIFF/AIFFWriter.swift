package import AudioModel
import AudioSyntax

/// Writes an AIFF or AIFF-C file.
///
/// The sizes in the header are 0 during recording. Both file types are limited to 4 GiB.
///
/// Sources: *Audio Interchange File Format: "AIFF"*, version 1.3 (Apple, 1989); *AIFF-C*, draft of
/// 26 August 1991.
package struct AIFFWriter: ContainerWriter {
  private var content: ContainerContent
  private var format: AIFFFormatWriter
  private var details: [DataChunk] = []
  private var file = ChunkedFile(.iff)

  package init(_ content: ContainerContent) throws(ContainerWriteError) {
    self.content = content
    format = try AIFFFormatWriter(
      content.format, isCompressed: content.fileType == Self.compressedType)
  }

  package var info: ContainerInfo {
    var info = ContainerInfo(
      fileType: content.fileType, format: format.stream, dataOffset: file.dataOffset,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.channelLayout =
      content.channelLayout ?? .unambiguous(channels: format.stream.channelCount)
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
    guard content.magicCookie.isEmpty, content.trim == nil,
      // Loops are in a chunk that is copied unchanged.
      content.regions == content.original?.regions ?? [], content.artwork.isEmpty
    else {
      throw .unsupportedProperty
    }
    details = try AIFFDetailsWriter.chunks(content)
    self.content = content
    guard file.dataByteCount == 0 else { return }
    format = try AIFFFormatWriter(content.format, isCompressed: isCompressed)
    file.layOut(
      head: head, chunks, data: Self.data, dataSize: 0, isAligned: content.alignsAudio, &edits)
    edits.end = file.dataOffset
  }

  package mutating func append(
    _ bytes: Span<UInt8>, _ packets: [Packet], placed: inout [Packet], _ edits: inout FileEdits
  ) throws(ContainerWriteError) {
    let count = file.dataByteCount &+ UInt64(bytes.count)
    guard file.dataOffset &+ count <= UInt64(UInt32.max) - Self.trailerReserve else {
      throw .tooLarge
    }
    file.reopen(&edits)
    edits.write(lent: 0..<bytes.count, at: file.dataEnd)
    file.dataByteCount = count
  }

  package mutating func update(_ edits: inout FileEdits) {
    writeSizes(&edits)
  }

  package mutating func finish(_ edits: inout FileEdits) throws(ContainerWriteError) {
    file.finish(chunks, &edits)
    guard file.end <= UInt64(UInt32.max) else { throw .tooLarge }
    writeSizes(&edits)
  }

  package mutating func optimise(_ edits: inout FileEdits) throws(ContainerWriteError) -> Bool {
    guard !file.isOptimised else { return false }
    file.optimise(head: head, chunks, data: Self.data, isAligned: content.alignsAudio, &edits)
    writeSizes(&edits)
    return true
  }

  private static let compressedType = FourCC("A", "I", "F", "C")
  private static let common = FourCC("C", "O", "M", "M")
  /// The sound's chunk begins with an offset and a block size, both 0.
  private static let data = DataChunk(
    FourCC("S", "S", "N", "D"), [UInt8](repeating: 0, count: 8))
  /// Bytes below 4 GiB that are reserved for chunks other than the audio.
  private static let trailerReserve: UInt64 = 1 << 20

  private var isCompressed: Bool { content.fileType == Self.compressedType }

  private var head: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(FourCC("F", "O", "R", "M"))
    bytes.append(zeros: 4)
    bytes.append(content.fileType)
    return bytes
  }

  /// All chunks except the sound.
  ///
  /// The Common chunk states 0 packets until the sizes are written.
  private var chunks: [DataChunk] {
    // The version from the format's draft of 23 May 1990.
    let version = DataChunk(FourCC("F", "V", "E", "R"), .big(UInt32(0xA280_5140)))
    let common =
      content.original?.chunks.filter { $0.tag == Self.common } ?? [format.chunk(packetCount: 0)]
    return (isCompressed ? [version] : []) + common + details
  }

  /// Writes the sizes for the sound written so far.
  private mutating func writeSizes(_ edits: inout FileEdits) {
    let packets = file.dataByteCount / UInt64(format.stream.bytesPerPacket)
    if let common = file.placed.offset(of: Self.common) {
      edits.write(.big(UInt32(clamping: packets)), at: common &+ 10)
    }
    edits.write(
      .big(UInt32(clamping: file.dataByteCount &+ 8)), at: file.dataHeaderOffset &+ 4)
    edits.write(.big(UInt32(clamping: file.end &- 8)), at: 4)
  }
}
