import AudioModel
import AudioSyntax

/// Reads MPEG audio in the data of a WAVE file.
///
/// Sources: RFC 2361, A.21 and A.22, for the format tags; those of ``MPEGAudioReader``.
struct WAVFrames: Sendable {
  /// End of the data, or `nil` for the end of the file.
  private(set) var end: UInt64?
  /// Hertz according to the format; 0 if MPEG audio does not have this rate.
  private let rate: UInt16
  private let channelCount: UInt8
  private let isLayer3: Bool
  /// Whether the data contains no frames.
  private var isEmpty = false
  private var start: UInt64 = 0
  /// Reads the frames, once the first one is known.
  ///
  /// Stored separately, because few files contain frames.
  private var reader: (any ContainerReader)?
  /// Bits per second according to the format; 0 if not stated.
  private let bitRate: Int

  /// Examines the body of a `fmt ` chunk; `nil` for other codecs.
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

  /// The info for data without frames, or `nil` if the format is insufficient.
  private var emptyInfo: ContainerInfo? {
    guard rate > 0, (1...2).contains(channelCount) else { return nil }
    // Below 32 kHz, a frame of layer III has half as many samples.
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

  /// Continues with the first frame at or after `offset`.
  ///
  /// - Returns: The position to read from.
  mutating func resynchronise(at offset: UInt64) -> UInt64 {
    reader?.resynchronise(at: max(offset, start))
    return reader?.position ?? start
  }

  /// Reads the next packets, from the `data` chunk only.
  ///
  /// - Parameters:
  ///   - view: The window, which is advanced.
  ///   - formStart: Start of the file, for an error.
  ///   - packets: Receives the packets.
  /// - Returns: The next step; ``ReaderStep/end`` after the last frame.
  /// - Throws: ``ContainerError`` with `needsLibrary` if the data does not begin with frames.
  mutating func next(
    _ view: inout WindowView, formStart: UInt64, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    let left = end.map { $0 - min(view.position, $0) } ?? .max
    let isWhole = UInt64(view.remaining) >= left
    let count = isWhole ? Int(left) : view.remaining
    // A jump may have moved past the window.
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
