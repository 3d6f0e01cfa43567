internal import Synchronization

/// Volume and balance, from the setters to the rendered frames.
extension Renderer {
  /// A short ramp that only prevents clicks, in seconds.
  package static let instantSeconds = 0.01

  // MARK: One thread at a time

  /// Sets the volume from the next rendered frame, reached in `rampFrames`.
  ///
  /// Call from one thread at a time.
  ///
  /// - Parameters:
  ///   - gain: The volume, with 1 for unchanged.
  ///   - rampFrames: The frames until the volume is reached.
  ///   - playedFrame: The currently audible frame. Later events of ``schedule(_:gain:balance:)``
  ///     keep their volume, even if they have been rendered.
  package func setGain(_ gain: Float, rampFrames: Int, playedFrame: Int = .max) {
    targetFrame.store(playedFrame, ordering: .relaxed)
    target.store(Self.packed(gain, rampFrames: rampFrames), ordering: .relaxed)
    targetCount.wrappingAdd(1, ordering: .releasing)
  }

  private static func packed(_ gain: Float, rampFrames: Int) -> UInt64 {
    UInt64(UInt32(clamping: rampFrames)) << 32 | UInt64(gain.bitPattern)
  }

  static func unpacked(_ target: UInt64) -> (gain: Float, rampFrames: Int) {
    (Float(bitPattern: UInt32(truncatingIfNeeded: target)), Int(target >> 32))
  }

  /// Sets the balance of two channels, or of one spread channel.
  ///
  /// Call from one thread at a time.
  ///
  /// - Parameters:
  ///   - balance: -1 for left only to 1 for right only.
  ///   - playedFrame: The currently audible frame, as for ``setGain(_:rampFrames:playedFrame:)``.
  package func setBalance(_ balance: Float, playedFrame: Int = .max) {
    balanceFrame.store(playedFrame, ordering: .relaxed)
    targetBalance.store(balance.bitPattern, ordering: .relaxed)
    balanceCount.wrappingAdd(1, ordering: .releasing)
  }

  // MARK: The feeding thread

  /// Schedules volume and balance for an unwritten frame.
  ///
  /// If too many events are pending, applies them immediately. If a device goes back before the
  /// frame, the earlier settings apply again until then.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - gain: The volume and the frames of its ramp, or `nil` for no change.
  ///   - balance: The balance, or `nil` for no change.
  package func schedule(_ frame: Int, gain: (value: Float, rampFrames: Int)?, balance: Float?) {
    let target = gain.map { Self.packed($0.value, rampFrames: $0.rampFrames) }
    let event = TargetEvents.Event(frame: frame, target: target, balance: balance)
    guard !events.add(event, earliest: ring.earliestFrame) else { return }
    if let gain { setGain(gain.value, rampFrames: gain.rampFrames) }
    if let balance { setBalance(balance) }
  }

  /// Removes the pending events.
  ///
  /// Call while no device is rendering.
  package func unschedule() { events.removeUntaken() }

  // MARK: The render thread

  /// Applies the settings of other threads.
  func takeTargets(at frame: Int) {
    // Safe: the state belongs to this thread.
    var loudness = unsafe state.pointee.loudness
    let (startFrame, start) = unsafe (state.pointee.startFrame, state.pointee.start)
    let isFirst = frame == startFrame
    let count = targetCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewGain(count) {
      var (gain, rampFrames) = Self.unpacked(target.load(ordering: .relaxed))
      if isFirst {
        // The volume of a start applies from its first frame, because a ramp would fade it in. A
        // volume set afterwards may have a ramp.
        let isOfStart = start.map { $0.count == count } ?? true
        if isOfStart || rampFrames <= Int(sampleRate * Self.instantSeconds) { rampFrames = 0 }
        loudness.begin(with: rampFrames == 0 ? gain : start?.gain ?? gain, at: frame)
      }
      loudness.take(
        gain: gain, rampFrames: rampFrames, at: frame, count: count,
        playedFrame: targetFrame.load(ordering: .relaxed))
    }
    let balances = balanceCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewBalance(balances) {
      loudness.take(
        balance: Float(bitPattern: targetBalance.load(ordering: .relaxed)), count: balances,
        playedFrame: balanceFrame.load(ordering: .relaxed))
    }
    unsafe state.pointee.loudness = loudness
  }

  /// Applies the next event.
  func takeEvent(at frame: Int) {
    let (event, place) = events.take()
    // Safe: the states belong to this thread, and each event has a place.
    var loudness = unsafe state.pointee.loudness
    unsafe before[place] = loudness
    if let target = event.target {
      let (gain, rampFrames) = Self.unpacked(target)
      let isFirst = unsafe frame == state.pointee.startFrame
      loudness.takeEvent(
        gain: gain, rampFrames: isFirst ? 0 : rampFrames, at: frame, eventFrame: event.frame)
    }
    if let balance = event.balance {
      loudness.takeEvent(balance: balance, eventFrame: event.frame)
    }
    unsafe state.pointee.loudness = loudness
  }

  /// Applies volume and balance to frames.
  func applyGain(
    to samples: UnsafeMutablePointer<Float>, count: Int, firstFrame: Int
  ) {
    // Safe: each run lies within the `count` frames of the caller.
    let curve = unsafe state.pointee.loudness.gain
    let width = ring.channelCount
    let balance = unsafe width == 2 ? state.pointee.loudness.balance : 0
    let left = min(1, 1 - balance)
    let right = min(1, 1 + balance)
    var at = 0
    while at < count {
      let constant = min(curve.constantFrames(from: firstFrame + at), count - at)
      if constant > 0 {
        let gain = curve.gain(at: firstFrame + at)
        unsafe scale(
          samples + at * width, count: constant, by: gain, left: left, right: right)
        at += constant
      } else {
        let gain = curve.gain(at: firstFrame + at)
        unsafe scale(samples + at * width, count: 1, by: gain, left: left, right: right)
        at += 1
      }
    }
  }
}
