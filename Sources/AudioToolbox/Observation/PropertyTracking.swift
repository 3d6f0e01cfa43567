internal import Synchronization

/// An evaluation of a key path on this thread, in which getters note their properties.
///
/// A task-local value works on threads without a task, too, and needs no unsafe code.
struct PropertyTracking: Sendable {
  @TaskLocal private static var current: PropertyTracking?
  private static let running = Atomic<Int>(0)

  private let observer: any PropertyObserver
  private let evaluation: Int

  /// Whether any thread evaluates a key path: usually false, and cheap to ask.
  static var isRunning: Bool { running.load(ordering: .relaxed) != 0 }

  /// Evaluates a function for an observer, which then depends on the properties that it reads.
  static func evaluate<Value>(for observer: any PropertyObserver, _ body: () -> Value) -> Value {
    let evaluation = observer.dependencies.beginEvaluation()
    running.add(1, ordering: .relaxed)
    defer {
      running.subtract(1, ordering: .relaxed)
      observer.dependencies.finishEvaluation(evaluation, observer: observer)
    }
    let tracking = PropertyTracking(observer: observer, evaluation: evaluation)
    return $current.withValue(tracking, operation: body)
  }

  /// Calls a function, such as an observer's handler, without noting the properties that it reads.
  static func suspended<Value>(_ body: () -> Value) -> Value {
    if !isRunning || current == nil { return body() }
    return $current.withValue(nil, operation: body)
  }

  /// Notes that this thread is about to read a property.
  static func note(_ property: @autoclosure () -> ObservedProperty, in table: ObserverTable) {
    guard let current else { return }
    current.observer.dependencies.note(
      property(), in: table, evaluation: current.evaluation, observer: current.observer)
  }
}
