/// A key in a dictionary that describes a change.
///
/// Declared for code that names the keys: no function on Linux makes such a dictionary.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The key.
  public let rawValue: String

  /// Makes a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The kind of the change.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The value after the change.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before the change.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The indexes of the affected elements.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// Whether the change is yet to come.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}
