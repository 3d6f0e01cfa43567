internal import MediaTimeline
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Takes over volume and balance, also for what the device holds.
  func revise() {
    guard let renderer else { return }
    applyParameters()
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
    // What is paused is opened when it goes on.
    if !engine.clock.isFrozen { openFirst(of: [deviceKind] + lesserKinds(than: deviceKind)) }
    return true
  }

  /// Whether a single channel is to become two.
  func wantsSpread(_ renderer: Renderer) -> Bool {
    guard renderer.ring.channelCount == 1 else { return false }
    return engine.shared.withLock { shared in
      switch shared.spreading {
      case .whenMoved: shared.parameters.needsBalance
      case .always: true
      case .never: false
      }
    }
  }

  /// Has parameters change behind the frames that are written next.
  ///
  /// - Parameters:
  ///   - changes: What changes.
  ///   - frames: How many frames those are.
  func schedule(_ changes: [PlaybackChange], behind frames: Double) {
    guard let renderer else { return }
    let rampSeconds = Double(engine.shared.withLock { $0.parameters.nextRampSeconds })
    let rampFrames = PlaybackParameters.frames(rampSeconds, sampleRate: renderer.sampleRate)
    let gain = changes.last { $0.parameter == .gain }?.value
    let balance = changes.last { $0.parameter == .balance }?.value
    guard gain != nil || balance != nil else { return }
    let missing = Int((frames * (conversion?.ratio ?? 1)).rounded())
    renderer.schedule(nextFrame + missing, gain: gain.map { ($0, rampFrames) }, balance: balance)
    _ = spreadNow(renderer)
  }

  /// Takes over volume, balance and metering: what has been set since the last call.
  func applyParameters() {
    guard let renderer else { return }
    engine.takeHeardChanges()
    let heardFrame = engine.clock.heardFrame
    engine.shared.withLock { shared in
      apply(shared, to: renderer, all: false, heardFrame: heardFrame)
    }
  }

  /// Takes over all of volume, balance and metering, where nothing is being rendered.
  func applyAllParameters(to renderer: Renderer) {
    engine.takeHeardChanges()
    engine.shared.withLock { shared in apply(shared, to: renderer, all: true, heardFrame: .max) }
  }

  private func apply(
    _ shared: PlaybackEngine.Shared, to renderer: Renderer, all: Bool, heardFrame: Int
  ) {
    let parameters = shared.parameters
    if all || applied.gains != parameters.gainCount {
      let frames = PlaybackParameters.frames(
        parameters.gainSeconds, sampleRate: renderer.sampleRate)
      renderer.setGain(parameters.gain, rampFrames: frames, heardFrame: heardFrame)
    }
    if all || applied.balances != parameters.balanceCount {
      renderer.setBalance(parameters.balance, heardFrame: heardFrame)
    }
    applied = (parameters.gainCount, parameters.balanceCount)
    // Under the lock, so that nothing older takes the place of what a caller sets meanwhile.
    renderer.setMetering(shared.isMetering)
  }
}
