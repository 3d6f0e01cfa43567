import BenchmarkSupport
import Foundation

/// The memory of a process that plays for a long time.
struct MemoryWatch {
  private let start = Date()
  private var first = 0
  private var most = 0
  private var last = 0

  /// Seconds since the start.
  var clock: Double { Date().timeIntervalSince(start) }

  /// Measures the memory.
  ///
  /// - Parameter isSettled: Whether the program has reached its usual memory use.
  mutating func note(isSettled: Bool) {
    last = ProcessCounts.residentKiB
    if first == 0, isSettled { (first, most) = (last, last) }
    if first > 0 { most = max(most, last) }
  }

  /// Prints the memory use when the program had settled, its later maximum, and its final value.
  func report(playedSeconds: Double) {
    let clock = clock
    print(
      String(
        format:
          "%.2f hours in %.0f s, %.0f times real time: %d KiB at first, at most %d, at last %d",
        playedSeconds / 3600, clock, playedSeconds / clock, first, most, last))
  }
}
