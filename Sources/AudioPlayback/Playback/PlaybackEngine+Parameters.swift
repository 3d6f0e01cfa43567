package import MediaTimeline
internal import AudioProcessing
internal import Synchronization

/// Volume, balance, speed and pitch.
extension PlaybackEngine {
  /// Sets the volume; what waits in the device is rendered again.
  ///
  /// - Parameters:
  ///   - gain: The volume, 1 for unchanged.
  ///   - rampSeconds: How long it takes to get there.
  package func set(gain: Float, rampSeconds: Double) {
    takeHeardChanges()
    shared.withLock { $0.parameters.set(gain: gain, seconds: rampSeconds) }
    revise()
  }

  /// Sets a parameter from now on; a volume is reached in the seconds that were set for that.
  ///
  /// Volume and balance change what waits in the device, too. A change that comes with a buffer which has been enqueued takes effect
  /// later, where that buffer starts.
  package func set(_ change: PlaybackChange) {
    takeHeardChanges()
    let isHeardAtOnce = shared.withLock { shared -> Bool in
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
    if isHeardAtOnce { revise() }
  }

  /// The value of a parameter for what is heard now.
  package func value(of parameter: PlaybackChange.Parameter) -> Float {
    takeHeardChanges()
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

  /// Takes over what has changed with buffers up to what is heard now.
  func takeHeardChanges() {
    guard shared.withLock({ !$0.parameters.pending.isEmpty }), let time = clock.time else { return }
    shared.withLock { shared in
      for change in shared.parameters.takeHeard(at: time.frames) {
        switch change.parameter {
        case .rate: shared.timePitch.rate = change.value
        case .cents: shared.timePitch.cents = change.value
        case .gain, .balance, .rampSeconds: break
        }
      }
    }
  }
}
