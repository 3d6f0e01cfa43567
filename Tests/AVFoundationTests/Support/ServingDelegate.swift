import AVFoundation
import Foundation
import Synchronization

/// Serves a file's bytes to an asset with a custom scheme.
final class ServingDelegate: NSObject, AVAssetResourceLoaderDelegate, Sendable {
  /// How the delegate answers.
  struct Manner: Sendable {
    var contentType = "com.microsoft.waveform-audio"
    var hasRanges = true
    var pieceCount = Int.max
    /// Whether the answers follow after the delegate's method returns.
    var isLate = false
    var finishCount = 1
    /// Whether the answer to each request is the entire rest of the file.
    var exceedsRequests = false
    var end = Int.max
  }

  static let queueKey = DispatchSpecificKey<Bool>()

  let queue = DispatchQueue(label: "ServingDelegate")
  /// A queue of its own: global queues have no thread while tests keep all processors busy.
  private let answers = DispatchQueue(label: "answers")
  private let file: Data
  private let manner: Manner
  private let seen = Mutex<[AVAssetResourceLoadingRequest]>([])
  private let onQueue = Mutex(true)

  init(_ file: Data, _ manner: Manner = Manner()) {
    self.file = file
    self.manner = manner
    queue.setSpecific(key: Self.queueKey, value: true)
  }

  var requests: [AVAssetResourceLoadingRequest] { seen.withLock { $0 } }

  /// Whether all calls arrived on the queue.
  var isAlwaysOnQueue: Bool { onQueue.withLock { $0 } }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    if DispatchQueue.getSpecific(key: Self.queueKey) != true { onQueue.withLock { $0 = false } }
    seen.withLock { $0.append(loadingRequest) }
    if manner.isLate {
      answers.async { self.answer(loadingRequest) }
    } else {
      answer(loadingRequest)
    }
    return true
  }

  private func answer(_ request: AVAssetResourceLoadingRequest) {
    if let information = request.contentInformationRequest {
      information.contentType = manner.contentType
      information.contentLength = Int64(file.count)
      information.isByteRangeAccessSupported = manner.hasRanges
    }
    if let data = request.dataRequest {
      var end = min(file.count, manner.end)
      if !data.requestsAllDataToEndOfResource, !manner.exceedsRequests {
        end = min(end, Int(data.requestedOffset) + data.requestedLength)
      }
      while data.currentOffset < end {
        let start = Int(data.currentOffset)
        data.respond(with: file[start..<min(end, start + min(manner.pieceCount, file.count))])
      }
    }
    for _ in 0..<manner.finishCount { request.finishLoading() }
  }
}

/// Answers with a closure, and counts the calls.
final class FunctionDelegate: NSObject, AVAssetResourceLoaderDelegate, Sendable {
  private let answer: @Sendable (AVAssetResourceLoadingRequest) -> Bool
  private let seen = Mutex<[AVAssetResourceLoadingRequest]>([])
  private let cancelled = Mutex<[AVAssetResourceLoadingRequest]>([])

  init(_ answer: @escaping @Sendable (AVAssetResourceLoadingRequest) -> Bool) {
    self.answer = answer
  }

  var requests: [AVAssetResourceLoadingRequest] { seen.withLock { $0 } }
  var cancelledRequests: [AVAssetResourceLoadingRequest] { cancelled.withLock { $0 } }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    seen.withLock { $0.append(loadingRequest) }
    return answer(loadingRequest)
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {
    cancelled.withLock { $0.append(loadingRequest) }
  }
}
