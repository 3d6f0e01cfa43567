import AVFoundation
import AudioDevices
import Foundation
import Synchronization
import TestSupport
import Testing

/// Assets whose bytes come from a delegate.
@Suite struct AVAssetResourceLoaderTests {
  private let folder: TemporaryFolder
  private let file: URL
  private let length = CMTime(value: 40_000, timescale: 8000)

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url("a.wav")
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    let sound = try AVAudioFile(forWriting: file, settings: format.settings)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 40_000))
    buffer.frameLength = 40_000
    try sound.write(from: buffer)
  }

  private func asset() throws -> AVURLAsset {
    AVURLAsset(url: try #require(URL(string: "custom://host/a.wav?token=1")))
  }

  /// The error of a player item with this asset.
  private func error(of asset: AVURLAsset) throws -> NSError {
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      let item = AVPlayerItem(asset: asset)
      let player = AVPlayer(playerItem: item)
      try waitUntil("the item fails") { item.status == .failed }
      return try withExtendedLifetime(player) { try #require(item.error) as NSError }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let manner: ServingDelegate.Manner
  }

  static let manners = [
    Case(testDescription: "whole", manner: .init()),
    Case(testDescription: "pieces", manner: .init(pieceCount: 999)),
    Case(testDescription: "late", manner: .init(isLate: true)),
    Case(testDescription: "finishes twice", manner: .init(finishCount: 2)),
    Case(testDescription: "too much", manner: .init(exceedsRequests: true)),
    Case(testDescription: "a MIME type", manner: .init(contentType: "audio/wav")),
    Case(testDescription: "no type", manner: .init(contentType: "")),
    Case(testDescription: "no ranges", manner: .init(hasRanges: false, pieceCount: 10_000)),
  ]

  @Test("the asset has the properties of the file", arguments: manners)
  func serves(_ example: Case) throws {
    let delegate = ServingDelegate(try Data(contentsOf: file), example.manner)
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: delegate.queue)
    #expect(asset.duration == length && asset.isPlayable)
    let first = try #require(delegate.requests.first)
    #expect(first.request.url == asset.url && first.isFinished && !first.isCancelled)
    #expect(first.contentInformationRequest != nil)
    #expect(first.dataRequest?.requestedOffset == 0 && first.dataRequest?.requestedLength == 2)
    #expect(delegate.requests.count >= 2 && delegate.isAlwaysOnQueue)
    #expect(delegate.requests.dropFirst().allSatisfy { $0.contentInformationRequest == nil })
    #expect(Set(delegate.requests).count == delegate.requests.count)
  }

  @Test("an item of a player becomes ready")
  func ready() throws {
    let delegate = ServingDelegate(try Data(contentsOf: file), .init(isLate: true))
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: nil)
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      let item = AVPlayerItem(asset: asset)
      let player = AVPlayer(playerItem: item)
      try waitUntil("the item is ready") { item.status == .readyToPlay }
      #expect(item.error == nil && item.duration == length)
      withExtendedLifetime(player) {}
    }
  }

  @Test("a redirect to a file is followed")
  func redirect() throws {
    let file = file
    let delegate = FunctionDelegate { request in
      request.redirect = URLRequest(url: file)
      request.finishLoading()
      return true
    }
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
    #expect(asset.duration == length)
    #expect(delegate.requests.count == 1)
  }

  @Test("a request is finished with bytes and a redirect in one call")
  func finishedAtOnce() throws {
    let file = file
    let bytes = try Data(contentsOf: file)
    for isRedirected in [false, true] {
      let delegate = FunctionDelegate { request in
        request.contentInformationRequest?.contentLength = Int64(bytes.count)
        request.contentInformationRequest?.isByteRangeAccessSupported = true
        let start = Int(request.dataRequest?.requestedOffset ?? 0)
        request.finishLoading(
          with: URLResponse(
            url: file, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
          data: isRedirected ? nil : bytes[start...],
          redirect: isRedirected ? URLRequest(url: file) : nil)
        return true
      }
      let asset = try asset()
      asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
      #expect(asset.duration == length)
      #expect(delegate.requests.first?.isFinished == true)
      #expect(delegate.requests.allSatisfy { $0.response != nil })
      #expect(delegate.requests.first?.requestor.providesExpiredSessionReports == false)
    }
  }

  /// Serves a file, and renews its information twice.
  private final class RenewingDelegate: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    let serving: ServingDelegate
    let renewals = Mutex<[(length: Int64, hasData: Bool)]>([])

    init(_ serving: ServingDelegate) { self.serving = serving }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
      loadingRequest.contentInformationRequest?.renewalDate = Date()
      return serving.resourceLoader(
        resourceLoader, shouldWaitForLoadingOfRequestedResource: loadingRequest)
    }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool {
      let information = renewalRequest.contentInformationRequest
      let count = renewals.withLock { renewals in
        renewals.append(
          (information?.contentLength ?? 0, renewalRequest.dataRequest != nil))
        return renewals.count
      }
      if count == 1 { information?.renewalDate = Date() }
      renewalRequest.finishLoading()
      return true
    }
  }

  @Test("information is renewed at its date, as long as the delegate states another one")
  func renewal() throws {
    let bytes = try Data(contentsOf: file)
    let delegate = RenewingDelegate(ServingDelegate(bytes))
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
    #expect(asset.duration == length)
    try waitUntil("the information is renewed twice") {
      delegate.renewals.withLock { $0.count } == 2
    }
    let renewals = delegate.renewals.withLock { $0 }
    #expect(renewals.allSatisfy { $0.length == Int64(bytes.count) && !$0.hasData })
  }

  // MARK: Failures

  @Test("without a delegate, a custom scheme is unsupported")
  func noDelegate() throws {
    let asset = try asset()
    #expect(asset.resourceLoader.delegate == nil && asset.resourceLoader.delegateQueue == nil)
    let error = try error(of: asset)
    #expect(error.domain == AVFoundationErrorDomain)
    #expect(error.localizedDescription == "custom://host/a.wav: the URL is not supported")
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.code == URLError.Code.unsupportedURL.rawValue)
  }

  @Test("the loader does not retain its delegate")
  func weakDelegate() throws {
    let asset = try asset()
    let queue = DispatchQueue(label: "delegate")
    do {
      let delegate = FunctionDelegate { _ in true }
      asset.resourceLoader.setDelegate(delegate, queue: queue)
      #expect(asset.resourceLoader.delegate === delegate)
      #expect(asset.resourceLoader.delegateQueue === queue)
    }
    #expect(asset.resourceLoader.delegate == nil)
  }

  /// A delegate without any optional method.
  final class IdleDelegate: NSObject, AVAssetResourceLoaderDelegate {}

  @Test("an item fails if the delegate refuses the request")
  func refuses() throws {
    let delegate = FunctionDelegate { _ in false }
    for delegate in [delegate, IdleDelegate()] as [any AVAssetResourceLoaderDelegate] {
      let asset = try asset()
      asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
      let error = try error(of: asset)
      #expect(error.code == AVError.Code.failedToLoadMediaData.rawValue)
      #expect(error.localizedDescription.contains("delegate"))
    }
    #expect(delegate.requests.count == 1 && delegate.cancelledRequests.isEmpty)
    #expect(delegate.requests.first?.isFinished == false)
  }

  struct Refusal: CustomNSError, LocalizedError {
    static var errorDomain: String { "Refusal" }
    var errorCode: Int { 7 }
    var errorDescription: String? { "no such song" }
  }

  @Test("the delegate's error is the underlying error")
  func delegateError() throws {
    let delegate = FunctionDelegate { request in
      request.finishLoading(with: Refusal())
      // Without effect: the request is finished.
      request.finishLoading()
      return true
    }
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
    let error = try error(of: asset)
    #expect(error.localizedDescription == "custom://host/a.wav: no such song")
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.domain == "Refusal" && underlying.code == 7)
    #expect(delegate.requests.first?.isFinished == true)
  }

  @Test("a file shorter than its header counts as damaged")
  func tooLittle() throws {
    let delegate = ServingDelegate(try Data(contentsOf: file), .init(end: 20))
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: delegate.queue)
    #expect(try error(of: asset).domain == AVFoundationErrorDomain)
  }

  @Test("the delegate is notified when an unanswered request is cancelled")
  func cancels() throws {
    let delegate = FunctionDelegate { _ in true }
    let asset = try asset()
    asset.resourceLoader.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
    let isDone = Mutex(false)
    DispatchQueue(label: "client").async {
      _ = asset.isPlayable
      isDone.withLock { $0 = true }
    }
    try waitUntil("the delegate receives the request") { delegate.requests.count == 1 }
    asset.cancelLoading()
    try waitUntil("the wait ends") { isDone.withLock { $0 } }
    try waitUntil("the delegate is notified") { delegate.cancelledRequests.count == 1 }
    let request = try #require(delegate.cancelledRequests.first)
    #expect(request === delegate.requests.first && request.isCancelled && !request.isFinished)
    request.dataRequest?.respond(with: Data([1, 2]))
    request.finishLoading()
    #expect(request.isCancelled && !request.isFinished)
  }
}
