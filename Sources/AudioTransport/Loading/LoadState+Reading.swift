/// The next step of a reader.
enum LoadStep: Sendable {
  /// Read the bytes, which are here, or the end.
  case read
  /// Open the target of a redirect.
  case open(LoadTarget)
  /// Read from the open target.
  case follow(any ByteSource & Sendable)
  /// Start a request, and cancel the other request.
  case load(LoadRequest, cancelling: LoadRequest?)
  /// Cancel a request that has been silent for too long.
  case giveUp(LoadRequest)
}

extension LoadState {
  /// The bytes of the first request, which only tests the loader.
  private static let firstByteCount: UInt64 = 2

  /// The next step of a reader.
  ///
  /// - Parameters:
  ///   - offset: The wanted byte; `nil` if only the information is wanted.
  ///   - start: When the reader began to wait.
  ///   - monitor: The monitor of this state.
  /// - Returns: The step, or the time limit of a wait.
  /// - Throws: ``TransportError`` if the loader has failed, or reading was cancelled.
  mutating func step(
    to offset: UInt64?, since start: ContinuousClock.Instant, _ monitor: Monitor<LoadState>
  ) throws(TransportError) -> Monitor<LoadState>.Waiting<LoadStep> {
    if isCancelled { throw TransportError(.cancelled) }
    if let opened { return .done(.follow(opened)) }
    if let target { return .done(.open(target)) }
    if isInformed, isHere(offset) { return .done(.read) }
    if let failure { throw failure }
    if let active, covers(offset, active) {
      let limit = max(start, lastSign) + options.silence
      guard ContinuousClock.now >= limit else { return .until(limit) }
      self.active = nil
      failure = TransportError(.timedOut)
      return .done(.giveUp(active.request))
    }
    let left = active.flatMap { $0.isComplete ? nil : $0.request }
    return .done(.load(try request(offset ?? 0, monitor), cancelling: left))
  }

  /// The request for the bytes after the available bytes, if few are left.
  mutating func requestAhead(_ monitor: Monitor<LoadState>) -> LoadRequest? {
    guard hasRanges, failure == nil, !isCancelled, active.map({ $0.isComplete }) ?? true,
      window.current.contains(readOffset) || window.current.end == readOffset,
      window.countAhead(of: readOffset) < options.limits.ahead / 2,
      let byteCount = information?.byteCount, window.current.end < byteCount
    else { return nil }
    return try? request(window.current.end, monitor)
  }

  /// Takes bytes for the reader.
  mutating func take(from offset: UInt64, into buffer: inout MutableSpan<UInt8>) -> Int {
    let count = window.copy(from: offset, into: &buffer)
    readOffset = offset + UInt64(count)
    // The bytes of a resource without ranges arrive only once.
    if hasRanges || information?.byteCount == nil { window.drop(behind: readOffset) }
    return count
  }

  private func isHere(_ offset: UInt64?) -> Bool {
    guard let offset else { return true }
    return window.contains(offset) || information?.byteCount.map { offset >= $0 } ?? false
  }

  /// Whether the byte is among the next bytes of a request.
  private func covers(_ offset: UInt64?, _ active: Active) -> Bool {
    guard !active.request.wantsInformation, let offset else { return true }
    guard offset >= window.current.end, offset < active.request.range.end ?? .max else {
      return false
    }
    return !hasRanges || offset - window.current.end <= options.readThrough
  }

  private mutating func request(
    _ offset: UInt64, _ monitor: Monitor<LoadState>
  ) throws(TransportError) -> LoadRequest {
    let range: LoadRequest.Range
    if !isInformed {
      range = .init(offset: 0, byteCount: Self.firstByteCount)
    } else if hasRanges, let byteCount = information?.byteCount {
      window.move(to: offset)
      let most = UInt64(max(1, options.limits.ahead / 2))
      range = .init(offset: offset, byteCount: min(most, byteCount - offset))
    } else {
      // The only other request of such a resource has passed the byte.
      guard window.current.end == 0 else { throw TransportError(.cannotSeek) }
      range = .init(offset: 0, byteCount: nil)
    }
    requestCount += 1
    lastSign = .now
    let request = LoadRequest(
      range, wantsInformation: !isInformed, number: requestCount, monitor: monitor)
    active = Active(request: request)
    return request
  }
}
