import Dispatch
import Synchronization

@testable import AudioTransport

/// Serves bytes as a client's loader does.
final class TestLoader: ByteLoading {
  /// How the loader answers.
  struct Manner: Sendable {
    var hasRanges = true
    var statesLength = true
    /// Bytes of one answer.
    var pieceCount = Int.max
    /// Whether another thread answers.
    var isLate = false
    /// Whether the answers to requests for bytes continue to the end of the resource.
    var exceedsRequests = false
    /// The end of the bytes that exist.
    var end = Int.max
  }

  let bytes: [UInt8]
  let manner: Manner
  private let queue = DispatchQueue(label: "TestLoader")
  private let requested = Mutex<[LoadRequest]>([])
  private let cancelled = Mutex<[LoadRequest]>([])

  init(_ bytes: [UInt8], _ manner: Manner = Manner()) {
    self.bytes = bytes
    self.manner = manner
  }

  /// All requests so far.
  var requests: [LoadRequest] { requested.withLock { $0 } }
  var cancelledRequests: [LoadRequest] { cancelled.withLock { $0 } }

  func load(_ request: LoadRequest) {
    requested.withLock { $0.append(request) }
    if manner.isLate {
      queue.async { self.answer(request) }
    } else {
      answer(request)
    }
  }

  func cancel(_ request: LoadRequest) { cancelled.withLock { $0.append(request) } }

  private func answer(_ request: LoadRequest) {
    if request.wantsInformation {
      request.inform(
        LoadInformation(
          byteCount: manner.statesLength ? UInt64(bytes.count) : nil, hasRanges: manner.hasRanges))
    }
    let bytes = bytes
    var end = min(bytes.count, manner.end)
    if let count = request.byteCount, !manner.exceedsRequests {
      end = min(end, Int(request.offset + count))
    }
    var position = min(Int(request.offset), end)
    while position < end {
      let count = min(manner.pieceCount, end - position)
      request.respond(bytes.span.extracting(position..<position + count))
      position += count
    }
    request.finish()
  }
}

/// Answers with a function, or not at all.
final class FunctionLoader: ByteLoading {
  private let answer: @Sendable (LoadRequest) -> Void
  private let requested = Mutex<[LoadRequest]>([])
  private let cancelled = Mutex<[LoadRequest]>([])

  init(_ answer: @escaping @Sendable (LoadRequest) -> Void) { self.answer = answer }

  var requests: [LoadRequest] { requested.withLock { $0 } }
  var cancelledRequests: [LoadRequest] { cancelled.withLock { $0 } }

  func load(_ request: LoadRequest) {
    requested.withLock { $0.append(request) }
    answer(request)
  }

  func cancel(_ request: LoadRequest) { cancelled.withLock { $0.append(request) } }
}
