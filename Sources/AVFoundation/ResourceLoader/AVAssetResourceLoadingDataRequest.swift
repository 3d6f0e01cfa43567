internal import AudioTransport
public import Foundation
internal import Synchronization

/// A request for bytes of a resource.
// Unchecked: a lock protects all mutable state.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
  private let load: LoadRequest
  private let information: AVAssetResourceLoadingContentInformationRequest?
  private let responded = Mutex<Int64>(0)

  init(_ load: LoadRequest, information: AVAssetResourceLoadingContentInformationRequest?) {
    self.load = load
    self.information = information
  }

  /// The offset of the first byte.
  open var requestedOffset: Int64 { Int64(clamping: load.offset) }

  /// The number of bytes; a very large one if the request has no end.
  open var requestedLength: Int {
    load.byteCount.map { Int(clamping: $0) } ?? Int.max - Int(clamping: load.offset)
  }

  /// Whether the request is for all bytes to the end; then the length has no meaning.
  open var requestsAllDataToEndOfResource: Bool { load.byteCount == nil }

  /// The offset after the last byte of the answers.
  open var currentOffset: Int64 { requestedOffset + responded.withLock { $0 } }

  /// Answers with the next bytes; may be called several times.
  ///
  /// More bytes than requested are ignored.
  open func respond(with data: Data) {
    information?.send(to: load)
    load.respond(data.span)
    responded.withLock { $0 += Int64(data.count) }
  }
}
