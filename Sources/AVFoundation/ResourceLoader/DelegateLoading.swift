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
