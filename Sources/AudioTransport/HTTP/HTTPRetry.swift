/// When to retry after a broken connection, and when to give up.
struct HTTPRetry: Sendable {
  /// New bytes on a connection after which the next attempt needs no delay.
  ///
  /// Fewer bytes also end a series of failures. However, a server that sends only a few bytes each
  /// time must not be contacted again without a delay.
  private static let fullSuccess = 16 << 10

  private let delays: [Duration]
  private var attempt = 0
  private var silences = 0
  /// Bytes that are new to the reader since the last attempt.
  private var newByteCount = 0

  /// Creates a retry policy.
  ///
  /// - Parameter delays: The delays before successive attempts without new bytes.
  init(delays: [Duration]) {
    self.delays = delays
  }

  /// Returns the delay before the next attempt, or `nil` after too many failures.
  ///
  /// A server that stays silent gets only one more attempt, because each one takes a whole
  /// time-out.
  mutating func delay(after reason: TransportError.Reason) -> Duration? {
    if newByteCount > 0 {
      attempt = newByteCount < Self.fullSuccess ? min(1, max(delays.count - 1, 0)) : 0
      silences = 0
      newByteCount = 0
    }
    if reason == .timedOut { silences += 1 }
    guard attempt < delays.count, silences < 2 else { return nil }
    defer { attempt += 1 }
    return delays[attempt]
  }

  /// Counts bytes that are new to the reader, excluding those received again and skipped.
  mutating func receive(newByteCount count: Int) {
    newByteCount = min(newByteCount + count, Self.fullSuccess)
  }
}
