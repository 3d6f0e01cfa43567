internal import MediaTimeline
internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Applies volume and balance, also to the frames that the device holds.
  func revise() {
    guard let renderer else { return }
    applyParameters()
    if !spreadNow(renderer) { device?.revise() }
  }

  /// Opens the device again with two channels when a single channel gets a balance for the first
  /// time.
  ///
  /// - Returns: Whether it did. A file keeps its channels.
  private func spreadNow(_ renderer: Renderer) -> Bool {
    guard device != nil, let deviceKind, wantsSpread(renderer), !renderer.isSpread else {
      return false
    }
    if deviceKind.isFile { return false }
    closeDevice(isDiscontinuity: false)
    // A paused device is opened when it continues.
    if !engine.clock.isFrozen { openFirst(of: [deviceKind] + lesserKinds(than: deviceKind)) }
    return true
  }

  /// Whether a single channel becomes two.
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

  /// Schedules parameters after the next frames.
  ///
  /// - Parameters:
  ///   - changes: The parameters.
  ///   - frames: The number of frames before the change.
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

  /// Applies volume, balance, and metering that have changed since the last call.
  func applyParameters() {
    guard let renderer else { return }
    engine.takeHeardChanges()
    let heardFrame = engine.clock.heardFrame
    engine.shared.withLock { shared in
      apply(shared, to: renderer, all: false, heardFrame: heardFrame)
    }
  }

  /// Applies volume, balance, and metering.
  ///
  /// No thread may be rendering.
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
    // Under the lock, so that an older value cannot replace a newer one.
    renderer.setMetering(shared.isMetering)
  }
}
