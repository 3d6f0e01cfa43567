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
    /// After the info.
    ///
    /// The audio follows.
    case data(byteCount: UInt64?, end: UInt64)
    /// At or after the first frame of MPEG audio.
    case frames
    case end
  }

  package internal(set) var position: UInt64
  /// The form's first byte.
  let start: UInt64
  var isBigEndian = false
  /// Position of a pending pad byte.
  var pad: UInt64?
  var state = State.fileHeader
  var fileType = FourCC.wave
  /// End of the file's form according to its header, or `nil` if the header leaves it open.
  var statedEnd: UInt64?
  /// Bytes of audio data according to the `ds64` chunk.
  var wideDataByteCount: UInt64?
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
  static let data = FourCC("d", "a", "t", "a")
}
