package import MediaTimeline
internal import AudioProcessing
internal import Synchronization

/// Volume, balance, speed and pitch.
extension PlaybackEngine {
  /// Sets the volume; the frames in the device are rendered again.
  ///
  /// - Parameters:
  ///   - gain: The volume, 1 for unchanged.
  ///   - rampSeconds: The length of the ramp.
  package func set(gain: Float, rampSeconds: Double) {
    applyPlayedChanges()
    shared.withLock { $0.parameters.set(gain: gain, seconds: rampSeconds) }
    revise()
  }

  /// Sets a parameter from now on.
  ///
  /// A volume uses the current ramp.
  ///
  /// Volume and balance also change the frames in the device. A change that came with an enqueued
  /// buffer takes effect later, when that buffer starts.
  package func set(_ change: PlaybackChange) {
    applyPlayedChanges()
    let appliesAtOnce = shared.withLock { shared -> Bool in
      switch change.parameter {
      case .gain:
        let seconds = Double(shared.parameters.rampSeconds)
        shared.parameters.set(gain: change.value, seconds: seconds)
      case .balance: shared.parameters.set(balance: change.value)
      case .rampSeconds: shared.parameters.rampSeconds = change.value
      case .rate: shared.timePitch.rate = change.value
      case .cents: shared.timePitch.cents = change.value
      }
      return change.parameter == .gain || change.parameter == .balance
    }
    if appliesAtOnce { revise() }
  }

  /// The current value of a parameter, for the played frame.
  package func value(of parameter: PlaybackChange.Parameter) -> Float {
    applyPlayedChanges()
    return shared.withLock { shared in
      switch parameter {
      case .gain: shared.parameters.gain
      case .balance: shared.parameters.balance
      case .rampSeconds: shared.parameters.rampSeconds
      case .rate: shared.timePitch.rate
      case .cents: shared.timePitch.cents
      }
    }
  }

  private func revise() {
    if commands.isStarted { send(.revise) }
  }

  /// Takes over the changes of buffers up to the played frame.
  func applyPlayedChanges() {
    guard shared.withLock({ !$0.parameters.pending.isEmpty }), let time = clock.time else { return }
    shared.withLock { shared in
      for change in shared.parameters.takePlayed(at: time.frames) {
        switch change.parameter {
        case .rate: shared.timePitch.rate = change.value
        case .cents: shared.timePitch.cents = change.value
        case .gain, .balance, .rampSeconds: break
        }
      }
    }
  }
}
