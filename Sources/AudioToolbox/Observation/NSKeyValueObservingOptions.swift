/// The calls that an observation makes, and the values that it passes.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Passes the value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// Passes the value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// Calls the handler once before `observe` returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// Calls the handler before each change, too.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}
