import AudioModel
import AudioSyntax

/// The layout of a file of chunks that include the audio.
///
/// Chunks from the initial description precede the audio. Later changes happen in place if the size
/// stays the same. Otherwise the old chunks become filler, and their replacements follow the audio.
struct ChunkedFile: Sendable {
  let syntax: ChunkSyntax
  private(set) var placed = PlacedChunks()
  /// Position of the header of the audio's chunk.
  private(set) var dataHeaderOffset: UInt64 = 0
  /// Start of the audio.
  private(set) var dataOffset: UInt64 = 0
  /// Bytes of audio so far.
  var dataByteCount: UInt64 = 0
  /// Bytes of the chunks after the audio; 0 during recording.
  private(set) var trailerByteCount: UInt64 = 0
  /// The chunks after the audio.
  private var trailer: [FileChunk] = []
  private var dataTag = FourCC(rawValue: 0)

  private static let alignment: UInt64 = 4096

  init(_ syntax: ChunkSyntax) {
    self.syntax = syntax
  }

  /// End of the audio.
  var dataEnd: UInt64 { dataOffset &+ dataByteCount }

  /// End of the finished file.
  var end: UInt64 {
    dataEnd &+ UInt64(syntax.padding(behind: dataByteCount)) &+ trailerByteCount
  }

  /// The chunks of the file so far, in file order.
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

  /// Whether all chunks precede the audio.
  var isOptimised: Bool { trailerByteCount == 0 }

  /// Lays out the part of the file before the audio.
  ///
  /// - Parameters:
  ///   - head: The bytes of the file's own header.
  ///   - chunks: The chunks after the header.
  ///   - data: The tag of the audio's chunk, and the bytes in it before the audio.
  ///   - dataSize: The provisional size in the header of the audio's chunk.
  ///   - isAligned: Whether the audio starts at a multiple of 4096 bytes.
  ///   - edits: Receives the bytes.
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

  /// Writes the audio's padding, and the chunks without a place before the audio.
  ///
  /// - Parameters:
  ///   - chunks: All chunks of the file except the audio.
  ///   - edits: Receives the bytes.
  mutating func finish(_ chunks: [DataChunk], _ edits: inout FileEdits) {
    let trailer = additionalBytes(chunks)
    let padding = [UInt8](repeating: 0, count: syntax.padding(behind: dataByteCount))
    edits.write(padding + trailer, at: dataEnd)
    settle(chunks, trailerByteCount: trailer.count, &edits)
  }

  /// The bytes of the chunks without a place before the audio.
  func additionalBytes(_ chunks: [DataChunk]) -> [UInt8] {
    placed.difference(to: chunks).additional.flatMap { syntax.bytes(of: $0) }
  }

  /// Updates the chunks before the audio as far as their places allow.
  ///
  /// - Parameters:
  ///   - chunks: All chunks of the file except the audio.
  ///   - trailerByteCount: Bytes after the audio and its padding.
  ///   - edits: Receives the bytes.
  mutating func settle(
    _ chunks: [DataChunk], trailerByteCount: Int, _ edits: inout FileEdits
  ) {
    change(placed.difference(to: chunks), &edits)
    self.trailerByteCount = UInt64(trailerByteCount)
    edits.end = end
    trailer = trailerChunks(chunks)
  }

  /// The locations of the chunks without a place before the audio, which are the last in the file.
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

  /// Records that the chunks of a kind before the audio are now filler.
  mutating func forget(_ tag: FourCC) {
    placed.remove(tag)
  }

  /// Lays out a finished file again, with all chunks before the audio.
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

  /// Records that the audio continues over the chunks after it.
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
