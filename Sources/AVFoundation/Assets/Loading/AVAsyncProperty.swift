public import Foundation

// Unchecked: the class is not final, but neither class here has a member that changes.

/// The name of a property that is loaded from media, with any type of value.
///
/// The names are static members: `.duration`, `.tracks`, …
public class AVPartialAsyncProperty<Root>: Hashable, CustomStringConvertible, @unchecked Sendable {
  /// The name for `statusOfValue(forKey:error:)`.
  let key: String

  init(key: String) {
    self.key = key
  }

  /// The name of the property.
  public var description: String { key }

  /// Whether two names are equal.
  public static func == (
    first: AVPartialAsyncProperty<Root>, second: AVPartialAsyncProperty<Root>
  ) -> Bool {
    first.key == second.key
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The name of a property that is loaded from media.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  /// Reads the property once it has been loaded.
  let value: @Sendable (Root) -> Value

  init(_ key: String, _ value: @escaping @Sendable (Root) -> Value) {
    self.value = value
    super.init(key: key)
  }

  /// The state of loading a property.
  @frozen public enum Status {
    /// Loading has not begun.
    case notYetLoaded
    /// Being loaded.
    case loading
    /// Loaded.
    case loaded(Value)
    /// Cannot be loaded, or loading was cancelled.
    case failed(NSError)
  }
}

extension AVAsyncProperty.Status: Equatable where Value: Equatable {}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
