/// The identity of an observable property: its key path, as the declaring class writes it.
struct ObservedProperty: Hashable, Sendable {
  private let keyPath: any AnyKeyPath & Sendable

  init(_ keyPath: any AnyKeyPath & Sendable) { self.keyPath = keyPath }

  static func == (left: Self, right: Self) -> Bool {
    (left.keyPath as AnyKeyPath) == (right.keyPath as AnyKeyPath)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(keyPath as AnyKeyPath) }
}
