public import Foundation

/// A change that an observation reports to its handler.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of a change.
  public typealias Kind = NSKeyValueChange

  /// The kind of the change: always `setting`.
  public let kind: Kind
  /// The value after the change; `nil` without the option `new`, and in a report before the change.
  ///
  /// Unlike on Apple's systems, values of enumerations are present, too.
  public let newValue: Value?
  /// The value before the change; `nil` without the option `old`, and in the initial call.
  ///
  /// It is `nil`, too, if the observation began during the change.
  public let oldValue: Value?
  /// The indexes of the affected elements: always `nil`.
  public let indexes: IndexSet?
  /// Whether the change is yet to come, which the option `prior` asks for.
  public let isPrior: Bool

  /// Makes the report of a new value.
  init(newValue: Value?, oldValue: Value?, isPrior: Bool = false) {
    kind = .setting
    self.newValue = newValue
    self.oldValue = oldValue
    indexes = nil
    self.isPrior = isPrior
  }
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
