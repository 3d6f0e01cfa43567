internal import AVFAudio
internal import Foundation

extension AVAsset {
  /// Loads the header, then passes a value of the asset to the handler.
  func load<Value: Sendable>(
    _ value: @escaping @Sendable (AVAsset) -> Value,
    _ completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) {
    header.load { outcome in
      DispatchQueue.global().async {
        switch outcome {
        case .success: completionHandler(value(self), nil)
        case .failure(let error): completionHandler(nil, error)
        }
      }
    }
  }

  /// Loads the header, then returns a value of the asset.
  nonisolated(nonsending) func loading<Value>(
    _ value: (AVAsset) -> Value
  ) async throws(AVError) -> Value {
    let outcome = await withCheckedContinuation { continuation in
      header.load { continuation.resume(returning: $0) }
    }
    _ = try outcome.get()
    return value(self)
  }
}

extension AVError {
  /// The error as an `NSError`, for interfaces that report one.
  var asNSError: NSError {
    NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
  }
}
