package import AudioModel
import AudioSyntax

/// Reads an AIFF or AIFF-C file.
///
/// Chunks may come in any order. The reader skips chunks that do not describe the audio. If the
/// sound precedes the format, the reader skips the sound until it has the format.
///
/// Sources: *Audio Interchange File Format: "AIFF"*, version 1.3 (Apple, 1989); *AIFF-C*, draft of
/// 26 August 1991 (Apple).
package struct AIFFReader: ContainerReader {
  enum State {
    case fileHeader
    case chunkHeader
    case common(AIFFChunk)
    case body(AIFFChunk, ChunkBody)
    case tag(ID3v2Reader, AIFFChunk)
    case soundHeader(AIFFChunk)
    /// The info has been returned.
    ///
    /// The packets come next. Reading then continues at `next`.
    case audio(start: UInt64, next: UInt64?)
    case end
  }

  package internal(set) var position: UInt64
  var state = State.fileHeader
  var fileType = FourCC.aiff
  /// End of the form according to its header.
  var statedEnd: UInt64 = 0
  var format: AIFFFormat?
  var details = AIFFDetails()
  var chunks: [FileChunk] = []
  /// The sound according to its chunk.
  var sound: AudioExtent?
  /// The part of the sound that the stated frames cover.
  var audio: AudioExtent?
  /// End of the sound's chunk.
  var soundEnd: UInt64 = 0
  /// Position of the pad byte of an odd chunk, until the reader reaches it.
  var pad: UInt64?
  var hasSoundPad = false
  /// Whether the sound continues to the end of the file.
  var isSoundOpen = false
  /// The most recently returned info.
  var given: ContainerInfo?

  /// Starts at the form's first byte.
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
        guard view.holds(12) else { return try needs(12, view) }
        try readFileHeader(&view)
      case .chunkHeader:
        if let count = passPad(&view) { return .needs(count) }
        guard view.holds(AIFFChunk.headerByteCount) else {
          return try needs(AIFFChunk.headerByteCount, view)
        }
        if let count = missingAfterSound(view) { return .needs(count) }
        try readChunkHeader(&view)
      case .common(let chunk):
        guard view.holds(bodyByteCount) else { return try needs(bodyByteCount, view) }
        if let step = try readCommon(chunk, &view) { return step }
      case .body:
        if let missing = readBody(&view) { return try needs(missing, view) }
      case .tag:
        if let missing = readTag(&view) { return try needs(missing, view) }
      case .soundHeader(let chunk):
        guard view.holds(8) else { return try needs(8, view) }
        if let step = try readSoundHeader(chunk, &view) { return step }
      case .audio(let start, let next):
        if let step = giveAudio(from: start, next: next, &view) { return step }
      case .end:
        return .end
      }
    }
  }

  /// Continues with the first packet that starts at or after `offset`, once the header is known.
  package mutating func resynchronise(at offset: UInt64) {
    guard let audio, let format else { return }
    guard let start = audio.firstPacket(at: offset, ofWidth: format.stream.bytesPerPacket) else {
      position = offset
      state = .end
      return
    }
    position = start
    state = .audio(start: start, next: audio.byteCount == nil ? nil : soundEnd)
  }

  /// Bytes in the Common chunk's body for this file type.
  private var bodyByteCount: Int {
    fileType == .aifc ? AIFFFormat.compressedBodyByteCount : AIFFFormat.plainBodyByteCount
  }
}

// MARK: - Chunks

extension AIFFReader {
  private mutating func readFileHeader(_ view: inout WindowView) throws(ContainerError) {
    fileType = view.bytes.fourCC(at: view.index + 8)
    guard view.bytes.fourCC(at: view.index) == .aiffForm, fileType == .aiff || fileType == .aifc
    else { throw ContainerError(.unrecognised, at: position) }
    let byteCount = UInt64(view.bytes.bigEndian32(at: view.index + 4))
    statedEnd = position.clampedAdding(8).clampedAdding(byteCount)
    move(to: position.clampedAdding(12), .chunkHeader, &view)
  }

