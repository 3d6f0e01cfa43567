internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

/// From buffers and sources to the ring.
extension Feeder {
  /// Moves a piece on: from the staged samples to the ring, or from a buffer to the staged samples.
  ///
  /// - Returns: Whether anything was done.
  func step() -> Bool {
    if stagedOffset < staged.count {
      guard output.accepts(stagedFormat) else { return false }
      if stagedOffset == 0 { output.mark(time: stagedTime, ratio: stagedRatio) }
      let written = output.write(staged.span.extracting(stagedOffset..<staged.count))
      stagedOffset += written
      return written > 0
    }
    if let tapStage { return stageTap(tapStage) }
    return decodeNext()
  }

  /// Decodes the next piece of a buffer or source, and takes it into the player's time.
  ///
  /// - Returns: Whether anything was done.
  func decodeNext() -> Bool {
    if let source {
      pull(source)
      return true
    }
    if current == nil {
      switch takeEntry() {
      case .source(let taken):
        begin(taken)
        return true
      case .item(let item): current = ItemDecoder(item, format: engine.format)
      case .flush: return drain()
      case nil:
        return isEnding && phase == .running ? drain() && stagedOffset < staged.count : false
      }
    }
    guard let decoder = madeDecoder() else { return true }
    if stageSilence() { return true }
    change()
    staged.removeAll(keepingCapacity: true)
    stagedOffset = 0
    if let failure = current?.decodePiece(with: decoder, into: &staged) {
      observer?.playbackFailed(failure)
      if failure != .badPacket {
        codecFailure = failure
        staged.removeAll(keepingCapacity: true)
        return true
      }
    }
    takeFormat(of: decoder)
    place()
    if current?.isDone == true { returnCurrent() }
    return true
  }

  private func takeEntry() -> PlaybackEngine.Entry? {
    engine.shared.withLock { $0.entries.isEmpty ? nil : $0.entries.removeFirst() }
  }

  func begin(_ next: any PlaybackSource) {
    source = next
    next.begin(at: Int(nextTime.rounded()))
  }

  /// Stages the next frames of a source, and forgets it after the last.
  private func pull(_ source: any PlaybackSource) {
    staged.removeAll(keepingCapacity: true)
    stagedOffset = 0
    stagedFormat = DeviceFormat(
      sampleRate: engine.format.sampleRate, channelCount: engine.format.channelCount)
    do throws(CodecError) {
      try source.read(into: &staged)
      if staged.isEmpty { self.source = nil }
    } catch {
      self.source = nil
      // Of which nothing can be had, does not start; else what came before is heard.
      let isFirst = phase == .primed && staged.isEmpty && output.unreadFrames == 0
      if error != .badPacket || isFirst { codecFailure = error }
      observer?.playbackFailed(error)
    }
    place()
  }

  /// Takes the staged frames into the player's time, at the rate and pitch that are asked for now where no tap is before that.
  private func place(isLast: Bool = false) {
    let frames = staged.count / max(1, stagedFormat.channelCount)
    let scale = engine.format.sampleRate / stagedFormat.sampleRate
    stagedTime = nextTime
    stagedRatio = scale
    nextTime += Double(frames) * scale
    if tapStage?.tap.place != .beforeEffects { stretch(isLast: isLast) }
  }

  /// Brings the staged frames to the rate and pitch that are asked for now.
  ///
  /// - Parameter isLast: Whether what is held back is to come, too.
  func stretch(isLast: Bool = false) {
    guard isStretching else { return }
    let (rate, channels) = (stagedFormat.sampleRate, stagedFormat.channelCount)
    var stretcher =
      self.stretcher.flatMap { $0.isFor(sampleRate: rate, channelCount: channels) ? $0 : nil }
      ?? TimePitch(sampleRate: rate, channelCount: channels)
    var settings = engine.nextTimePitch
    // Whether anything is done at all was settled at the start.
    settings.isEnabled = true
    stagedTime -= stretcher.heldFrames * stagedRatio
    stagedRatio *= settings.effectiveRate
    stretcher.process(&staged, settings)
    if isLast { stretcher.finish(&staged) }
    self.stretcher = stretcher
  }

  private func returnCurrent() {
    guard let buffer = current?.item.buffer else { return }
    current = nil
    observer?.playbackReturned(buffer, isDiscarded: false)
  }

  /// Changes the parameters that are to change where the current buffer starts.
  private func change() {
    guard let current, !current.hasBegun, !current.item.changes.isEmpty else { return }
    let changes = current.item.changes
    let time = nextTime
    let waiting = waitingFrames
    engine.shared.withLock { $0.parameters.add(changes, at: time) }
    output.schedule(changes, behind: waiting)
  }

  /// Frames that wait for time-pitch and in front of the tap, as so many as they will be when they are written.
  private var waitingFrames: Double {
    let inTap = Double(tapStage?.waitingFrames ?? 0)
    guard isStretching, let stretcher else { return inTap }
    let rate = engine.nextTimePitch.effectiveRate
    return tapStage?.tap.place == .beforeEffects
      ? (inTap + stretcher.heldFrames) / rate : inTap + stretcher.heldFrames / rate
  }

  /// Stages silence up to the frame at which the current buffer is due.
  private func stageSilence() -> Bool {
    guard let due = current?.item.startFrame else { return false }
    let scale = engine.format.sampleRate / stagedFormat.sampleRate
    let missing = Int(((Double(due) - nextTime) / scale).rounded())
    guard missing > 0 else { return false }
    let frames = min(missing, ItemDecoder.pieceFrames)
    staged = [Float](repeating: 0, count: frames * stagedFormat.channelCount)
    stagedOffset = 0
    place()
    return true
  }

  /// Stages what the decoder and time-pitch hold back, and forgets the packets so far.
  private func drain() -> Bool {
    staged.removeAll(keepingCapacity: true)
    stagedOffset = 0
    if let decoder {
      do throws(CodecError) {
        try decoder.drain(into: &staged)
      } catch {
        observer?.playbackFailed(error)
      }
      takeFormat(of: decoder)
      decoder.reset()
    }
    place(isLast: true)
    return true
  }

  private func madeDecoder() -> (any PacketDecoder)? {
    if let decoder { return decoder }
    let cookie = engine.shared.withLock { $0.magicCookie }
    do throws(CodecError) {
      decoder = try engine.makeDecoder(engine.format, cookie)
    } catch {
      codecFailure = error
      observer?.playbackFailed(error)
    }
    return decoder
  }

  private func takeFormat(of decoder: any PacketDecoder) {
    guard !staged.isEmpty, decoder.sampleRate > 0, decoder.channelCount > 0 else { return }
    stagedFormat = DeviceFormat(
      sampleRate: decoder.sampleRate, channelCount: decoder.channelCount)
  }
}
