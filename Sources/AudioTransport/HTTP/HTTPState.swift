/// The shared state of an HTTP source's reader and its worker.
struct HTTPState: Sendable {
  enum Phase: Equatable, Sendable {
    case running, cancelled, closed
  }

  var phase = Phase.running
  var window: HTTPWindow
  /// The position of the reader.
  var readOffset: UInt64 = 0
  /// The offset for which the reader waits.
  var wanted: UInt64?
  /// Total bytes, once known.
  var byteCount: UInt64?
  /// The end of the next requests; `nil` for the end of the resource.
  var bound: UInt64?
  var statistics = HTTPStatistics()
  var reconnectCount = 0
  /// Whether no bytes have arrived since the last error, and the transfer will be resumed.
  var isReconnecting = false
  /// Whether a read is to return without bytes.
  var isInterrupted = false
  /// The information in the server's first response.
  var answer: HTTPAnswer?
  /// Why no more bytes arrive.
  var failure: TransportError?
  /// Whether the first answer has been accepted.
  var hasHead = false
  var isRadio = false
  var ranges = HTTPHead.Ranges.unknown
  var contentType: String?
  /// The radio station's metadata, by position.
  var texts = PlacedTexts()
  /// The time in which the transfer of a body was not paused.
  var receivingTime = Duration.zero
  /// The URL after redirects, with a name and a password that it may have.
  var url: String?
  /// Whether the transfer is paused because enough bytes are in memory.
  var isPaused = false

  init(limits: HTTPWindow.Limits) {
    window = HTTPWindow(limits: limits)
  }

  /// Counts bytes that have arrived, or pauses the transfer if there is no room for them.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes.
  ///   - passed: The time since the previous bytes.
  /// - Returns: Whether there is room for the bytes.
  mutating func admit(_ byteCount: Int, after passed: Duration) -> Bool {
    receivingTime += passed
    isPaused = isFull
    guard !isPaused else { return false }
    statistics.receivedByteCount += UInt64(byteCount)
    isReconnecting = false
    return true
  }

  /// Notes that the transfer will be resumed.
  mutating func noteReconnect() {
    reconnectCount += 1
    isReconnecting = true
  }

  /// Notes that no more bytes will arrive.
  mutating func fail(_ reason: TransportError.Reason) {
    failure = TransportError(reason)
    isReconnecting = false
  }

  /// Whether enough bytes wait for the reader to pause the transfer.
  var isFull: Bool { window.countAhead(of: readOffset) >= window.limits.ahead }

  /// Whether to resume a paused transfer.
  ///
  /// The limit is well below full, so that resuming is rare.
  var isToResume: Bool {
    isPaused && window.countAhead(of: readOffset) <= window.limits.ahead / 2
  }

  /// Whether the reader waits for unavailable bytes.
  var isStarved: Bool {
    guard let wanted, failure == nil, !window.contains(wanted) else { return false }
    return byteCount.map { wanted < $0 } ?? true
  }
}
