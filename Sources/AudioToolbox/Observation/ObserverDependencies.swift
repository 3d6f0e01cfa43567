internal import Synchronization

/// The properties that one observer depends on, found by evaluations of its key path.
///
/// A getter notes its property before it reads the value. Noting adds the observer to the table of
/// the property at once, so no change after the read is missed.
///
/// Several threads may evaluate at the same time. The evaluation that began last decides which
/// properties to keep, because it has read the newest state.
final class ObserverDependencies: Sendable {
  private struct Dependency: Hashable {
    let table: ObserverTable
    let property: ObservedProperty

    static func == (left: Self, right: Self) -> Bool {
      left.table === right.table && left.property == right.property
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(table))
      hasher.combine(property)
    }
  }

  private struct State {
    var isEnded = false
    /// The number of evaluations that have begun; the count at its start numbers each evaluation.
    var begun = 0
    /// The evaluation that decides: of all finished evaluations, the one that began last.
    var deciding = 0
    var running: Set<Int> = []
    /// The last evaluation that has noted each property.
    var noted: [Dependency: Int] = [:]
  }

  // Protects calls of tables, too, so that adding and removing keep their order.
  private let state = Mutex(State())

  /// Begins an evaluation, and returns its number.
  func beginEvaluation() -> Int {
    state.withLock {
      $0.begun += 1
      $0.running.insert($0.begun)
      return $0.begun
    }
  }

  /// Notes that a running evaluation reads a property.
  func note(
    _ property: ObservedProperty, in table: ObserverTable, evaluation: Int,
    observer: any PropertyObserver
  ) {
    state.withLock {
      guard !$0.isEnded, $0.running.contains(evaluation) else { return }
      let dependency = Dependency(table: table, property: property)
      let last = $0.noted[dependency]
      $0.noted[dependency] = max(evaluation, last ?? 0)
      if last == nil { table.add(observer, to: property) }
    }
  }

  /// Finishes an evaluation, and stops observing the properties that are no longer read.
  func finishEvaluation(_ evaluation: Int, observer: any PropertyObserver) {
    // The result keeps the tables alive until the lock is free.
    _ = state.withLock { state in
      state.running.remove(evaluation)
      state.deciding = max(evaluation, state.deciding)
      let deciding = state.deciding
      let unread = state.noted.filter { $0.value < deciding }
      for dependency in unread.keys {
        state.noted[dependency] = nil
        dependency.table.remove(observer, from: dependency.property)
      }
      return unread
    }
  }

  /// Stops observing permanently.
  func end(observer: any PropertyObserver) {
    _ = state.withLock { state in
      state.isEnded = true
      let noted = state.noted
      state.noted = [:]
      for dependency in noted.keys {
        dependency.table.remove(observer, from: dependency.property)
      }
      return noted
    }
  }
}
