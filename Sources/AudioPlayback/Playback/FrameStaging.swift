internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import MediaTimeline
internal import Synchronization

/// The frames of a player on their way from the source to the ring: through a tap and time-pitch.
final class FrameStaging {
  private let engine: PlaybackEngine
  private let output: FeederOutput
  private let source: any PlaybackSource
  /// The player's state.
  var phase = PlaybackPhase.stopped
  /// Whether to stop once everything has played.
  var isEnding = false {
    didSet { source.setEnding(isEnding) }
  }
  /// Whether the source had no more frames at the last read.
  private var sourceHasEnded = false
  /// The frames of the last read.
  private var block: FrameBlock
  /// The reason why decoding failed; a new start tries again.
  private(set) var codecFailure: CodecError?
  /// Samples on their way to the ring, and how many the ring has taken.
  private var staged: [Float] = []
  private var stagedOffset = 0
  private(set) var stagedFormat: DeviceFormat
  /// The player's time of the first staged frame, and the player's frames for each staged frame.
  private var stagedTime = 0.0
  private var stagedRatio = 1.0
  /// The player's time of the next decoded frame.
  var nextTime = 0.0
  /// Whether frames pass through time-pitch since the start.
  private var isStretching = false
  private var stretcher: TimePitch?
  /// The tap since the start.
  private var tapStage: TapStage?
  /// Converts decoded frames to the tap's format.
  private var matcher: FrameMatcher?

