internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

/// The way from the source to the ring.
extension Feeder {
  /// Moves a piece from the staged samples to the ring, or from the source to the staged samples.
  ///
  /// - Returns: Whether there was progress.
  func step() -> Bool {
    if stagedOffset < staged.count {
      guard output.accepts(stagedFormat) else { return false }
      if stagedOffset == 0 { output.mark(time: stagedTime, ratio: stagedRatio) }
      let written = output.write(staged.span.extracting(stagedOffset..<staged.count))
      stagedOffset += written
      return written > 0
    }
    if let tapStage { return stageTap(tapStage) }
    return stageNext() == .frames
  }

  /// Stages the next frames of the source, and places them in the player's time.
  ///
  /// - Returns: The answer of the source. A failure is a step, too.
  func stageNext() -> SourceReading {
    block.clear()
    let reading = readBlock()
    sourceHasEnded = reading == .end
    if let failure = block.failure { observer?.playbackFailed(failure) }
    if reading == .frames {
      change()
      if !block.samples.isEmpty {
        stagedFormat = DeviceFormat(
          sampleRate: block.sampleRate, channelCount: block.channelCount)
      }
    }
    staged.removeAll(keepingCapacity: true)
    stagedOffset = 0
    swap(&staged, &block.samples)
    // After the last frame, time-pitch gives what it holds back.
    let isLast = reading == .end && isEnding && phase == .running
    place(isLast: block.isFlush || isLast)
    return isLast && !staged.isEmpty ? .frames : reading
  }

  private func readBlock() -> SourceReading {
    do throws(CodecError) {
      return try source.read(into: &block)
    } catch {
      // If nothing can be decoded, playback does not start. Otherwise the frames before are heard.
      let isFirst = phase == .primed && block.samples.isEmpty && output.unreadFrames == 0
      if error != .badPacket || isFirst { codecFailure = error }
      observer?.playbackFailed(error)
      return .frames
    }
  }

  /// Places the staged frames in the player's time, and applies time-pitch unless a tap comes
  /// first.
  private func place(isLast: Bool = false) {
    let frames = staged.count / max(1, stagedFormat.channelCount)
    let scale = engine.format.sampleRate / stagedFormat.sampleRate
    stagedTime = nextTime
    stagedRatio = scale
    nextTime += Double(frames) * scale
    if tapStage?.tap.place != .beforeEffects { stretch(isLast: isLast) }
  }

  /// Applies the current rate and pitch to the staged frames.
  ///
  /// - Parameter isLast: Whether time-pitch gives the frames that it holds back, too.
  func stretch(isLast: Bool = false) {
    guard isStretching else { return }
    let (rate, channels) = (stagedFormat.sampleRate, stagedFormat.channelCount)
    var stretcher =
      self.stretcher.flatMap { $0.isFor(sampleRate: rate, channelCount: channels) ? $0 : nil }
      ?? TimePitch(sampleRate: rate, channelCount: channels)
    var settings = engine.nextTimePitch
    // The start decided whether time-pitch runs at all.
    settings.isEnabled = true
    stagedTime -= stretcher.heldFrames * stagedRatio
    stagedRatio *= settings.effectiveRate
    stretcher.process(&staged, settings)
    if isLast { stretcher.finish(&staged) }
    self.stretcher = stretcher
  }

  /// Schedules the parameters that change with the first frame of the block.
  private func change() {
    guard !block.changes.isEmpty else { return }
    let changes = block.changes
    let time = nextTime
    let waiting = waitingFrames
    engine.shared.withLock { $0.parameters.add(changes, at: time) }
    output.schedule(changes, behind: waiting)
  }

  /// Frames that wait for time-pitch and the tap, counted as the frames that they become.
  private var waitingFrames: Double {
    let inTap = Double(tapStage?.waitingFrames ?? 0)
    guard isStretching, let stretcher else { return inTap }
    let rate = engine.nextTimePitch.effectiveRate
    return tapStage?.tap.place == .beforeEffects
      ? (inTap + stretcher.heldFrames) / rate : inTap + stretcher.heldFrames / rate
  }
}
