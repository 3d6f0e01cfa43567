import AudioToolbox
import AudioTransport
import ToolSupport

/// The packets of a file or station on the web, or of a pipe, during their transfer.
///
/// Uses ``AudioTransport`` for the bytes. Apple's API has no URL reader that pauses, resumes broken
/// connections, and skips. The rest is `AudioFileStream`, which needs no length and never goes
/// back.
final class StreamSource: PacketSource {
  var format: AudioStreamBasicDescription { link.format }
  var magicCookie: [UInt8] { link.magicCookie }
  let bufferByteCount: Int
  let bufferPacketCount: Int

  private let feed: StreamFeed
  private let link: StreamLink
  private var parser: StreamParser { feed.parser }
  private var recording = Recording()
  private var nextFrame = 0
  private var nextPacket = 0
  /// Whether it has been decided if the packets end as stated in the header.
  private var isEndDecided = false
  /// Whether the end of the recording is known, from all packets.
  private var isSettled = false
  /// The stream's last packet table.
  private var table = AudioFilePacketTableInfo()

  /// Opens arriving audio: its packets, or its frames if other streams may follow.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The source.
  /// - Throws: ``ToolFailure`` if the bytes are not audio.
  static func open(_ bytes: any ArrivingBytes) throws(ToolFailure) -> any PacketSource {
    let feed = try StreamFeed(bytes)
    // The first bytes may have completed the first stream.
    guard let link = feed.parser.first else {
      throw ToolFailure(status: kAudioFileInvalidFileError)
    }
    return feed.parser.mayBeChained ? try StreamFrames(feed, link) : StreamSource(feed, link)
  }

  private init(_ feed: StreamFeed, _ link: StreamLink) {
    self.feed = feed
    self.link = link
    bufferByteCount = max(link.packetSizeUpperBound, link.isConstant ? 256 << 10 : 48 << 10)
    bufferPacketCount = link.isConstant ? 0 : 512
    takeTable()
  }

  var duration: Double? {
    guard format.mSampleRate > 0, feed.bytes.byteCount != nil else { return nil }
    if let table = link.table, table.mNumberValidFrames > 0 {
      return Double(table.mNumberValidFrames) * Double(link.scale) / format.mSampleRate
    }
    if let packets = parser.statedPacketCount, format.mFramesPerPacket > 0 {
      return Double(packets) * Double(format.mFramesPerPacket) / format.mSampleRate
    }
    return feed.estimatedDuration
  }

  var progress: SourceProgress? { feed.progress }

  var shortfall: ToolFailure? {
    guard recording.limit == nil, !hasStatedBytes else { return nil }
    let size = link.isConstant ? Int(format.mBytesPerPacket) : 1
    let stated = link.isConstant ? parser.statedByteCount : parser.statedPacketCount
    guard let promised = stated.map({ $0 / size }), promised > nextPacket + 1 else { return nil }
    return ToolFailure("truncated: contains \(nextPacket) of \(promised) packets of audio")
  }

  var hasMore: Bool { feed.hasMore }

  // Earlier audio of a stream is not stored.
  func seek(toSeconds seconds: Double) -> Bool { false }

  func limit(toSeconds seconds: Double) {
    recording.limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {
    feed.bytes.cancel()
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    guard !recording.isOver(at: nextFrame) else { return Filling() }
    // The last frames may not belong to the recording, which only the end of the stream decides.
    while link.pendingFrameCount < atMost + heldFrames,
      link.pendingFrameCount < atLeast + heldFrames || feed.hasBytes, parseMore()
    {}
    settleEnd()
    var filling = link.move(to: buffer, atMost: framesToMove(atMost: atMost))
    if filling.packetCount == 0, let failure = feed.failure { throw failure }
    let trim = recording.trim(first: nextFrame, count: filling.frameCount)
    (filling.trimAtStart, filling.trimAtEnd) = trim
    nextFrame += filling.frameCount
    nextPacket += filling.packetCount
    return filling
  }

  /// Limits a move to the packets before the stated end, as long as any remain.
  ///
  /// The end is decided only after these packets, because the decision waits for bytes.
  private func framesToMove(atMost: Int) -> Int {
    // A move may end up to one packet after the requested frames.
    let spare = link.pendingFrameCount - heldFrames - Int(format.mFramesPerPacket) + 1
    let atMost = isEnd || heldFrames == 0 ? atMost : min(atMost, max(spare, 1))
    guard let end = recording.end, !isEndDecided, let stated = parser.statedPacketCount else {
      return atMost
    }
    let packetLength = Int(format.mFramesPerPacket)
    // A move may end up to one packet after the requested frames.
    let safe = end - nextFrame - packetLength + 1
    if packetLength > 0, safe > 0 { return min(atMost, safe) }
    if packetLength == 0, nextFrame + link.pendingFrameCount <= end { return atMost }
    decideEnd(stated: stated)
    return atMost
  }

  /// Decides whether the packets end as stated.
  ///
  /// A table that states fewer packets than the file has describes only a part of the file.
  private func decideEnd(stated: Int) {
    while link.parsedPacketCount <= stated, parseMore() {}
    if link.parsedPacketCount > stated { recording.end = nil }
    isEndDecided = true
  }

  /// Frames to hold until the end of the stream is known; 0 while more bytes must come.
  private var heldFrames: Int { feed.mayBeAtEnd ? recording.heldFrames : 0 }

  /// Whether all packets of the stream have arrived.
  private var isEnd: Bool { feed.isEnd || link.isOver }

  /// Determines the end of the recording after all packets have arrived.
  private func settleEnd() {
    guard isEnd, !isSettled else { return }
    isSettled = true
    isEndDecided = true
    recording.settle(frameCount: nextFrame + link.pendingFrameCount, isWhole: hasStatedBytes)
  }

  /// Whether all stated bytes of MPEG audio have arrived; its packet count may be wrong.
  private var hasStatedBytes: Bool {
    format.mFormatID == kAudioFormatMPEGLayer3 && parser.statedByteCount == parser.parsedByteCount
  }

  private func parseMore() -> Bool {
    let hasMore = feed.parseMore()
    takeTable()
    return hasMore
  }

  /// Uses the stream's packet table if it has changed.
  private func takeTable() {
    guard let new = link.table,
      new.mNumberValidFrames != table.mNumberValidFrames
        || new.mPrimingFrames != table.mPrimingFrames
    else { return }
    table = new
    recording.take(new, scale: link.scale)
    // A stream that does not know its end yet states no valid frames.
    if new.mNumberValidFrames == 0 { recording.end = nil }
    isEndDecided = false
  }
}
