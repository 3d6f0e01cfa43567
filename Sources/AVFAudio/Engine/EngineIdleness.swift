internal import AudioRealtime
internal import Synchronization

/// Checks periodically whether an engine may stop its device, on a thread of its own.
final class EngineIdleness: Sendable {
  private struct State {
    var isEnabled = false
    var hasThread = false
    var isEnded = false
    /// The start of the current silence, in nanoseconds of the monotonic clock.
    var quietSince: Int?
  }

  /// The silence after which a device stops, in nanoseconds.
  static let patience = 5_000_000_000
  /// The time between two checks, in nanoseconds.
  private static let interval = 500_000_000

  private let signal = Signal()
  private let state = Mutex(State())
  private let isDown = Atomic<Bool>(false)

  /// Whether the device is stopped while the engine runs.
  var isDeviceDown: Bool {
    get { isDown.load(ordering: .acquiring) }
    set { isDown.store(newValue, ordering: .releasing) }
  }

  var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// Allows the device to stop, or forbids it.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the device may stop.
  ///   - look: The check, called on the thread. Returns `false` if the engine no longer exists.
  func setEnabled(_ isEnabled: Bool, _ look: @escaping @Sendable () -> Bool) {
    let mustStart = state.withLock { state -> Bool in
      (state.isEnabled, state.quietSince) = (isEnabled, nil)
      guard isEnabled, !state.hasThread else { return false }
      state.hasThread = true
      return true
    }
    if mustStart { _ = AudioThread(name: "oca-idleness") { [self] in run(look) } }
    signal.post()
  }

  /// Wakes the thread, which checks at once.
  func wake() { signal.post() }

  func end() {
    state.withLock { $0.isEnded = true }
    signal.post()
  }

  /// Notes whether the engine is silent.
  ///
  /// - Returns: Whether it has been silent for long enough.
  func note(isQuiet: Bool) -> Bool {
    let now = MonotonicClock.nanoseconds
    return state.withLock { state in
      guard isQuiet, state.isEnabled else {
        state.quietSince = nil
        return false
      }
      let start = state.quietSince ?? now
      state.quietSince = start
      return now - start >= Self.patience
    }
  }

  private func run(_ look: @Sendable () -> Bool) {
    while true {
      let mayEnd = state.withLock { state -> Bool in
        guard state.isEnded || !state.isEnabled else { return false }
        state.hasThread = false
        return true
      }
      // The last check restarts a device that must no longer stop.
      let exists = look()
      if mayEnd { return }
      guard exists else { return state.withLock { $0.hasThread = false } }
      signal.wait(until: MonotonicClock.nanoseconds + Self.interval)
    }
  }
}
