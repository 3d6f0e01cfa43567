/// Decides when to try a segment again, and when to continue without it.
struct HLSRetry {
  /// Seconds before each further attempt at a segment.
  private static let delays = [0.25, 0.75]
  /// Missing segments in a row after which the stream has failed.
  private static let mostMissing = 3

  private var attempt = 0
  private var missingCount = 0

  /// Seconds to wait before the next attempt; `nil` after the last one.
  mutating func nextDelay() -> Double? {
    guard attempt < Self.delays.count else { return nil }
    defer { attempt += 1 }
    return Self.delays[attempt]
  }

  /// Begins with another segment, or with another variant of this one.
  mutating func begin() { attempt = 0 }

  /// Notes that bytes of a segment have arrived.
  mutating func succeed() {
    attempt = 0
    missingCount = 0
  }

  /// Notes a segment that has failed in all attempts.
  ///
  /// - Returns: Whether the stream may continue.
  mutating func skip() -> Bool {
    attempt = 0
    missingCount += 1
    return missingCount < Self.mostMissing
  }
}
