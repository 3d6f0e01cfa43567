import AudioToolbox
import AudioTransport
import ToolSupport

/// The packets of a file or a station on the web, or of a pipe, while they come.
///
/// Uses ``AudioTransport`` for the bytes, since Apple's names hold no way to read a URL that pauses, takes up
/// broken connections and skips: all else is `AudioFileStream`, which needs no length and never goes back.
final class StreamSource: PacketSource {
  var format: AudioStreamBasicDescription { parser.format }
  var magicCookie: [UInt8] { parser.magicCookie }
  private(set) var bufferByteCount = 0
  private(set) var bufferPacketCount = 0

  private let bytes: any ArrivingBytes
  private let parser: StreamParser
  private var content = Content.other
  private var recording = Recording()
  private var offset: UInt64 = 0
  /// Where the parser was given its first byte.
  private var firstOffset: UInt64 = 0
  private var nextFrame = 0
  private var nextPacket = 0
  private var isEnd = false
  /// Why no more packets come; those that came before are given first.
  private var failure: ToolFailure?
  /// Whether it is known that the packets end as the header states, or do not.
  private var isEndDecided = false
  /// Whether the end of the recording is known, with all packets.
  private var isSettled = false
  /// What the stream stated last of the frames of its packets.
  private var table = AudioFilePacketTableInfo()

  init(bytes: any ArrivingBytes) throws(ToolFailure) {
    self.bytes = bytes
    parser = try StreamParser()
    try StreamSource.translating { () throws(TransportError) in try bytes.connect() }
    let start = try read(at: 0, count: 512)
    guard !start.isEmpty else { throw ToolFailure("is empty") }
    offset = tagByteCount(start)
    firstOffset = offset
    content = Content(start)
    while !parser.isReady, parseMore() {}
    if parser.parsedPacketCount == 0, let failure { throw content.failure ?? failure }
    guard parser.isReady else {
      throw content.failure ?? ToolFailure(status: kAudioFileInvalidFileError)
    }
    bufferByteCount = max(parser.packetSizeUpperBound, parser.isConstant ? 256 << 10 : 48 << 10)
    bufferPacketCount = parser.isConstant ? 0 : 512
  }

  var duration: Double? {
    guard format.mSampleRate > 0, bytes.byteCount != nil else { return nil }
    if let table = parser.packetTable, table.mNumberValidFrames > 0 {
      return Double(table.mNumberValidFrames) * Double(parser.scale) / format.mSampleRate
    }
    if let packets = parser.statedPacketCount, format.mFramesPerPacket > 0 {
      return Double(packets) * Double(format.mFramesPerPacket) / format.mSampleRate
    }
    guard let total = bytes.byteCount, let bitRate = parser.bitRate, bitRate > 0 else {
      return nil
    }
    return Double(total - min(total, firstOffset + parser.dataOffset)) * 8 / bitRate
  }

  var progress: SourceProgress? {
    let state = bytes.progress
    return SourceProgress(
      bufferedFraction: state.byteCount.map { total in
        total > 0 ? Double(state.bufferedEnd) / Double(total) : 1
      }, title: state.title)
  }

  var shortfall: ToolFailure? {
    guard recording.limit == nil, !hasStatedBytes else { return nil }
    let size = parser.isConstant ? Int(parser.format.mBytesPerPacket) : 1
    let stated = parser.isConstant ? parser.statedByteCount : parser.statedPacketCount
    guard let promised = stated.map({ $0 / size }), promised > nextPacket + 1 else { return nil }
    return ToolFailure("cut off: \(nextPacket) of \(promised) packets of audio are there")
  }

  var hasMore: Bool { isEnd || bytes.progress.bufferedEnd > offset + 65_536 }

  // What has been heard of a stream is not kept.
  func seek(toSeconds seconds: Double) -> Bool { false }

  func limit(toSeconds seconds: Double) {
    recording.limit = Int((seconds * format.mSampleRate).rounded())
  }

  func cancel() {
    bytes.cancel()
  }

  func fill(
    _ buffer: AudioQueueBufferRef, atLeast: Int, atMost: Int
  ) throws(ToolFailure) -> Filling {
    guard !recording.isOver(at: nextFrame) else { return Filling() }
    // The last frames may be no part of the recording, which the end of the stream decides.
    let held = recording.heldFrames
    while parser.pendingFrameCount < atMost + held,
      parser.pendingFrameCount < atLeast + held || hasBytes, parseMore()
    {}
    settleEnd()
    var filling = parser.move(to: buffer, atMost: framesToMove(atMost: atMost))
    if filling.packetCount == 0, let failure { throw failure }
    let trim = recording.trim(first: nextFrame, count: filling.frameCount)
    (filling.trimAtStart, filling.trimAtEnd) = trim
    nextFrame += filling.frameCount
    nextPacket += filling.packetCount
    return filling
  }

