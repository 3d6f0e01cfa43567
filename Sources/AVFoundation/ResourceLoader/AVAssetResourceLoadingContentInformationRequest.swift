internal import AudioTransport
public import Foundation
internal import Synchronization

/// A request for information about a resource, which the delegate fills in.
// Unchecked: a lock protects all mutable state.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
  private struct Answer {
    var contentType: String?
    var contentLength: Int64 = 0
    var hasRanges = false
  }

  private let answer = Mutex(Answer())

  override init() {}

  /// The type of the resource: a uniform type identifier.
  ///
  /// Every value is accepted, because the bytes show the format.
  open var contentType: String? {
    get { answer.withLock { $0.contentType } }
    set { answer.withLock { $0.contentType = newValue } }
  }

  /// The accepted types; `nil`, because any type may contain a known format.
  open var allowedContentTypes: [String]? { nil }

  /// The length in bytes; 0 if it is unknown.
  open var contentLength: Int64 {
    get { answer.withLock { $0.contentLength } }
    set { answer.withLock { $0.contentLength = newValue } }
  }

  /// Whether requests may start at any offset.
  ///
  /// Otherwise, one request asks for all bytes, which stay in memory.
  open var isByteRangeAccessSupported: Bool {
    get { answer.withLock { $0.hasRanges } }
    set { answer.withLock { $0.hasRanges = newValue } }
  }

  func send(to load: LoadRequest) {
    let answer = answer.withLock { $0 }
    load.inform(
      LoadInformation(
        byteCount: answer.contentLength > 0 ? UInt64(answer.contentLength) : nil,
        hasRanges: answer.hasRanges, contentType: answer.contentType))
  }
}
