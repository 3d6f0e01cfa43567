/// The order in which the threads of a clock continue.
extension VirtualClock.State {
  mutating func takeOrder() -> Int {
    defer { nextOrder += 1 }
    return nextOrder
  }

  /// The thread that has been ready for the longest time.
  var nextReady: ObjectIdentifier? {
    var best: (key: ObjectIdentifier, order: Int)?
    for (key, entry) in entries {
      if case .ready(let order) = entry.status, order < best?.order ?? .max { best = (key, order) }
    }
    return best?.key
  }

  /// Whether a thread is outside of the clock.
  private var hasThreadOutside: Bool {
    entries.values.contains { if case .outside = $0.status { true } else { false } }
  }

  /// Advances time to the earliest deadline.
  ///
  /// - Returns: The thread of that deadline. `nil` if no thread has a deadline, or while a thread
  ///   runs a closure of ``VirtualClock/outside(_:)``.
  mutating func passTime() -> ObjectIdentifier? {
    if hasThreadOutside { return nil }
    var best: (key: ObjectIdentifier, deadline: Int, order: Int)?
    for (key, entry) in entries {
      guard case .waiting(_, let deadline) = entry.status, deadline != .max else { continue }
      if (deadline, entry.order) < (best?.deadline ?? .max, best?.order ?? .max) {
        best = (key, deadline, entry.order)
      }
    }
    guard let best else { return nil }
    now = max(now, best.deadline)
    entries[best.key]?.wasPosted = false
    return best.key
  }
}
