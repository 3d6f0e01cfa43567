internal import AudioRealtime
internal import Synchronization

/// A reply that one thread waits for.
final class CommandReply<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let signal = Signal()

  /// Sends the reply.
  func send(_ answer: Value) {
    value.withLock { $0 = answer }
    signal.post()
  }

  /// Waits for the reply.
  func wait() -> Value {
    while true {
      if let answer = value.withLock({ $0 }) { return answer }
      signal.wait()
    }
  }
}
