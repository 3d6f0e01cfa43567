package import AudioModel
import AudioSyntax

/// Reads AAC in an Audio Data Transport Stream, from its first frame on.
///
/// The packets are raw data blocks, without the header of 7 bytes or more. For HE-AAC, the header
/// describes only the plain AAC inside.
///
/// Source: ISO/IEC 13818-7, 6.2 Audio Data Transport Stream; ISO/IEC 14496-3, 1.A.2.2.
package struct ADTSReader: ContainerReader {
  private var stream: FrameStream<ADTSFraming>
  private var hasInfo = false
  /// Tags found before the audio.
  private let tags: Tags

  /// Starts at a frame that begins a recognized stream.
  init(at start: UInt64, framing: ADTSFraming, tags: Tags = Tags()) {
    stream = FrameStream(framing, at: start)
    self.tags = tags
  }

  package var position: UInt64 { stream.position }

  package mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard !hasInfo else { return stream.next(window, isEnd: isEnd, into: &packets) }
    let header = stream.syntax.header
    var configuration = AudioSpecificConfig(header).bytes(hasBandReplication: nil)
    if header.channelCount == nil {
      let needed = min(
        header.frameByteCount, header.headerByteCount + ADTSProgram.longestElement)
      guard window.count >= needed || isEnd else { return .needs(needed) }
      let start = min(header.headerByteCount, window.count)
      let block = window.extracting(start..<max(start, min(needed, window.count)))
      guard let program = ADTSProgram.configuration(block, header: header) else {
        throw ContainerError(.unsupportedFormat, at: position)
      }
      configuration = program
    }
    hasInfo = true
    return .info(try makeInfo(configuration))
  }

  package mutating func resynchronise(at offset: UInt64) {
    stream.resynchronise(at: offset)
  }

  private func makeInfo(_ configuration: [UInt8]) throws(ContainerError) -> ContainerInfo {
    let header = stream.syntax.header
    let spelledOut = header.channelCount == nil
    guard
      let channelCount = header.channelCount
        ?? AudioSpecificConfig(configuration.span)?.channelCount, channelCount > 0
    else { throw ContainerError(.unsupportedFormat, at: position) }
    let format = StreamFormat(
      sampleRate: Double(header.sampleRate), formatID: .mpeg4AAC,
      framesPerPacket: ADTSFraming.framesPerBlock, channelCount: channelCount)
    var info = ContainerInfo(
      fileType: FourCC("a", "d", "t", "s"), format: format, dataOffset: position,
      packetSizeUpperBound: ADTSFraming.longestPacket)
    info.magicCookie = AACCookie.make(configuration)
    info.channelLayout =
      spelledOut && channelCount > 2
      ? AudioSpecificConfig(configuration.span)?.programLayout
      : (.centreFirst(channelCount) ?? .centreFirst(8))
    info.tail = .frames
    info.tags = tags
    info.trim = tags.gapless?.trim
    return info
  }
}
