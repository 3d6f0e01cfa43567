package import Observation

/// The observers of one object: of `observe(_:options:changeHandler:)` and of Swift's Observation.
///
/// Each observable object has one. Each getter announces its access before it reads, and each
/// setter announces its change around the mutation:
///
/// ```swift
/// open class AVPlayer: NSObject, _KeyValueCodingAndObserving, Observable, @unchecked Sendable {
///   let properties = ObservedProperties()
///   private let state = Mutex(State())
///
///   public var rate: Float {
///     get {
///       properties.access(self, \.rate)
///       return state.withLock { $0.rate }
///     }
///     set {
///       properties.change(self, \.rate, \.timeControlStatus) {
///         state.withLock { $0.play(at: newValue) }
///       }
///     }
///   }
/// }
/// ```
///
/// The rules for the class:
///
/// - Write `self` and a key path of the class that declares the property. Key paths of subclasses,
///   optional chains, and computed properties of clients then need no further code.
/// - Do not hold a lock while calling `change`, `willChange`, or `didChange`. They call handlers,
///   which may call anything, and they read properties through the getters.
/// - Announce a change only if there is one: observers do not compare values.
/// - Pass all properties that change in one step to one call, which makes one report.
/// - Use `willChange` and `didChange` if the mutation does not fit into a closure.
/// - Announcements in `deinit` are harmless and have no effect.
///
/// All functions are safe on any thread. Without observers, an access costs one atomic load and one
/// look at a thread-local value.
package final class ObservedProperties: Sendable {
  private let registrar = ObservationRegistrar()
  private let table = ObserverTable()

  /// Makes an object without observers.
  package init() {}

  /// A change between `willChange` and `didChange`.
  package struct Change {
    fileprivate let properties: [ObservedProperty]
    fileprivate let reports: PendingReports
    fileprivate let didSet: [() -> Void]
  }

  /// Whether no property has an observer added with `observe`.
  ///
  /// Ignores observers of Swift's Observation.
  package var isUnobserved: Bool { table.isEmpty }

  /// Announces that the calling getter is about to read a property.
  package func access<Subject: Observable, Member>(
    _ subject: Subject, _ keyPath: any KeyPath<Subject, Member> & Sendable
  ) {
    if PropertyTracking.isRunning { PropertyTracking.note(ObservedProperty(keyPath), in: table) }
    registrar.access(subject, keyPath: keyPath)
  }

  /// Changes properties, and reports the change once to each observer of any of them.
  ///
  /// - Parameters:
  ///   - subject: The object.
  ///   - keyPaths: The properties.
  ///   - mutation: Changes the properties. It may take locks, but must release them.
  /// - Returns: The result of the mutation.
  /// - Throws: The error of the mutation. The change is reported in this case, too.
  @discardableResult
  package func change<Subject: Observable, each Member, Result, Failure: Error>(
    _ subject: Subject, _ keyPaths: repeat any KeyPath<Subject, each Member> & Sendable,
    mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let change = willChange(subject, repeat each keyPaths)
    defer { didChange(change) }
    return try mutation()
  }

  /// Announces a change of properties that is about to happen on this thread.
  ///
  /// - Returns: The change to pass to `didChange`. A change that is not passed on is not reported.
  package func willChange<Subject: Observable, each Member>(
    _ subject: Subject, _ keyPaths: repeat any KeyPath<Subject, each Member> & Sendable
  ) -> Change {
    var properties: [ObservedProperty] = []
    repeat properties.append(ObservedProperty(each keyPaths))
    let reports = PendingReports(table.observers(of: properties))
    var didSet: [() -> Void] = []
    repeat didSet.append(willSet(subject, each keyPaths))
    return Change(properties: properties, reports: reports, didSet: didSet)
  }

  /// Reports a change that has happened.
  package func didChange(_ change: Change) {
    for didSet in change.didSet { didSet() }
    change.reports.finish(table.observers(of: change.properties))
  }

  private func willSet<Subject: Observable, Member>(
    _ subject: Subject, _ keyPath: any KeyPath<Subject, Member> & Sendable
  ) -> () -> Void {
    registrar.willSet(subject, keyPath: keyPath)
    return { [registrar] in registrar.didSet(subject, keyPath: keyPath) }
  }

  // MARK: Classes without Swift's Observation

  /// Announces that the calling getter is about to read a property.
  package func note<Subject, Member>(_ keyPath: any KeyPath<Subject, Member> & Sendable) {
    if PropertyTracking.isRunning { PropertyTracking.note(ObservedProperty(keyPath), in: table) }
  }

  /// Changes a property, and reports the change once to each observer.
  ///
  /// Without observers, it allocates nothing.
  package func report<Subject, Member>(
    _ keyPath: @autoclosure () -> any KeyPath<Subject, Member> & Sendable, mutation: () -> Void
  ) {
    guard !isUnobserved else { return mutation() }
    let properties = [ObservedProperty(keyPath())]
    let reports = PendingReports(table.observers(of: properties))
    mutation()
    reports.finish(table.observers(of: properties))
  }
}
