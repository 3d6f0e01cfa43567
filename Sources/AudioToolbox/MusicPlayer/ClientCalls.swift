internal import AudioRealtime
internal import Synchronization

/// Calls a client's function on an internal thread, and lets other threads wait for the end of a
/// call.
package final class ClientCalls: Sendable {
  private let turns = WaitingLock()
  /// The thread of the call in progress, or 0.
  private let caller = Atomic<UInt>(0)

  package init() {}

  /// Calls a function after the call in progress.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether to make the call; asked after the call in progress has ended.
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

  /// Waits for the call in progress, unless that call itself calls this function.
  package func wait() {
    guard caller.load(ordering: .relaxed) != AudioThread.currentIdentifier else { return }
    turns.take()
    turns.give()
  }
}
