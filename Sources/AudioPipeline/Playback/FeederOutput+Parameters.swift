internal import AudioDevices
internal import AudioRealtime
internal import Synchronization

extension FeederOutput {
  /// Takes over volume and balance, also for what the device holds.
  func revise() {
    guard let renderer else { return }
    applyParameters(to: renderer)
    device?.revise()
  }

  /// Takes over volume and balance from the frame on that is written next.
  func scheduleParameters() {
    guard let renderer else { return }
    engine.shared.withLock { shared in
      let ramp = min(shared.rampSeconds, 3600)
      renderer.schedule(
        renderer.ring.writeIndex, gain: shared.gain,
        rampFrames: Int(ramp * renderer.sampleRate), balance: shared.balance)
    }
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
