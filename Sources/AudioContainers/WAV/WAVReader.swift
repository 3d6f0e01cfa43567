package import AudioModel
import AudioSyntax

/// Reads a WAVE file: RIFF, RF64, and BW64, and RIFX, whose numbers are big-endian.
///
/// Between calls, the reader keeps the format, the tags, and the markers and loops, all of limited
/// size. It skips chunks that do not describe the audio.
///
/// Sources: *Multimedia Programming Interface and Data Specifications 1.0* (IBM and Microsoft,
/// 1991), "Resource Interchange File Format" and "Waveform Audio File Format"; EBU Tech 3306
/// (RF64); ITU-R BS.2088 (BW64).
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
    /// The info has been returned.
    ///
    /// The audio follows.
    case data(byteCount: UInt64?, end: UInt64)
    /// At or after the first frame of MPEG audio.
    case frames
    case end
  }

  package internal(set) var position: UInt64
  var form: WAVForm
  /// Position of a pending pad byte.
  var pad: UInt64?
  var state = State.fileHeader
  var format: WAVFormat?
  /// Frames of MPEG audio instead of packets of one size.
  var frames: WAVFrames?
  var tags = Tags()
  var details = WAVDetails()
  var chunks: [FileChunk] = []
  /// The most recently returned info.
  var given: ContainerInfo?
  /// The audio data, once its header has been read.
  var data: (start: UInt64, byteCount: UInt64?)?

  /// Starts at the form's first byte.
  package init(at start: UInt64 = 0) {
    position = start
    form = WAVForm(at: start)
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
        if let count = missingAfterData(view) { return .needs(count) }
        if let info = try readChunkHeader(&view) { return .info(info) }
      case .dataSizes(let chunk):
        guard view.holds(24) else { return try needs(24, view) }
        form.wideDataByteCount = view.bytes.littleEndian64(at: view.index + 8)
        move(to: chunk.bodyEnd, .chunkHeader, &view)
      case .format(let chunk):
        let count = Int(min(chunk.byteCount, UInt64(WAVFormat.longestBody)))
        guard view.holds(count) else { return try needs(count, view) }
        try readFormat(chunk, byteCount: count, &view)
      case .listType(let chunk):
        guard view.holds(4) else { return try needs(4, view) }
        readListType(chunk, view)
      case .details:
        if let count = readDetails(&view) { return try needs(count, view) }
      case .list(var list, let chunk):
        if let count = list.read(&view) { return suspend(.list(list, chunk: chunk), count, view) }
        if let tags = finish(chunk, list.tags, &view) { return .tags(tags) }
      case .tag(var tag, let chunk):
        if let count = tag.read(&view) { return suspend(.tag(tag, chunk: chunk), count, view) }
        if let tags = finish(chunk, tag.tags, &view) { return .tags(tags) }
      case .data(let byteCount, let end): return giveData(byteCount, end: end, &view)
      case .frames:
        if let step = try readFrames(&view, into: &packets) { return step }
      case .end: return .end
      }
    }
  }

  /// Returns the location of the audio data, and moves past it.
  private mutating func giveData(
    _ byteCount: UInt64?, end: UInt64, _ view: inout WindowView
  ) -> ReaderStep {
    let start = position
    move(to: end, byteCount == nil ? .end : .chunkHeader, &view)
    pad = hasDataPad ? dataEnd : nil
    return .constantPackets(offset: start, byteCount: byteCount)
  }

  /// Continues with the first packet that starts at or after `offset`, once the header is known.
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

  /// End of the audio data's chunk.
  var dataEnd: UInt64 = 0
  /// Whether the audio data's chunk has an odd size.
  var hasDataPad = false

  /// Requests bytes, or handles the end of the file.
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
    guard let form = WAVForm(view) else { throw ContainerError(.unrecognised, at: position) }
    self.form = form
    move(to: position + 12, .chunkHeader, &view)
  }

  /// The number of bytes needed to see the chunk after data of unknown size; `nil` if they are
  /// available.
  private func missingAfterData(_ view: borrowing WindowView) -> Int? {
    guard data == nil, view.bytes.fourCC(at: view.index) == .data, !view.isEnd else { return nil }
    return view.holds(16) ? nil : 16
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

  mutating func move(to offset: UInt64, _ next: State, _ view: inout WindowView) {
    view.advance(to: offset)
    position = offset
    state = next
  }
}
