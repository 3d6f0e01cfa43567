/// When to try again after a connection broke, and when to give up.
struct HTTPRetry: Sendable {
  private let delays: [Duration]
  private var attempt = 0
  private var silences = 0

  /// - Parameter delays: How long to wait before each attempt in a row that brings no byte.
  init(delays: [Duration]) {
    self.delays = delays
  }

  /// How long to wait before the next attempt, or `nil` where enough have failed.
  ///
  /// A server that is there but stays silent gets one more chance, since each costs a whole time-out.
  mutating func delay(after reason: TransportError.Reason) -> Duration? {
    if reason == .timedOut { silences += 1 }
    guard attempt < delays.count, silences < 2 else { return nil }
    defer { attempt += 1 }
    return delays[attempt]
  }

  /// Starts anew, after a byte has come.
  mutating func succeed() {
    attempt = 0
    silences = 0
  }
}
