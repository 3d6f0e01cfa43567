internal import AudioCodecs
internal import AudioModel
internal import MediaTimeline

/// The decoder of a queue, and its current entry.
struct ItemDecoding {
  private let format: StreamFormat
  private let makeDecoder: PlaybackEngine.MakeDecoder
  /// The configuration of the codec, for the next decoder.
  var magicCookie: [UInt8] = []
  /// Whether the queue ends when its entries do.
  var isEnding = false
  /// The frame of the player's time that the next frame gets.
  var nextTime = 0.0
  /// The entry that comes next, if ``hasEntry`` is false.
  var entry: QueuedEntry?
  private var decoder: (any PacketDecoder)?
  private var current: ItemDecoder?
  private var finished: (any PlaybackBuffer)?
  /// Whether the decoder may hold frames back.
  private var needsDrain = false
  /// The format of the latest frames, and of silence.
  private var sampleRate: Double
  private var channelCount: Int

  init(format: StreamFormat, makeDecoder: @escaping PlaybackEngine.MakeDecoder) {
    self.format = format
    self.makeDecoder = makeDecoder
    sampleRate = format.sampleRate
    channelCount = format.channelCount
  }

  /// Whether an entry has not been decoded to its end.
  var hasEntry: Bool { current != nil || entry != nil }

  /// Removes and returns the buffer that the last read has finished with.
  mutating func takeFinished() -> (any PlaybackBuffer)? {
    defer { finished = nil }
    return finished
  }

  /// Forgets the entry.
  ///
  /// - Returns: The buffer of the entry, if any.
  mutating func discard() -> (any PlaybackBuffer)? {
    defer { (current, entry, needsDrain) = (nil, nil, false) }
    decoder?.reset()
    if case .item(let item) = entry { return item.buffer }
    return current?.item.buffer
  }

  /// Frees the decoder, because the next start may have another configuration.
  mutating func release() {
    decoder = nil
    needsDrain = false
  }

  /// Decodes the next piece of the entry.
  ///
  /// - Throws: ``CodecError`` if the packets cannot be decoded at all.
  mutating func read(into block: inout FrameBlock) throws(CodecError) -> SourceReading {
    block.sampleRate = sampleRate
    block.channelCount = channelCount
    switch entry {
    case .item(let item): current = ItemDecoder(item, format: format)
    case .flush: drain(into: &block)
    case nil: break
    }
    defer { entry = nil }
    guard current != nil else {
      if entry != nil { return .frames }
      guard isEnding else { return .pending }
      guard needsDrain else { return .end }
      drain(into: &block)
      return .frames
    }
    let decoder = try madeDecoder()
    if !addSilence(to: &block) { try decodePiece(with: decoder, into: &block) }
    nextTime += Double(block.frameCount) * format.sampleRate / block.sampleRate
    return .frames
  }

  private mutating func madeDecoder() throws(CodecError) -> any PacketDecoder {
    if let decoder { return decoder }
    let made = try makeDecoder(format, magicCookie)
    decoder = made
    return made
  }

  private mutating func decodePiece(
    with decoder: any PacketDecoder, into block: inout FrameBlock
  ) throws(CodecError) {
    if let current, !current.hasBegun { block.changes = current.item.changes }
    needsDrain = true
    if let failure = current?.decodePiece(with: decoder, into: &block.samples) {
      guard failure == .badPacket else {
        block.samples.removeAll(keepingCapacity: true)
        throw failure
      }
      block.failure = failure
    }
    takeFormat(of: decoder, for: &block)
    guard let current, current.isDone else { return }
    finished = current.item.buffer
    self.current = nil
  }

  /// Adds silence up to the frame at which the current buffer is due.
  private func addSilence(to block: inout FrameBlock) -> Bool {
    guard let due = current?.item.startFrame else { return false }
    let missing = Int(((Double(due) - nextTime) * sampleRate / format.sampleRate).rounded())
    guard missing > 0 else { return false }
    let frames = min(missing, ItemDecoder.pieceFrames)
    block.samples = [Float](repeating: 0, count: frames * channelCount)
    return true
  }

  /// Adds the frames that the decoder holds back.
  ///
  /// Later packets then start a new stream.
  private mutating func drain(into block: inout FrameBlock) {
    block.isFlush = true
    needsDrain = false
    guard let decoder else { return }
    do throws(CodecError) {
      try decoder.drain(into: &block.samples)
    } catch {
      block.failure = error
    }
    takeFormat(of: decoder, for: &block)
    decoder.reset()
    nextTime += Double(block.frameCount) * format.sampleRate / block.sampleRate
  }

  private mutating func takeFormat(of decoder: any PacketDecoder, for block: inout FrameBlock) {
    guard !block.samples.isEmpty, decoder.sampleRate > 0, decoder.channelCount > 0 else { return }
    (sampleRate, channelCount) = (decoder.sampleRate, decoder.channelCount)
    block.sampleRate = sampleRate
    block.channelCount = channelCount
  }
}
