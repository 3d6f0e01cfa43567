import AudioModel

/// What the reader answers.
extension OggReader {
  /// Gives the packets that wait on the last page, which nothing marks.
  mutating func release() {
    isHolding = false
    waitingTrim = clock.trim()
  }

  mutating func takeWaiting(into packets: inout [Packet]) -> ReaderStep? {
    guard !waiting.packets.isEmpty, !isHolding else { return nil }
    if let trim = waitingTrim.take(), trim != givenTrim {
      givenTrim = trim
      return .trim(trim)
    }
    packets.append(contentsOf: waiting.packets)
    let bytes = waiting.bytes
    waiting = Audio()
    return .gathered(bytes)
  }

  /// Answers where the file has no more pages.
  mutating func finish(_ view: borrowing WindowView) throws(ContainerError) -> ReaderStep {
    guard info == nil else { return finish() }
    if case .audio = state { return .info(makeInfo()) }
    guard view.end > start else { throw ContainerError(.empty, at: start) }
    let hasOthersOnly = group.stream == nil && !group.others.isEmpty
    throw hasOthersOnly ? unreadStreams(at: view.end) : ContainerError(.truncated, at: view.end)
  }

  /// Why none of the streams is read here.
  ///
  /// Source: *The Speex Codec Manual* (Xiph.Org), 7.3: a stream begins with the name, in eight bytes.
  func unreadStreams(at offset: UInt64) -> ContainerError {
    group.hasSpeex
      ? ContainerError(.needsLibrary(.ogg), at: start)
      : ContainerError(.unsupportedFormat, at: offset)
  }

  /// Answers where the audio ends.
  mutating func finish() -> ReaderStep {
    state = .end
    guard var info, let trim = clock.trim(), info.trim != trim else {
      return .end
    }
    guard stream?.statedFrameCount == nil else { return .end }
    info.trim = trim
    self.info = info
    return .completed(info)
  }

  mutating func makeInfo() -> ContainerInfo {
    guard let stream else { preconditionFailure("no info before a stream") }
    var info = ContainerInfo(
      fileType: .ogg, format: stream.format(waiting.packets.map(\.frameCount)),
      dataOffset: audioOffset,
      packetSizeUpperBound: stream.packetSizeUpperBound)
    // Hardly any pages are as long as they may be.
    info.tail = ContainerInfo.Tail(
      byteCounts: [OggPage.mostBytes / 4, 2 * OggPage.mostBytes], fewestPackets: 1)
    info.isAllAudio = group.others.isEmpty
    info.magicCookie = stream.magicCookie
    info.channelLayout = stream.layout
    info.tags = stream.tags
    let stated = stream.statedFrameCount
    info.trim = FrameTrim(
      primingFrames: stream.preSkip + clock.skippedFrames, validFrames: stated ?? 0,
      remainderFrames: 0)
    self.info = info
    return info
  }
}
