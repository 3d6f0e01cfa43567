internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Takes over volume and balance, also for what the device holds.
  func revise() {
    guard let renderer else { return }
    applyParameters(to: renderer)
    if !spreadNow(renderer) { device?.revise() }
  }

  /// Opens the device anew with two channels, where one is to be moved between them for the first time.
  ///
  /// - Returns: Whether it has been; not where a file is written, whose channels stay as they were.
  private func spreadNow(_ renderer: Renderer) -> Bool {
    guard device != nil, let deviceKind, wantsSpread(renderer), !renderer.isSpread else {
      return false
    }
    if case .offline = deviceKind { return false }
    closeDevice(isDiscontinuity: false)
    // What is paused is opened when it goes on; what is to start later still is.
    if !engine.clock.isFrozen {
      let start = startNanoseconds.flatMap { $0 > MonotonicClock.nanoseconds ? $0 : nil }
      openFirst(of: [deviceKind] + lesserKinds(than: deviceKind), at: start)
    }
    return true
  }

  /// Whether a single channel is to be moved between two.
  func wantsSpread(_ renderer: Renderer) -> Bool {
    renderer.ring.channelCount == 1 && engine.shared.withLock { $0.balance != 0 }
  }

  /// Takes over volume and balance from the frame on that is written next.
  func scheduleParameters() {
    guard let renderer else { return }
    engine.shared.withLock { shared in
      let ramp = min(shared.rampSeconds, 3600)
      renderer.schedule(
        nextFrame, gain: shared.gain,
        rampFrames: Int(ramp * renderer.sampleRate), balance: shared.balance)
    }
    _ = spreadNow(renderer)
  }

  /// Takes over volume, balance and metering at once.
  func applyParameters(to renderer: Renderer) {
    // Under the lock, so that nothing older takes the place of what a caller sets meanwhile.
    engine.shared.withLock { shared in
      let ramp = min(shared.rampSeconds, 3600)
      renderer.setGain(shared.gain, rampFrames: Int(ramp * renderer.sampleRate))
      renderer.setBalance(shared.balance)
      renderer.setMetering(shared.isMetering)
    }
  }
}
