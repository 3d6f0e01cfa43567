package import AudioModel
import AudioSyntax

/// Reads MPEG audio of layer I, II, or III, from its first frame on.
///
/// The packets are the frames as stored in the file. A first frame with a Xing, Info, or VBRI
/// header is not a packet. Its contents are in the info.
///
/// Sources: ISO/IEC 11172-3 and 13818-3; those of ``MPEGAudioSummary``.
package struct MPEGAudioReader: ContainerReader {
  private var stream: FrameStream<MPEGAudioFraming>
  private var hasInfo = false
  /// Tags found before the audio.
  private let tags: Tags

  /// Starts at a frame that begins a recognized stream.
  init(at start: UInt64, framing: MPEGAudioFraming, tags: Tags = Tags()) {
    stream = FrameStream(framing, at: start)
    self.tags = tags
  }

  package var position: UInt64 { stream.position }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard !hasInfo else { return stream.next(window, isEnd: isEnd, into: &packets) }
    let framing = stream.syntax
    var byteCount = MPEGAudioFraming.headerByteCount
    guard window.count >= byteCount || isEnd else { return .needs(byteCount) }
    if window.count >= byteCount { byteCount = framing.frameByteCount(window, at: 0) }
    guard window.count >= byteCount || isEnd else { return .needs(byteCount) }
    var summary: MPEGAudioSummary?
    if byteCount <= window.count {
      summary = MPEGAudioSummary(window.extracting(first: byteCount), header: framing.header)
    }
    hasInfo = true
    if summary != nil {
      stream = FrameStream(framing, at: position.clampedAdding(UInt64(byteCount)))
    }
    let info = makeInfo(summary, summaryByteCount: UInt64(byteCount))
    stream.statedEnd = info.statedDataByteCount.map { position.clampedAdding($0) }
    return .info(info)
  }

  package mutating func resynchronise(at offset: UInt64) {
    stream.resynchronise(at: offset)
  }

  private func makeInfo(_ summary: MPEGAudioSummary?, summaryByteCount: UInt64) -> ContainerInfo {
    let header = stream.syntax.header
    let format = StreamFormat(
      sampleRate: Double(header.sampleRate), formatID: header.formatID,
      framesPerPacket: header.framesPerPacket, channelCount: header.isMono ? 1 : 2)
    var info = ContainerInfo(
      fileType: header.fileType, format: format, dataOffset: position,
      packetSizeUpperBound: stream.syntax.longestFrame)
    info.tail = .frames
    info.channelLayout = header.isMono ? .mono : .stereo
    info.tags = tags
    info.trim = tags.gapless?.trim
    guard let summary else { return info }
    info.statedPacketCount = summary.frameCount
    info.statedDataByteCount = summary.byteCount.flatMap {
      $0 > summaryByteCount ? $0 - summaryByteCount : nil
    }
    info.seekTable = summary.seekTable
    info.trim = summary.trim(framesPerPacket: header.framesPerPacket) ?? info.trim
    info.statedBitRate = bitRate(info, isConstant: summary.isConstantRate)
    return info
  }

  /// The bit rate from bytes and packets, rounded to a standard rate if it is constant.
  private func bitRate(_ info: ContainerInfo, isConstant: Bool) -> Int? {
    guard let bytes = info.statedDataByteCount, let packets = info.statedPacketCount else {
      return nil
    }
    let header = stream.syntax.header
    let seconds = Double(packets) * Double(header.framesPerPacket) / Double(header.sampleRate)
    let rate = Double(bytes) * 8 / seconds
    guard isConstant else { return Int(rate.rounded()) }
    let standard = (1..<15).map { header.bitRate(index: $0) }
    return standard.first { abs(Double($0) - rate) < rate / 50 } ?? Int(rate.rounded())
  }
}

extension MPEGAudioHeader {
  fileprivate var formatID: FourCC {
    switch layer {
    case 1: .mpegLayer1
    case 2: .mpegLayer2
    default: .mpegLayer3
    }
  }

  fileprivate var fileType: FourCC {
    switch layer {
    case 1: FourCC("M", "P", "G", "1")
    case 2: FourCC("M", "P", "G", "2")
    default: FourCC("M", "P", "G", "3")
    }
  }
}
