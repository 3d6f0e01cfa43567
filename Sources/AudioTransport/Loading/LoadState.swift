internal import Glibc

/// The bytes that a loader has delivered, and the request that it still answers.
struct LoadState: Sendable {
  /// A request that has not ended.
  struct Active: Sendable {
    let request: LoadRequest
    var receivedCount: UInt64 = 0

    var isComplete: Bool { request.byteCount.map { receivedCount >= $0 } ?? false }
  }

  /// Maximum bytes in memory of a resource without ranges.
  static let largestByteCount = 256 << 20

  let options: HTTPOptions
  var window: HTTPWindow
  /// The answer to the first request, and the length once it is known.
  var information: LoadInformation?
  var active: Active?
  var requestCount = 0
  var readOffset: UInt64 = 0
  var failure: TransportError?
  var target: LoadTarget?
  /// The open target.
  var opened: (any ByteSource & Sendable)?
  var isCancelled = false
  /// The time of the last request or answer.
  var lastSign = ContinuousClock.now
  private var hasFirstAnswer = false

  init(options: HTTPOptions) {
    self.options = options
    window = HTTPWindow(limits: options.limits)
  }

  /// Whether the first request has ended.
  var isInformed: Bool { hasFirstAnswer }

  /// Whether requests may start anywhere.
  var hasRanges: Bool { information?.hasRanges == true && information?.byteCount != nil }

  // MARK: Answers

  private mutating func isActive(_ number: Int) -> Bool {
    guard active?.request.number == number else { return false }
    lastSign = .now
    return true
  }

  mutating func inform(_ information: LoadInformation, for number: Int) {
    guard isActive(number), active?.request.wantsInformation == true else { return }
    self.information = information
  }

  mutating func receive(_ bytes: Span<UInt8>, for number: Int) {
    guard isActive(number), let active, !active.request.wantsInformation else { return }
    let end = min(active.request.range.end ?? .max, information?.byteCount ?? .max)
    let room = end - min(end, window.current.end)
    let count = Int(min(room, UInt64(bytes.count)))
    guard window.count + count <= Self.largestByteCount else {
      return fail(TransportError(.system(ENOMEM)), for: number)
    }
    window.append(bytes.extracting(first: count))
    self.active?.receivedCount += UInt64(count)
  }

  mutating func finish(_ number: Int) {
    guard isActive(number), let ended = active else { return }
    active = nil
    if ended.request.wantsInformation {
      hasFirstAnswer = true
    } else if !ended.isComplete {
      let known = information ?? LoadInformation(byteCount: nil, hasRanges: false)
      information = known
      information?.byteCount = window.current.end
    }
  }

  mutating func fail(_ error: TransportError, for number: Int) {
    guard isActive(number) else { return }
    active = nil
    failure = error
  }

  mutating func redirect(to target: LoadTarget, for number: Int) {
    guard isActive(number) else { return }
    active = nil
    self.target = target
  }
}
