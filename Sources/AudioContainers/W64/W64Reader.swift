package import AudioModel

/// Reads a Wave64 file: WAVE with chunks named by GUIDs and sized in 64 bits.
///
/// Source: *Sony Pictures Digital Wave 64* (Sonic Foundry, 2003): "Wave 64 chunk format", "GUIDs".
package struct W64Reader: ContainerReader {
  private enum State {
    case fileHeader
    case chunkHeader
    case format(W64Chunk)
    /// The info has been returned.
    ///
    /// The audio follows.
    case audio
    case end
  }

  /// Bytes of the file's header: a chunk's header, and the form's GUID.
  private static let headerByteCount = 40

  package private(set) var position: UInt64
  private var state = State.fileHeader
  private var format: WAVFormat?
  private var audio: AudioExtent?
  /// Start of the chunk after the audio.
  private var audioEnd: UInt64 = 0

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
        guard view.holds(Self.headerByteCount) else {
          return try needs(Self.headerByteCount, view)
        }
        guard W64Chunk.kind(view.bytes, at: view.index) == .form,
          W64Chunk.kind(view.bytes, at: view.index + W64Chunk.headerByteCount) == .wave
        else { throw ContainerError(.unrecognised, at: position) }
        move(to: position.clampedAdding(UInt64(Self.headerByteCount)), .chunkHeader, &view)
      case .chunkHeader:
        guard view.holds(W64Chunk.headerByteCount) else {
          return try needs(W64Chunk.headerByteCount, view)
        }
        if let info = try readChunkHeader(&view) { return .info(info) }
      case .format(let chunk):
        let count = Int(min(chunk.byteCount, UInt64(WAVFormat.longestBody)))
        guard view.holds(count) else { return try needs(count, view) }
        let body = view.bytes.extracting(view.index..<view.index + count)
        format = try WAVFormat(body: body, at: position)
        move(to: chunk.end, .chunkHeader, &view)
      case .audio:
        guard let audio, let format else { return .end }
        state = .end
        let start = position
        if audio.byteCount != nil { position = max(audioEnd, start) }
        return audio.packets(from: start, ofWidth: format.stream.bytesPerPacket)
      case .end:
        return .end
      }
    }
  }

  /// Continues with the first packet that starts at or after `offset`, once the header is known.
  package mutating func resynchronise(at offset: UInt64) {
    guard let audio, let format else { return }
    let start = audio.firstPacket(at: offset, ofWidth: format.stream.bytesPerPacket)
    position = start ?? offset
    state = start == nil ? .end : .audio
  }

  /// Moves into the chunk, or past it.
  ///
  /// - Returns: The info, if the audio starts here.
  private mutating func readChunkHeader(
    _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo? {
    let chunk = W64Chunk(view.bytes, at: view.index, position: position)
    if chunk.kind == .data { return try readAudioHeader(chunk, &view) }
    guard chunk.isSized else { throw ContainerError(.malformed, at: position) }
    guard chunk.kind == .format, format == nil else {
      move(to: chunk.end, .chunkHeader, &view)
      return nil
    }
    guard chunk.byteCount >= UInt64(WAVFormat.shortestBody) else {
      throw ContainerError(.malformed, at: position)
    }
    move(to: chunk.start, .format(chunk), &view)
    return nil
  }

  private mutating func readAudioHeader(
    _ chunk: W64Chunk, _ view: inout WindowView
  ) throws(ContainerError) -> ContainerInfo {
    guard let format else { throw ContainerError(.malformed, at: position) }
    let width = UInt64(format.stream.bytesPerPacket)
    let byteCount = chunk.isSized ? chunk.byteCount / width * width : nil
    audio = AudioExtent(start: chunk.start, byteCount: byteCount)
    audioEnd = chunk.end
    move(to: chunk.start, .audio, &view)
    var info = ContainerInfo(
      fileType: .wave64, format: format.stream, dataOffset: chunk.start,
      packetSizeUpperBound: format.stream.bytesPerPacket)
    info.channelLayout = format.layout
    info.statedDataByteCount = byteCount
    info.statedPacketCount = byteCount.map { $0 / width }
    info.statedBitRate = format.stream.constantBitRate
    info.magicCookie = format.cookie
    return info
  }

  /// Requests bytes, or reports the end of the file.
  private func needs(
    _ count: Int, _ view: borrowing WindowView
  ) throws(ContainerError) -> ReaderStep {
    guard view.isEnd else { return .needs(count) }
    if case .fileHeader = state, view.remaining == 0 { throw ContainerError(.empty, at: view.end) }
    throw ContainerError(.truncated, at: view.end)
  }

  private mutating func move(to offset: UInt64, _ next: State, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
    state = next
  }
}

extension FourCC {
  /// Core Audio's name for the file type.
  static let wave64 = FourCC("W", "6", "4", "f")
}
