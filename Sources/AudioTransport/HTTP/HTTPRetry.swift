/// When to try again after a connection broke, and when to give up.
struct HTTPRetry: Sendable {
  /// New bytes on a connection after which the next attempt may come without a delay.
  ///
  /// Fewer bytes still end a row of failures, but a server that sends a little each time must not
  /// be asked again without a pause.
  private static let fullSuccess = 16 << 10

  private let delays: [Duration]
  private var attempt = 0
  private var silences = 0
  /// Bytes that are new to the reader, since the last attempt.
  private var newByteCount = 0

  /// - Parameter delays: How long to wait before each attempt in a row that brings no new byte.
  init(delays: [Duration]) {
    self.delays = delays
  }

  /// How long to wait before the next attempt, or `nil` where enough have failed.
  ///
  /// A server that is there but stays silent gets one more chance, since each costs a whole time-out.
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

  /// Counts bytes that are new to the reader; those that are received again and skipped are not.
  mutating func receive(newByteCount count: Int) {
    newByteCount = min(newByteCount + count, Self.fullSuccess)
  }
}