  /// Limits a move to the packets before the stated end, as long as there are any.
  ///
  /// Whether the packets end there is decided only when no other packets are left, since it means
  /// waiting for bytes.
  private func framesToMove(atMost: Int) -> Int {
    // A move may end up to a packet behind the frames that it is asked for.
    let spare = parser.pendingFrameCount - recording.heldFrames - Int(format.mFramesPerPacket) + 1
    let atMost = isEnd || recording.heldFrames == 0 ? atMost : min(atMost, max(spare, 1))
    guard let end = recording.end, !isEndDecided, let stated = parser.statedPacketCount else {
      return atMost
    }
    let packetLength = Int(format.mFramesPerPacket)
    // A move may end up to a packet behind the frames that it is asked for.
    let safe = end - nextFrame - packetLength + 1
    if packetLength > 0, safe > 0 { return min(atMost, safe) }
    if packetLength == 0, nextFrame + parser.pendingFrameCount <= end { return atMost }
    decideEnd(stated: stated)
    return atMost
  }

  /// Sees whether the packets end as stated.
  ///
  /// A table that states fewer packets than the file has belongs to a part of the file only.
  private func decideEnd(stated: Int) {
    while parser.parsedPacketCount <= stated, parseMore() {}
    if parser.parsedPacketCount > stated { recording.end = nil }
    isEndDecided = true
  }

  /// Decides where the recording ends once all packets are here.
  private func settleEnd() {
    guard isEnd, !isSettled else { return }
    isSettled = true
    isEndDecided = true
    recording.settle(
      frameCount: nextFrame + parser.pendingFrameCount, isWhole: hasStatedBytes)
  }

  /// Whether all bytes of MPEG audio came that its header states, which may count packets wrongly.
  private var hasStatedBytes: Bool {
    format.mFormatID == kAudioFormatMPEGLayer3 && parser.statedByteCount == parser.parsedByteCount
  }

  /// Whether bytes can be had without waiting.
  private var hasBytes: Bool { !isEnd && bytes.progress.bufferedEnd > offset }

  /// Parses what comes next; a failure is kept until the packets before it have been given.
  ///
  /// - Returns: Whether there was something.
  private func parseMore() -> Bool {
    guard !isEnd else { return false }
    do throws(ToolFailure) {
      let piece = try read(at: offset, count: 16_384)
      isEnd = piece.isEmpty
      offset += UInt64(piece.count)
      try parser.parse(piece)
    } catch {
      failure = parser.isNotOptimized ? content.streamingFailure : error
      isEnd = true
      // Lets out a packet that waits for the next; why the bytes end is known already.
      try? parser.parse([])
    }
    takeTable()
    return failure == nil
  }

  /// Takes what the stream states of the frames of its packets, where that is new.
  private func takeTable() {
    guard let new = parser.packetTable,
      new.mNumberValidFrames != table.mNumberValidFrames
        || new.mPrimingFrames != table.mPrimingFrames
    else { return }
    table = new
    recording.take(new, scale: parser.scale)
    // A stream that does not know its end yet states no valid frames.
    if new.mNumberValidFrames == 0 { recording.end = nil }
    isEndDecided = false
  }

  private func read(at offset: UInt64, count: Int) throws(ToolFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = try StreamSource.translating { () throws(TransportError) in
      var span = buffer.mutableSpan
      return try bytes.read(at: offset, into: &span)
    }
    return Array(buffer[..<got])
  }

  /// Bytes of an ID3v2 tag to skip by asking the server for what lies behind it.
  ///
  /// A tag with a picture may be larger than seconds of audio; small ones the parser reads.
  ///
  /// Source: ID3 tag version 2.4.0, main structure, 3.1.
  private func tagByteCount(_ start: [UInt8]) -> UInt64 {
    guard start.count >= 10, Array(start[..<3]) == Array("ID3".utf8), bytes.progress.isSeekable,
      start[6..<10].allSatisfy({ $0 < 0x80 })
    else { return 0 }
    let body = start[6..<10].reduce(UInt64(0)) { $0 << 7 | UInt64($1) }
    let footer: UInt64 = start[5] & 0x10 != 0 ? 10 : 0
    let size = 10 + body + footer
    return size > 65_536 && size < bytes.byteCount ?? 0 ? size : 0
  }

  private static func translating<Result>(
    _ body: () throws(TransportError) -> Result
  ) throws(ToolFailure) -> Result {
    do {
      return try body()
    } catch {
      throw ToolFailure(error)
    }
  }
}
