internal import AudioTransport
public import Foundation
public import FoundationNetworking
internal import Synchronization
internal import os

/// A request of an asset for information and bytes.
// Unchecked: a lock protects all mutable state.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  private enum Phase { case open, finished, cancelled }

  private struct State {
    var phase = Phase.open
    var response: URLResponse?
    var redirect: URLRequest?
    var renew: (@Sendable (AVAssetResourceLoadingContentInformationRequest, Date) -> Void)?
  }

  private let load: LoadRequest?
  private let state = Mutex(State())

  /// The URL of the asset.
  public let request: URLRequest

  /// The request for information; `nil` if it is known.
  public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?

  /// The request for bytes; `nil` for a renewal.
  public let dataRequest: AVAssetResourceLoadingDataRequest?

  /// The part of the system that makes the request.
  public let requestor = AVAssetResourceLoadingRequestor()

  /// Makes a request for information only.
  init(renewing information: AVAssetResourceLoadingContentInformationRequest, url: URL) {
    load = nil
    request = URLRequest(url: url)
    let new = AVAssetResourceLoadingContentInformationRequest()
    new.take(information)
    contentInformationRequest = new
    dataRequest = nil
  }

  init(_ load: LoadRequest, url: URL) {
    self.load = load
    request = URLRequest(url: url)
    let information =
      load.wantsInformation ? AVAssetResourceLoadingContentInformationRequest() : nil
    contentInformationRequest = information
    dataRequest = AVAssetResourceLoadingDataRequest(load, information: information)
  }

  // MARK: State

  /// Whether the delegate has finished the request.
  open var isFinished: Bool { state.withLock { $0.phase == .finished } }

  /// Whether the bytes are not needed any more.
  open var isCancelled: Bool { state.withLock { $0.phase == .cancelled } }

  /// The response of the server from which the delegate loads; has no effect.
  open var response: URLResponse? {
    get { state.withLock { $0.response } }
    set { state.withLock { $0.response = newValue } }
  }

  /// A request for the URL that has the bytes: a file, or an `http` or `https` URL.
  ///
  /// Takes effect when the request finishes. The header fields of this request are sent to that
  /// URL.
  open var redirect: URLRequest? {
    get { state.withLock { $0.redirect } }
    set { state.withLock { $0.redirect = newValue } }
  }

  // MARK: End

  /// Ends the request.
  ///
  /// If the delegate has sent fewer bytes than requested, the resource is assumed to end after the
  /// last one. This does not apply to a request for content information or with a redirect.
  ///
  /// Only the first call has an effect.
  open func finishLoading() {
    guard end(as: .finished) else { return }
    didFinish()
    guard let load else { return }
    guard let redirect else {
      contentInformationRequest?.send(to: load)
      return load.finish()
    }
    guard let target = LoadTarget(redirect) else { return load.fail(.init(.unsupportedURL)) }
    load.redirect(to: target)
  }

  /// Sets the response and the redirect, answers with bytes, and ends the request.
  ///
  /// - Parameters:
  ///   - response: The response of the server from which the delegate loads.
  ///   - data: All bytes of the answer.
  ///   - redirect: A request for the URL that has the bytes.
  open func finishLoading(with response: URLResponse?, data: Data?, redirect: URLRequest?) {
    state.withLock { ($0.response, $0.redirect) = (response, redirect) }
    if let data { dataRequest?.respond(with: data) }
    finishLoading()
  }

  /// Schedules the renewal of the information, if the delegate has set a date for it.
  func didFinish() {
    guard let information = contentInformationRequest, let date = information.renewalDate,
      let renew = state.withLock({ $0.renew })
    else { return }
    renew(information, date)
  }

  /// Sets a closure to call when information with a renewal date arrives.
  func whenRenewable(
    _ renew: @escaping @Sendable (AVAssetResourceLoadingContentInformationRequest, Date) -> Void
  ) {
    state.withLock { $0.renew = renew }
  }

  /// Ends the request with an error, which becomes the underlying error of the asset's error.
  open func finishLoading(with error: (any Error)?) {
    guard end(as: .finished) else { return }
    load?.fail(TransportError(error.map { .loader(LoaderFailure($0)) } ?? .refused))
  }

  /// Cancels the request; returns false if it has already ended.
  func cancel() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .cancelled
      return true
    }
  }

  private func end(as phase: Phase) -> Bool {
    let before = state.withLock { state in
      defer { if state.phase == .open { state.phase = phase } }
      return state.phase
    }
    if before == .finished {
      Logger().warning(
        "A resource loading request was finished twice. The second call has no effect.")
    }
    return before == .open
  }
}

/// A request to renew the information about a resource.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {}

extension LoadTarget {
  /// The target of a redirect; `nil` if the scheme is unsupported.
  init?(_ request: URLRequest) {
    guard let url = request.url else { return nil }
    if url.isFileURL {
      self = .file(path: url.path)
    } else if url.isLoadedBySystem {
      let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      self = .url(url.absoluteString, headerFields: fields.map { "\($0.key): \($0.value)" })
    } else {
      return nil
    }
  }
}
