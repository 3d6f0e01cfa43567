/// What the reader of an HTTP source and its worker share.
struct HTTPState: Sendable {
  enum Phase: Equatable, Sendable {
    case running, cancelled, closed
  }

  var phase = Phase.running
  var window: HTTPWindow
  /// Where the reader is.
  var readOffset: UInt64 = 0
  /// An offset that the reader waits for.
  var wanted: UInt64?
  /// Bytes in all, once known.
  var byteCount: UInt64?
  /// Why no more bytes come.
  var failure: TransportError?
  /// Whether the first answer has been accepted.
  var hasHead = false
  var isRadio = false
  var ranges = HTTPHead.Ranges.unknown
  var contentType: String?
  var title: String?
  /// Whether the transfer rests because enough bytes are held.
  var isPaused = false

  init(limits: HTTPWindow.Limits) {
    window = HTTPWindow(limits: limits)
  }

  /// Whether so many bytes wait for the reader that no more are to come.
  var isFull: Bool { window.countAhead(of: readOffset) >= window.limits.ahead }

  /// Whether a paused transfer is to go on; well below full, so that few wake-ups do.
  var isToResume: Bool {
    isPaused && window.countAhead(of: readOffset) <= window.limits.ahead / 2
  }

  /// Whether the reader waits for bytes that are not here.
  var isStarved: Bool {
    guard let wanted, failure == nil, !window.contains(wanted) else { return false }
    return byteCount.map { wanted < $0 } ?? true
  }
}
