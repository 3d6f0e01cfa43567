internal import Synchronization

/// Runs closures one after the other on a thread, which exists only while there is work.
package final class SerialThread: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let name: String
  private let state = Mutex(State())

  /// Makes a thread without work.
  package init(name: String) {
    self.name = name
  }

  /// Adds a closure after all others.
  package func post(_ work: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state -> Bool in
      state.work.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = AudioThread(name: name) { [self] in run() } }
  }

  private func run() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.work.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.work.removeFirst()
    }
  }
}
