internal import AudioTransport
internal import Foundation
internal import Synchronization

/// Passes requests of byte sources to the delegate of a resource loader.
final class DelegateLoading: ByteLoading {
  private let url: URL
  private let loader: AVAssetResourceLoader
  /// The requests that the client may still answer.
  private let open = Mutex<[ObjectIdentifier: AVAssetResourceLoadingRequest]>([:])

  init(url: URL, loader: AVAssetResourceLoader) {
    self.url = url
    self.loader = loader
  }

  func load(_ load: LoadRequest) {
    let request = AVAssetResourceLoadingRequest(load, url: url)
    request.whenRenewable { [weak self] in self?.renew($0, at: $1) }
    open.withLock { open in
      open = open.filter { !$0.value.isFinished }
      open[ObjectIdentifier(load)] = request
    }
    let isCalled = loader.call { [loader] delegate in
      guard !request.isCancelled else { return }
      let isLoading = delegate?.resourceLoader(
        loader, shouldWaitForLoadingOfRequestedResource: request)
      if isLoading != true { self.refuse(load) }
    }
    if !isCalled {
      remove(load)
      load.fail(TransportError(.unsupportedURL))
    }
  }

  /// Asks the delegate for new information at a date.
  private func renew(
    _ information: AVAssetResourceLoadingContentInformationRequest, at date: Date
  ) {
    let seconds = max(0, min(date.timeIntervalSinceNow, 1e9))
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self else { return }
      let request = AVAssetResourceRenewalRequest(renewing: information, url: self.url)
      request.whenRenewable { [weak self] in self?.renew($0, at: $1) }
      _ = self.loader.call { [loader = self.loader] delegate in
        let isRenewed = delegate?.resourceLoader(
          loader, shouldWaitForRenewalOfRequestedResource: request)
        if isRenewed != true { _ = request.cancel() }
      }
    }
  }

  func cancel(_ load: LoadRequest) {
    guard let request = remove(load), request.cancel() else { return }
    _ = loader.call { [loader] delegate in delegate?.resourceLoader(loader, didCancel: request) }
  }

  /// Fails a request that the delegate does not load.
  private func refuse(_ load: LoadRequest) {
    guard remove(load)?.cancel() == true else { return }
    load.fail(TransportError(.refused))
  }

  @discardableResult
  private func remove(_ load: LoadRequest) -> AVAssetResourceLoadingRequest? {
    open.withLock { $0.removeValue(forKey: ObjectIdentifier(load)) }
  }
}

extension URL {
  /// Whether a byte source reads the URL without a delegate.
  var isLoadedBySystem: Bool {
    isFileURL || ["http", "https"].contains(scheme?.lowercased() ?? "")
  }
}
