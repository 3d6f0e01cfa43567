internal import Synchronization

/// Reports changes of the value at a key path to a handler.
///
/// `@unchecked`, because a key path and its values need not be `Sendable`: the threads that change
/// properties read them, as they read the object itself. The handler is under a lock.
final class KeyPathObserver<Object: AnyObject, Value>: PropertyObserver, @unchecked Sendable {
  typealias Handler = @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void

  /// The handler, in a structure.
  ///
  /// Each access under the lock would wrap a bare function once more, until a call overflows the
  /// stack.
  private struct Target {
    let handler: Handler
  }

  let dependencies = ObserverDependencies()
  private weak let object: Object?
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  /// `nil` after the observation has ended.
  private let target: Mutex<Target?>

  init(
    object: Object, keyPath: KeyPath<Object, Value>, options: NSKeyValueObservingOptions,
    handler: @escaping Handler
  ) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
    target = Mutex(Target(handler: handler))
  }

  /// Finds the properties to observe, and makes the initial report.
  func begin() {
    guard let object else { return }
    let value = evaluate(object)
    if options.contains(.initial) { report(object, newValue: value, oldValue: nil) }
  }

  func willChange() -> (() -> Void)? {
    guard !options.isDisjoint(with: [.old, .prior]), !hasEnded, let object else { return nil }
    let oldValue =
      options.contains(.old) ? PropertyTracking.suspended { object[keyPath: keyPath] } : nil
    if options.contains(.prior) {
      call(object, NSKeyValueObservedChange(newValue: nil, oldValue: oldValue, isPrior: true))
    }
    return { self.didChange(from: oldValue) }
  }

  func didChange() { didChange(from: nil) }

  func end() {
    dependencies.end(observer: self)
    // Releases the handler without the lock.
    _ = target.withLock { $0.take() }
  }

  private var hasEnded: Bool { target.withLock { $0 == nil } }

  private func didChange(from oldValue: Value?) {
    guard !hasEnded, let object else { return }
    report(object, newValue: evaluate(object), oldValue: oldValue)
  }

  private func evaluate(_ object: Object) -> Value {
    PropertyTracking.evaluate(for: self) { object[keyPath: keyPath] }
  }

  private func report(_ object: Object, newValue: Value, oldValue: Value?) {
    let newValue = options.contains(.new) ? newValue : nil
    call(object, NSKeyValueObservedChange(newValue: newValue, oldValue: oldValue))
  }

  private func call(_ object: Object, _ change: NSKeyValueObservedChange<Value>) {
    guard let target = target.withLock({ $0 }) else { return }
    PropertyTracking.suspended { target.handler(object, change) }
  }
}
