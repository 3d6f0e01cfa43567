public import AVFAudio
internal import Foundation

/// An object that loads its properties from media, without blocking a thread.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// The state of a property.
  ///
  /// - Parameters:
  ///   - key: The name of the property.
  ///   - outError: Receives the error if loading failed or was cancelled.
  /// - Returns: The state.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Loads properties.
  ///
  /// - Parameters:
  ///   - keys: The names of the properties.
  ///   - handler: Called once, on any thread, when the state of all the properties is final.
  func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
  /// Loads properties, without reporting the end.
  public func loadValuesAsynchronously(forKeys keys: [String]) {
    loadValuesAsynchronously(forKeys: keys, completionHandler: nil)
  }

  /// Loads properties, and returns when their state is final.
  public nonisolated(nonsending) func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }

  /// Loads a property.
  ///
  /// - Throws: An ``AVError`` if the media cannot be read, or loading was cancelled.
  public nonisolated(nonsending) func load<Value>(
    _ property: AVAsyncProperty<Self, Value>
  ) async throws -> Value {
    await loadValues(forKeys: [property.key])
    return try loadedValue(of: property)
  }

  /// Loads several properties at once.
  ///
  /// Apple's frameworks declare this for up to eight properties; here, their number is unlimited.
  ///
  /// - Throws: An ``AVError`` if the media cannot be read, or loading was cancelled.
  public nonisolated(nonsending) func load<First, Second, each Other>(
    _ first: AVAsyncProperty<Self, First>, _ second: AVAsyncProperty<Self, Second>,
    _ others: repeat AVAsyncProperty<Self, each Other>
  ) async throws -> (First, Second, repeat each Other) {
    var keys = [first.key, second.key]
    repeat keys.append((each others).key)
    await loadValues(forKeys: keys)
    return (
      try loadedValue(of: first), try loadedValue(of: second),
      repeat try loadedValue(of: each others)
    )
  }

  /// The state of a property, with its value if it is loaded.
  public func status<Value>(
    of property: AVAsyncProperty<Self, Value>
  ) -> AVAsyncProperty<Self, Value>.Status {
    var error: NSError?
    // Safe: the pointer lives for this call.
    switch unsafe statusOfValue(forKey: property.key, error: &error) {
    case .unknown: return .notYetLoaded
    case .loading: return .loading
    case .loaded: return .loaded(property.value(self))
    case .failed, .cancelled: return .failed(error ?? AVError(.unknown).asNSError)
    }
  }

  private func loadedValue<Value>(of property: AVAsyncProperty<Self, Value>) throws -> Value {
    switch status(of: property) {
    case .loaded(let value): return value
    case .failed(let error): throw AVError(error)
    // Another caller has cancelled loading, and started it again.
    case .notYetLoaded, .loading: throw AVError(.operationCancelled)
    }
  }
}

extension AVError {
  /// Converts an `NSError`; an error of another domain becomes the underlying error.
  init(_ error: NSError) {
    if error.domain == AVFoundationErrorDomain, let code = Code(rawValue: error.code) {
      self.init(code, userInfo: error.userInfo)
    } else {
      self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error])
    }
  }
}
