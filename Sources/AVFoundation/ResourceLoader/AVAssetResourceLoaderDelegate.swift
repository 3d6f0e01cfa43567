public import Foundation

/// Loads the bytes of URLs that the system cannot load itself.
///
/// Difference from Apple's: the delegate gets no requests for keys, and no authentication
/// challenges.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
  /// Asks whether the delegate loads bytes.
  ///
  /// - Parameters:
  ///   - resourceLoader: The loader of the asset.
  ///   - loadingRequest: The request. The delegate retains it, and finishes it now or later.
  /// - Returns: Whether the delegate finishes the request. Otherwise, loading fails.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool

  /// Asks the delegate to renew the information about a resource.
  ///
  /// The request comes at ``AVAssetResourceLoadingContentInformationRequest/renewalDate``.
  ///
  /// - Parameters:
  ///   - resourceLoader: The loader of the asset.
  ///   - renewalRequest: The request, with the information so far. The delegate sets the next date
  ///     and finishes it, now or later.
  /// - Returns: Whether the delegate finishes the request. Otherwise, no more renewals follow.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool

  /// Reports that the bytes of a request are not needed any more.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  )
}

/// The methods are optional.
extension AVAssetResourceLoaderDelegate {
  /// Loads nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }

  /// Renews nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  /// Ignores the end of a request.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}
