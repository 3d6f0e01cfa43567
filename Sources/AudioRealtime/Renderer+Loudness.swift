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
  ///   - playedFrame: The currently audible frame. Volumes that ``schedule(_:gain:balance:)`` has
  ///     set for later frames stay, even if those frames have been rendered.
  package func setGain(_ gain: Float, rampFrames: Int, playedFrame: Int = .max) {
    targets.setGain(gain, rampFrames: rampFrames, playedFrame: playedFrame)
  }

  /// Sets the balance of two channels, or of one spread channel.
  ///
  /// Call from one thread at a time.
  ///
  /// - Parameters:
  ///   - balance: -1 for left only to 1 for right only.
  ///   - playedFrame: The currently audible frame, as for ``setGain(_:rampFrames:playedFrame:)``.
  package func setBalance(_ balance: Float, playedFrame: Int = .max) {
    targets.setBalance(balance, playedFrame: playedFrame)
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
    let target = gain.map { LoudnessTargets.packed($0.value, rampFrames: $0.rampFrames) }
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
    targets.take(
      into: &loudness, at: frame, isFirst: frame == startFrame, start: start,
      instantFrames: Int(sampleRate * Self.instantSeconds))
    unsafe state.pointee.loudness = loudness
  }

  /// Applies the next event.
  func takeEvent(at frame: Int) {
    let (event, place) = events.take()
    // Safe: the states belong to this thread, and each event has a place.
    var loudness = unsafe state.pointee.loudness
    unsafe before[place] = loudness
    if let target = event.target {
      let (gain, rampFrames) = LoudnessTargets.unpacked(target)
      let isFirst = unsafe frame == state.pointee.startFrame
      loudness.takeEvent(
        gain: gain, rampFrames: isFirst ? 0 : rampFrames, at: frame, eventFrame: event.frame)
    }
    if let balance = event.balance {
      loudness.takeEvent(balance: balance, eventFrame: event.frame)
    }
    unsafe state.pointee.loudness = loudness
  }
}
