import AudioModel

/// MPEG audio in the data of a WAVE file.
///
/// Sources: RFC 2361, A.21 and A.22, for the format tags; those of ``MPEGAudioReader``.
struct WAVFrames: Sendable {
  /// Where the data ends, or `nil` for the end of the file.
  private(set) var end: UInt64?
  /// Hertz by the format; 0 if they are not those of MPEG audio.
  private let rate: UInt16
  private let channelCount: UInt8
  private let isLayer3: Bool
  /// Whether the data has no frame.
  private var isEmpty = false
  private var start: UInt64 = 0
  /// Reads the frames, once the first of them has been seen; kept elsewhere, as few files have frames.
  private var reader: (any ContainerReader)?
  /// Bits a second by the format; 0 where it does not tell.
  private let bitRate: Int

  /// Looks at the body of a `fmt ` chunk; `nil` for other codecs.
  ///
  /// - Parameter body: At least ``WAVFormat/shortestBody`` bytes.
  init?(format body: Span<UInt8>) {
    let tag = body.littleEndian16(at: 0)
    guard [0x50, 0x55].contains(tag) else { return nil }
    bitRate = Int(clamping: UInt64(body.littleEndian32(at: 8)) * 8)
    isLayer3 = tag == 0x55
    channelCount = UInt8(clamping: body.littleEndian16(at: 2))
    let rate = body.littleEndian32(at: 4)
    self.rate = (8000...48_000).contains(rate) ? UInt16(rate) : 0
  }

  /// What data without a frame holds, or `nil` if the format does not tell.
  private var emptyInfo: ContainerInfo? {
    guard rate > 0, (1...2).contains(channelCount) else { return nil }
    // Below 32 kHz a frame of layer III has half as many samples.
    let format = StreamFormat(
      sampleRate: Double(rate), formatID: isLayer3 ? .mpegLayer3 : .mpegLayer2,
      framesPerPacket: isLayer3 && rate < 32_000 ? 576 : 1152, channelCount: Int(channelCount))
    // 320 or 384 kbit/s at 32 kHz, with a slot of padding.
    return ContainerInfo(
      fileType: .wave, format: format, dataOffset: start,
      packetSizeUpperBound: isLayer3 ? 1441 : 1729)
  }

  /// Starts with the data.
  mutating func begin(at start: UInt64, end: UInt64?) {
    (self.start, self.end) = (start, end)
  }

  /// Goes on with the first frame at `offset` or behind it, and returns where to read.
  mutating func resynchronise(at offset: UInt64) -> UInt64 {
    reader?.resynchronise(at: max(offset, start))
    return reader?.position ?? start
  }

  /// Reads from the data alone.
  ///
  /// - Parameters:
  ///   - view: The window, which is moved on.
  ///   - formStart: Where the file begins, for an error.
  ///   - packets: Takes the packets.
  /// - Returns: The step, which is ``ReaderStep/end`` behind the last frame.
  /// - Throws: ``ContainerError``: `needsLibrary` if the data does not begin with frames.
  mutating func next(
    _ view: inout WindowView, formStart: UInt64, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    let left = end.map { $0 - min(view.position, $0) } ?? .max
    let isWhole = UInt64(view.remaining) >= left
    let count = isWhole ? Int(left) : view.remaining
    // A jump may have led behind the window.
    let index = min(view.index, view.bytes.count)
    let data = view.bytes.extracting(index..<index + count)
    let isEnd = isWhole || view.isEnd
    guard !isEmpty else { return .end }
    guard var reader else {
      if data.isEmpty, isEnd, let emptyInfo {
        isEmpty = true
        return .info(emptyInfo)
      }
      switch MPEGAudioFraming.detect(data, at: 0, isEnd: isEnd, isFirst: true) {
      case .needs(let count): return .needs(count)
      case .refuted: throw ContainerError(.needsLibrary(.waveform), at: formStart)
      case .confirmed(let framing): reader = MPEGAudioReader(at: view.position, framing: framing)
      }
      return try next(&view, formStart: formStart, into: &packets)
    }
    let step = try reader.next(data, isEnd: isEnd, into: &packets)
    self.reader = reader
    view.advance(to: reader.position)
    guard case .info(var info) = step else { return step }
    // Chunks may follow the frames.
    info.tail = nil
    if info.statedBitRate == nil, bitRate > 0 { info.statedBitRate = bitRate }
    return .info(info)
  }
}