  private mutating func readChunkHeader(_ view: inout WindowView) throws(ContainerError) {
    let chunk = AIFFChunk(view.bytes, at: view.index, position: position)
    let isOpen = chunk.tag == .aiffSound && sound == nil && isUnknown(chunk, view)
    pad = chunk.byteCount & 1 == 1 ? chunk.end : nil
    if chunk.tag == .aiffSound, sound == nil { isSoundOpen = isOpen }
    chunks.add(chunk.tag, at: chunk.start, byteCount: isOpen ? .max : chunk.byteCount)
    switch chunk.tag {
    case .aiffCommon where format == nil:
      guard chunk.byteCount >= UInt64(bodyByteCount) else {
        throw ContainerError(.malformed, at: position)
      }
      move(to: chunk.start, .common(chunk), &view)
    case .aiffSound where sound == nil:
      guard chunk.byteCount >= 8 || isOpen else {
        throw ContainerError(.malformed, at: position)
      }
      move(to: chunk.start, .soundHeader(chunk), &view)
    case .aiffTag:
      let end = chunk.start.clampedAdding(chunk.byteCount)
      move(to: chunk.start, .tag(ID3v2Reader(limit: end), chunk), &view)
    default:
      guard let count = chunk.collectedByteCount else {
        return move(to: chunk.end, .chunkHeader, &view)
      }
      move(to: chunk.start, .body(chunk, ChunkBody(byteCount: count)), &view)
    }
  }

  /// Reads the format.
  ///
  /// - Returns: The info, if the sound came before the format.
  private mutating func readCommon(
    _ chunk: AIFFChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    let body = view.bytes.extracting(view.index..<view.index + bodyByteCount)
    format = try AIFFFormat(body: body, at: position)
    move(to: chunk.end, .chunkHeader, &view)
    guard let sound else { return nil }
    return try giveInfo(of: sound, next: chunk.end)
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

  /// Reads an ID3 tag.
  ///
  /// - Returns: Bytes needed, or `nil` after the chunk.
  private mutating func readTag(_ view: inout WindowView) -> Int? {
    guard case .tag(var reader, let chunk) = state else { return nil }
    state = .chunkHeader
    if let missing = reader.read(&view) {
      position = view.position
      state = .tag(reader, chunk)
      return missing
    }
    details.tags.fill(from: reader.tags)
    move(to: chunk.end, .chunkHeader, &view)
    return nil
  }

  /// Whether the sound continues to the end of the file, because the writer could not fill in the
  /// size.
  ///
  /// A live writer leaves either a size that means "unknown" or the size of an empty sound. After
  /// an empty recording, other chunks or the end of the file follow.
  private func isUnknown(_ chunk: AIFFChunk, _ view: borrowing WindowView) -> Bool {
    guard !ChunkSize.isUnknown(chunk.byteCount) else { return true }
    guard chunk.byteCount == 0 || chunk.byteCount == 8 else { return false }
    if chunk.byteCount == 0, statedEnd <= chunk.start { return true }
    let place = view.place(of: chunk.start.clampedAdding(8))
    // If a chunk's name is in place of the sound's fields, the sound is empty.
    guard !ChunkSize.isName(view.bytes, at: view.place(of: chunk.start)) else { return false }
    return view.bytes.count - place >= 8 && !ChunkSize.isName(view.bytes, at: place)
  }

  /// The number of bytes needed to see the data after a sound of unknown size; `nil` if they are
  /// available.
  private func missingAfterSound(_ view: borrowing WindowView) -> Int? {
    guard sound == nil, view.bytes.fourCC(at: view.index) == .aiffSound, !view.isEnd else {
      return nil
    }
    return view.holds(24) ? nil : 24
  }

  /// Skips the pad byte of an odd chunk, unless its writer left it out.
  ///
  /// - Returns: Bytes needed for the decision, or `nil` to continue.
  private mutating func passPad(_ view: inout WindowView) -> Int? {
    guard let pad, position == pad else { return nil }
    guard view.isEnd || view.holds(5) else { return 5 }
    self.pad = nil
    guard view.remaining > 0, !ChunkSize.lacksPad(view.bytes, at: view.index) else { return nil }
    move(to: position.clampedAdding(1), .chunkHeader, &view)
    return nil
  }

  /// Finds the sound after the chunk's offset field, which aligns it to blocks.
  ///
  /// - Returns: The info, if the format is known.
  private mutating func readSoundHeader(
    _ chunk: AIFFChunk, _ view: inout WindowView
  ) throws(ContainerError) -> ReaderStep? {
    let offset = UInt64(view.bytes.bigEndian32(at: view.index))
    var extent = AudioExtent(start: chunk.start.clampedAdding(8).clampedAdding(offset))
    if isSoundOpen {
      guard format != nil else { throw ContainerError(.malformed, at: position) }
    } else {
      guard offset <= chunk.byteCount - 8 else { throw ContainerError(.malformed, at: position) }
      extent.byteCount = chunk.byteCount - 8 - offset
    }
    sound = extent
    soundEnd = chunk.end
    hasSoundPad = chunk.byteCount & 1 == 1
    guard format != nil else {
      move(to: chunk.end, .chunkHeader, &view)
      return nil
    }
    position = extent.start
    return try giveInfo(of: extent, next: extent.byteCount == nil ? nil : chunk.end)
  }
}
