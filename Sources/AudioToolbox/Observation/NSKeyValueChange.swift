/// The kind of a change that an observation reports.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has a new value. Observations report only this kind.
  case setting = 1
  /// The collection has new elements.
  case insertion = 2
  /// The collection has lost elements.
  case removal = 3
  /// Elements of the collection have been replaced.
  case replacement = 4
}
