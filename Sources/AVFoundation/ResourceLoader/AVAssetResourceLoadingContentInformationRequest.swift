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
    var renewalDate: Date?
    var isOnDemand = false
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
  /// If it is false, one request asks for all bytes, which stay in memory.
  open var isByteRangeAccessSupported: Bool {
    get { answer.withLock { $0.hasRanges } }
    set { answer.withLock { $0.hasRanges = newValue } }
  }

  /// The date at which the loader asks the delegate to renew the information; `nil` for never.
  ///
  /// Takes effect when the request finishes.
  open var renewalDate: Date? {
    get { answer.withLock { $0.renewalDate } }
    set { answer.withLock { $0.renewalDate = newValue } }
  }

  /// Whether all bytes come at once, so that loading ahead has no use; stored, but has no effect.
  open var isEntireLengthAvailableOnDemand: Bool {
    get { answer.withLock { $0.isOnDemand } }
    set { answer.withLock { $0.isOnDemand = newValue } }
  }

  /// Copies the information of another request, except its date.
  func take(_ other: AVAssetResourceLoadingContentInformationRequest) {
    var known = other.answer.withLock { $0 }
    known.renewalDate = nil
    let new = known
    answer.withLock { $0 = new }
  }

  func send(to load: LoadRequest) {
    let answer = answer.withLock { $0 }
    load.inform(
      LoadInformation(
        byteCount: answer.contentLength > 0 ? UInt64(answer.contentLength) : nil,
        hasRanges: answer.hasRanges, contentType: answer.contentType))
  }
}
