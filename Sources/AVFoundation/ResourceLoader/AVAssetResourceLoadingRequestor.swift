public import Foundation

/// The part of the system that makes a request: the asset itself.
open class AVAssetResourceLoadingRequestor: NSObject, @unchecked Sendable {
  // Unchecked: an open class cannot be checked; this one has no state.

  override init() {}

  /// Whether reports about expired sessions of keys follow; always false, because there are none.
  open var providesExpiredSessionReports: Bool { false }
}
