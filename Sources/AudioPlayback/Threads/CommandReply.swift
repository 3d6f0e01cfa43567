internal import AudioRealtime
internal import Synchronization

/// An answer that one thread waits for.
final class CommandReply<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let signal = Signal()

  /// Answers.
  func send(_ answer: Value) {
    value.withLock { $0 = answer }
    signal.post()
  }

  /// Waits for the answer.
  func wait() -> Value {
    while true {
      if let answer = value.withLock({ $0 }) { return answer }
      signal.wait()
    }
  }
}