  init(_ engine: PlaybackEngine, _ output: FeederOutput) {
    self.engine = engine
    self.output = output
    source = engine.source
    let format = engine.format
    block = FrameBlock(sampleRate: format.sampleRate, channelCount: format.channelCount)
    stagedFormat = DeviceFormat(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
  }

  /// Starts a new time, with the current time-pitch and tap.
  func beginTime() {
    isStretching = engine.timePitch.isEnabled
    stretcher?.reset()
    begin(at: 0)
    prepareTap()
  }

  /// Starts the source at a time of the player.
  func begin(at time: Double) {
    nextTime = time
    sourceHasEnded = false
    source.begin(at: time)
  }

  /// Forgets the last failure, because the next start may have another configuration.
  func forgetFailure() {
    codecFailure = nil
  }

  /// Ends the source, and discards the staged frames.
  func end() {
    source.discard()
    sourceHasEnded = true
    clear()
  }

  /// Discards all frames that are not in the ring.
  func discard() {
    source.discard()
    clear()
    stretcher?.reset()
    matcher = nil
    tapStage?.reset()
  }

  private func clear() {
    staged = []
    stagedOffset = 0
  }

  /// Releases the decoder and the tap.
  func release() {
    source.release()
    tapStage = nil
  }

  /// Releases the decoder only.
  func releaseSource() {
    source.release()
  }

  /// Whether no staged frames wait for the ring.
  var isEmpty: Bool { stagedOffset >= staged.count }

  /// Whether everything is in the ring.
  var hasEnded: Bool { sourceHasEnded && isEmpty && tapStage?.hasEnded ?? true }

  /// Whether frames take neither time-pitch nor a tap.
  var isPlain: Bool { !isStretching && tapStage == nil }

  private var observer: (any PlaybackObserver)? { engine.observers.observer }

  // MARK: Steps

  /// Moves staged samples to the ring; returns whether there was progress.
  func write() -> Bool {
    guard output.accepts(stagedFormat) else { return false }
    if stagedOffset == 0 { output.ring.mark(time: stagedTime, ratio: stagedRatio) }
    let written = output.write(staged.span.extracting(stagedOffset..<staged.count))
    stagedOffset += written
    return written > 0
  }

  /// Stages the next frames; returns whether there was progress.
  func stage() -> Bool {
    if let tapStage { return stageTap(tapStage) }
    return stageNext() == .frames
  }

  /// Stages the next frames of the source, and places them in the player's time.
  ///
  /// - Returns: The answer of the source; `.frames` also after a failure.
  private func stageNext() -> SourceReading {
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
    // After the last frame, time-pitch outputs the frames that it holds back.
    let isLast = reading == .end && isEnding && phase == .running
    place(isLast: block.isFlush || isLast)
    return isLast && !staged.isEmpty ? .frames : reading
  }

  private func readBlock() -> SourceReading {
    do throws(CodecError) {
      return try source.read(into: &block)
    } catch {
      // If nothing can be decoded, playback does not start. Otherwise, the frames before the
      // failure play.
      let isFirst = phase == .primed && block.samples.isEmpty && output.ring.unreadFrames == 0
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
  /// - Parameter isLast: Whether time-pitch also outputs the frames that it holds back.
  private func stretch(isLast: Bool = false) {
    guard isStretching else { return }
    let (rate, channels) = (stagedFormat.sampleRate, stagedFormat.channelCount)
    var stretcher =
      self.stretcher.flatMap { $0.isFor(sampleRate: rate, channelCount: channels) ? $0 : nil }
      ?? TimePitch(sampleRate: rate, channelCount: channels)
    var settings = engine.nextTimePitch
    // A start decides whether time-pitch runs, and the current start has enabled it.
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
    output.schedule(changes, after: waiting)
  }

  /// Frames that wait for time-pitch and the tap, as the number of frames that these will output.
  private var waitingFrames: Double {
    let inTap = Double(tapStage?.waitingFrames ?? 0)
    guard isStretching, let stretcher else { return inTap }
    let rate = engine.nextTimePitch.effectiveRate
    return tapStage?.tap.place == .beforeEffects
      ? (inTap + stretcher.heldFrames) / rate : inTap + stretcher.heldFrames / rate
  }
}

// MARK: - Tap

extension FrameStaging {
  /// Prepares the tap for a start.
  private func prepareTap() {
    matcher = nil
    let tap = engine.shared.withLock { $0.tap }
    let format = DeviceFormat(
      sampleRate: engine.format.sampleRate, channelCount: engine.format.channelCount)
    tapStage = tap.map { tap in
      TapStage(tap, format: format) { [unowned self] in supplyTap() }
    }
  }

  /// Stages the next frames of the tap.
  ///
  /// - Returns: Whether there was progress.
  private func stageTap(_ stage: TapStage) -> Bool {
    var supply = TapSupply.frames
    while stage.waitingFrames < stage.tap.maximumFrames, supply == .frames { supply = supplyTap() }
    if codecFailure != nil { return true }
    let count = min(stage.waitingFrames, stage.tap.maximumFrames)
    if count > 0 {
      let made = stage.call(count)
      staged = made.samples
      stagedOffset = 0
      stagedFormat = stage.format
      (stagedTime, stagedRatio) = (made.time, made.ratio)
      if stage.tap.place == .beforeEffects { stretch() }
      return true
    }
    guard supply == .end else { return false }
    staged = stage.hasEnded ? [] : stage.callAfterEnd()
    stagedOffset = 0
    stagedFormat = stage.format
    (stagedTime, stagedRatio) = (nextTime, 1)
    nextTime += Double(staged.count / stage.format.channelCount)
    if stage.tap.place == .beforeEffects { stretch(isLast: stage.hasEnded) }
    return !stage.hasEnded || !staged.isEmpty
  }

  /// Feeds the tap with the next frames.
  private func supplyTap() -> TapSupply {
    guard let tapStage, codecFailure == nil else { return .dry }
    do throws(RateError) {
      let reading = stageNext()
      if reading == .frames {
        try feed(tapStage)
        return .frames
      }
      guard reading == .end, isEnding, phase == .running else { return .dry }
      guard let rest = try matcher?.finish() else { return .end }
      matcher = nil
      tapStage.feed(rest, time: TapTime(frame: nextTime), ratio: 1)
      return .frames
    } catch {
      codecFailure = error == .libraryMissing ? .libraryMissing : .badConfiguration
      codecFailure.map { observer?.playbackFailed($0) }
      return .dry
    }
  }

  /// Gives the staged frames to the tap, in the tap's format.
  private func feed(_ stage: TapStage) throws(RateError) {
    var ratio = stagedRatio
    if stagedFormat != stage.format {
      if matcher?.source != stagedFormat { matcher = nil }
      let matcher = self.matcher ?? FrameMatcher(from: stagedFormat, to: stage.format)
      self.matcher = matcher
      ratio *= stagedFormat.sampleRate / stage.format.sampleRate
      staged = try matcher.convert(staged)
    }
    stage.feed(staged, time: TapTime(frame: stagedTime), ratio: ratio)
    staged = []
    stagedOffset = 0
  }
}
