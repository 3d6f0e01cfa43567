/// The reports of a change that has begun.
struct PendingReports {
  /// The prepared reports, which need values from before the change, in order.
  private var prepared: [(observer: any PropertyObserver, report: () -> Void)] = []

  /// Lets observers prepare for a change.
  init(_ observers: [any PropertyObserver]) {
    for observer in observers {
      if let report = observer.willChange() { prepared.append((observer, report)) }
    }
  }

  /// Reports the change to the observers that have prepared, and to the current observers.
  func finish(_ observers: [any PropertyObserver]) {
    for observer in observers {
      if let report = report(of: observer) { report() } else { observer.didChange() }
    }
    for (observer, report) in prepared where !observers.contains(where: { $0 === observer }) {
      report()
    }
  }

  private func report(of observer: any PropertyObserver) -> (() -> Void)? {
    prepared.first { $0.observer === observer }?.report
  }
}
