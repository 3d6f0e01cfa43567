import AudioModel

/// The layout of a file of chunks, one of which is the audio.
///
/// Chunks that come with the description stand in front of the audio. Those that change later are changed
/// in place where their size stays; else they become filler, and their successors follow the audio.
struct ChunkedFile: Sendable {
  let syntax: ChunkSyntax
  private(set) var placed = PlacedChunks()
  /// Where the header of the audio's chunk starts.
  private(set) var dataHeaderOffset: UInt64 = 0
  /// Where the audio starts.
  private(set) var dataOffset: UInt64 = 0
  /// Bytes of audio so far.
  var dataByteCount: UInt64 = 0
  /// Bytes of the chunks behind the audio, 0 while it is under way.
  private(set) var trailerByteCount: UInt64 = 0
  /// The chunks behind the audio.
  private var trailer: [FileChunk] = []
  private var dataTag = FourCC(rawValue: 0)

  private static let alignment: UInt64 = 4096

  init(_ syntax: ChunkSyntax) {
    self.syntax = syntax
  }

  /// Where the audio ends.
  var dataEnd: UInt64 { dataOffset &+ dataByteCount }

  /// Where the finished file ends.
  var end: UInt64 {
    dataEnd &+ UInt64(syntax.padding(behind: dataByteCount)) &+ trailerByteCount
  }

  /// The chunks of the file so far, in its order.
  var chunkList: [FileChunk] {
    let header = UInt64(syntax.headerByteCount)
    var list = placed.list.map { place in
      FileChunk(
        type: place.chunk.tag,
        body: FileExtent(
          offset: place.offset &+ header, byteCount: UInt64(place.chunk.body.count)))
    }
    let start = dataHeaderOffset &+ header
    list.append(
      FileChunk(type: dataTag, body: FileExtent(offset: start, byteCount: dataEnd &- start)))
    return list + trailer
  }

  /// Whether all that is said of the audio stands in front of it.
  var isOptimised: Bool { trailerByteCount == 0 }

  /// Lays out what stands in front of the audio.
  ///
  /// - Parameters:
  ///   - head: The bytes of the file's own header.
  ///   - chunks: What follows the header.
  ///   - data: The tag of the audio's chunk, and what stands in it before the audio.
  ///   - dataSize: The size that the audio's chunk states for now.
  ///   - isAligned: Whether the audio starts at a multiple of 4096 bytes.
  ///   - edits: Takes the bytes.
  mutating func layOut(
    head: [UInt8], _ chunks: [DataChunk], data: DataChunk, dataSize: UInt64, isAligned: Bool,
    _ edits: inout FileEdits
  ) {
    placed = PlacedChunks()
    dataTag = data.tag
    var bytes = head
    for chunk in chunks {
      placed.add(chunk, at: UInt64(bytes.count))
      bytes.append(contentsOf: syntax.bytes(of: chunk))
    }
    let ownHeader = UInt64(syntax.headerByteCount + data.body.count)
    if isAligned {
      let empty = UInt64(bytes.count + syntax.headerByteCount) &+ ownHeader
      let fill = (Self.alignment - empty % Self.alignment) % Self.alignment
      let filler = DataChunk(syntax.filler, [UInt8](repeating: 0, count: Int(fill)))
      bytes.append(contentsOf: syntax.bytes(of: filler))
    }
    dataHeaderOffset = UInt64(bytes.count)
    dataOffset = dataHeaderOffset &+ ownHeader
    trailerByteCount = 0
    trailer = []
    bytes.append(contentsOf: syntax.header(data.tag, byteCount: dataSize))
    bytes.append(contentsOf: data.body)
    edits.write(bytes, at: 0)
  }

  /// Writes the chunks that have no place in front of the audio behind it, and its padding.
  ///
  /// - Parameters:
  ///   - chunks: All chunks that the file is to have besides the audio.
  ///   - edits: Takes the bytes.
  mutating func finish(_ chunks: [DataChunk], _ edits: inout FileEdits) {
    let trailer = additionalBytes(chunks)
    let padding = [UInt8](repeating: 0, count: syntax.padding(behind: dataByteCount))
    edits.write(padding + trailer, at: dataEnd)
    settle(chunks, trailerByteCount: trailer.count, &edits)
  }

  /// The chunks for which there is no place in front of the audio.
  func additionalBytes(_ chunks: [DataChunk]) -> [UInt8] {
    placed.difference(to: chunks).additional.flatMap { syntax.bytes(of: $0) }
  }

  /// Makes the chunks in front of the audio those that are wanted, as far as there is place.
  ///
  /// - Parameters:
  ///   - chunks: All chunks that the file is to have besides the audio.
  ///   - trailerByteCount: Bytes that stand behind the audio and its padding.
  ///   - edits: Takes the bytes.
  mutating func settle(
    _ chunks: [DataChunk], trailerByteCount: Int, _ edits: inout FileEdits
  ) {
    change(placed.difference(to: chunks), &edits)
    self.trailerByteCount = UInt64(trailerByteCount)
    edits.end = end
    trailer = trailerChunks(chunks)
  }

  /// Where the chunks lie that have no place in front of the audio: they are the last of the file.
  private func trailerChunks(_ chunks: [DataChunk]) -> [FileChunk] {
    let behind = placed.difference(to: chunks).additional
    var offset = end &- behind.reduce(0) { $0 &+ UInt64(syntax.bytes(of: $1).count) }
    return behind.map { chunk in
      defer { offset &+= UInt64(syntax.bytes(of: chunk).count) }
      return FileChunk(
        type: chunk.tag,
        body: FileExtent(
          offset: offset &+ UInt64(syntax.headerByteCount), byteCount: UInt64(chunk.body.count)))
    }
  }

  /// Takes note that the chunks of a kind in front of the audio are filler now.
  mutating func forget(_ tag: FourCC) {
    placed.remove(tag)
  }

  /// Lays a finished file out anew, with all chunks in front of the audio.
  mutating func optimise(
    head: [UInt8], _ chunks: [DataChunk], data: DataChunk, isAligned: Bool,
    _ edits: inout FileEdits
  ) {
    let audio = dataOffset..<dataEnd
    let size = dataByteCount &+ UInt64(data.body.count)
    layOut(head: head, chunks, data: data, dataSize: size, isAligned: isAligned, &edits)
    edits.copy(audio, to: dataOffset)
    edits.write([UInt8](repeating: 0, count: syntax.padding(behind: dataByteCount)), at: dataEnd)
    edits.end = end
  }

  /// Takes note that the audio goes on where the chunks behind it stood.
  mutating func reopen(_ edits: inout FileEdits) {
    guard trailerByteCount > 0 else { return }
    trailerByteCount = 0
    trailer = []
    edits.end = dataEnd
  }

  private mutating func change(
    _ difference: PlacedChunks.Difference, _ edits: inout FileEdits
  ) {
    for place in difference.changed {
      edits.write(place.chunk.body, at: place.offset &+ UInt64(syntax.headerByteCount))
    }
    for place in difference.stale {
      edits.write(.big(syntax.filler.rawValue), at: place.offset)
    }
    placed.apply(difference, filler: syntax.filler)
  }
}
