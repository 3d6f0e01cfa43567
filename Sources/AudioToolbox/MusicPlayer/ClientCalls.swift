internal import AudioRealtime
internal import Synchronization

/// Calls of a client's function on an internal thread, for whose end other threads can wait.
package final class ClientCalls: Sendable {
  private let turns = WaitingLock()
  /// The thread of the call in progress, or 0.
  private let caller = Atomic<UInt>(0)

  package init() {}

  /// Calls a function after the call in progress.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to call it, asked when it is its turn.
  ///   - body: Calls the client. No lock of the player is held.
  package func run(if isWanted: () -> Bool, _ body: () -> Void) {
    turns.take()
    caller.store(AudioThread.currentIdentifier, ordering: .relaxed)
    defer {
      caller.store(0, ordering: .relaxed)
      turns.give()
    }
    if isWanted() { body() }
  }

  /// Waits for the call in progress, unless the client calls this from it.
  package func wait() {
    guard caller.load(ordering: .relaxed) != AudioThread.currentIdentifier else { return }
    turns.take()
    turns.give()
  }
}
