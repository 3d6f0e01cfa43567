internal import MediaTimeline
internal import AudioCodecs
internal import AudioDevices
internal import AudioModel
internal import AudioProcessing
internal import Synchronization

/// The tap between the source and the ring.
extension Feeder {
  /// Prepares the tap for a start.
  func prepareTap() {
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
  func stageTap(_ stage: TapStage) -> Bool {
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
    staged = stage.hasEnded ? [] : stage.callBehindEnd()
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
