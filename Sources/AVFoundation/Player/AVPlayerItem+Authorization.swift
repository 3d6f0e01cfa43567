public import Foundation
internal import Synchronization

/// The outcome of a request to the seller of media.
public enum AVContentAuthorizationStatus: Int, Sendable {
  /// There was no request.
  case unknown
  /// The request is complete.
  case completed
  /// The client has cancelled the request.
  case cancelled
  /// The seller did not answer in time.
  case timedOut
  /// The service is busy.
  case busy
  /// There is no service.
  case notAvailable
  /// The service cannot be asked.
  case notPossible
}

/// Requests to the seller of media.
///
/// Linux has no such service, so every request ends with `notAvailable`.
extension AVPlayerItem {
  /// The outcome of the latest request.
  @MainActor public var contentAuthorizationRequestStatus: AVContentAuthorizationStatus {
    state.withLock { $0.kept.authorization }
  }

  /// Asks the seller whether this program may play the item.
  ///
  /// - Parameters:
  ///   - timeoutInterval: Not used: the request ends immediately, because there is no service.
  ///   - handler: Called once on the main queue, after the outcome is available.
  @MainActor public func requestContentAuthorizationAsynchronously(
    withTimeoutInterval timeoutInterval: TimeInterval,
    completionHandler handler: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.kept.authorization = .notAvailable }
    DispatchQueue.main.async(execute: handler)
  }

  /// Cancels a request; has no effect, because none is pending.
  @MainActor public func cancelContentAuthorizationRequest() {}
}
