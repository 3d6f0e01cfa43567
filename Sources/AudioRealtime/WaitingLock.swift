internal import Synchronization

/// A lock whose owner may wait for signals while it holds the lock, even on a ``VirtualClock``.
package final class WaitingLock: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [Signal] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits for the lock and takes it.
  package func take() {
    let signal = Signal()
    let mustWait = state.withLock { state -> Bool in
      if state.isTaken { state.waiting.append(signal) }
      defer { state.isTaken = true }
      return state.isTaken
    }
    if mustWait { signal.wait() }
  }

  /// Takes the lock if it is free; returns whether it was.
  package func takeIfFree() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  /// Gives the lock to the thread that has waited longest.
  package func give() {
    let next = state.withLock { state -> Signal? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.post()
  }
}
