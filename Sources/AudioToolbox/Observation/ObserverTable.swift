internal import Synchronization

/// The observers of the properties of one object.
///
/// Holds its observers until they remove themselves. No function calls an observer.
final class ObserverTable: Sendable {
  private let observers = Mutex<[ObservedProperty: [any PropertyObserver]]>([:])
  private let count = Atomic<Int>(0)

  /// Whether no property has an observer.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Adds an observer of a property, which it must not observe yet.
  func add(_ observer: any PropertyObserver, to property: ObservedProperty) {
    count.add(1, ordering: .sequentiallyConsistent)
    observers.withLock { $0[property, default: []].append(observer) }
  }

  /// Removes an observer of a property; the caller keeps the observer alive.
  func remove(_ observer: any PropertyObserver, from property: ObservedProperty) {
    observers.withLock {
      $0[property]?.removeAll { $0 === observer }
      if $0[property]?.isEmpty == true { $0[property] = nil }
    }
    count.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Returns the observers of any of some properties, each once, in the order of their addition.
  func observers(of properties: [ObservedProperty]) -> [any PropertyObserver] {
    if isEmpty { return [] }
    return observers.withLock { observers in
      guard let first = properties.first else { return [] }
      var found = observers[first, default: []]
      for property in properties.dropFirst() {
        for observer in observers[property, default: []]
        where !found.contains(where: { $0 === observer }) {
          found.append(observer)
        }
      }
      return found
    }
  }
}
