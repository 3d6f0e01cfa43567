/// The state of loading a property.
public enum AVKeyValueStatus: Int, Sendable {
  /// Not loaded yet.
  case unknown = 0
  /// Being loaded.
  case loading = 1
  /// Loaded.
  case loaded = 2
  /// Cannot be loaded.
  case failed = 3
  /// Loading was cancelled.
  case cancelled = 4
}
