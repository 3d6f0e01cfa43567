internal import Synchronization

/// Volume and balance, from those who set them to the frames that have them.
extension Renderer {
  /// A ramp that is so short that it only keeps a change from clicking, in seconds.
  package static let instantSeconds = 0.01

  // MARK: One thread at a time

  /// Sets the volume from the frame that is rendered next, reached in `rampFrames`; one thread at a time.
  ///
  /// - Parameters:
  ///   - gain: The volume, 1 for unchanged.
  ///   - rampFrames: In how many frames it is reached.
  ///   - heardFrame: The frame that is heard now. What ``schedule(_:gain:balance:)`` has for later ones holds on from there,
  ///     whether or not they have been rendered.
  package func setGain(_ gain: Float, rampFrames: Int, heardFrame: Int = .max) {
    targetFrame.store(heardFrame, ordering: .relaxed)
    target.store(Self.packed(gain, rampFrames: rampFrames), ordering: .relaxed)
    targetCount.wrappingAdd(1, ordering: .releasing)
  }

  private static func packed(_ gain: Float, rampFrames: Int) -> UInt64 {
    UInt64(UInt32(clamping: rampFrames)) << 32 | UInt64(gain.bitPattern)
  }

  static func unpacked(_ target: UInt64) -> (gain: Float, rampFrames: Int) {
    (Float(bitPattern: UInt32(truncatingIfNeeded: target)), Int(target >> 32))
  }

  /// Sets the balance of a pair of channels, or of one that is spread: -1 is left alone, 1 is right alone; one thread at a time.
  ///
  /// - Parameters:
  ///   - balance: The balance.
  ///   - heardFrame: The frame that is heard now, as for ``setGain(_:rampFrames:heardFrame:)``.
  package func setBalance(_ balance: Float, heardFrame: Int = .max) {
    balanceFrame.store(heardFrame, ordering: .relaxed)
    targetBalance.store(balance.bitPattern, ordering: .relaxed)
    balanceCount.wrappingAdd(1, ordering: .releasing)
  }

  // MARK: The feeding thread

  /// Sets volume and balance from a frame on that has not been written yet; at once where too many are to come.
  ///
  /// Where a device goes back behind that frame, what it renders again before it has what held there.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - gain: The volume and the frames of its ramp, or `nil` where it stays.
  ///   - balance: The balance, or `nil` where it stays.
  package func schedule(_ frame: Int, gain: (value: Float, rampFrames: Int)?, balance: Float?) {
    let target = gain.map { Self.packed($0.value, rampFrames: $0.rampFrames) }
    let event = TargetEvents.Event(frame: frame, target: target, balance: balance)
    guard !events.add(event, earliest: ring.earliestFrame) else { return }
    if let gain { setGain(gain.value, rampFrames: gain.rampFrames) }
    if let balance { setBalance(balance) }
  }

  /// Forgets what was to come, with the frames for which it was.
  ///
  /// Called while no device is rendering.
  package func unschedule() { events.removeUntaken() }

  // MARK: The render thread

  /// Takes over what other threads have set.
  func takeTargets(at frame: Int) {
    // Safe: the state belongs to this thread.
    var loudness = unsafe state.pointee.loudness
    let (startFrame, start) = unsafe (state.pointee.startFrame, state.pointee.start)
    let isFirst = frame == startFrame
    let count = targetCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewGain(count) {
      var (gain, rampFrames) = Self.unpacked(target.load(ordering: .relaxed))
      if isFirst {
        // The volume of a start holds from its first frame: a ramp would fade every start in. One that was set since may.
        let isOfStart = start.map { $0.count == count } ?? true
        if isOfStart || rampFrames <= Int(sampleRate * Self.instantSeconds) { rampFrames = 0 }
        loudness.begin(with: rampFrames == 0 ? gain : start?.gain ?? gain, at: frame)
      }
      loudness.take(
        gain: gain, rampFrames: rampFrames, at: frame, count: count,
        heardFrame: targetFrame.load(ordering: .relaxed))
    }
    let balances = balanceCount.load(ordering: .acquiring)
    if isFirst || loudness.isNewBalance(balances) {
      loudness.take(
        balance: Float(bitPattern: targetBalance.load(ordering: .relaxed)), count: balances,
        heardFrame: balanceFrame.load(ordering: .relaxed))
    }
    unsafe state.pointee.loudness = loudness
  }

  /// Takes over what the next event holds.
  func takeEvent(at frame: Int) {
    let (event, place) = events.take()
    // Safe: the state and what was before each event belong to this thread, and each event has a place.
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

  /// Makes frames as loud as they are to be.
  func applyGain(
    to samples: UnsafeMutablePointer<Float>, count: Int, firstFrame: Int
  ) {
    // Safe: every run lies within the `count` frames of the caller.
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
