#if HTTP
  /// Fetches the bytes that the reader of an HTTP source needs, and those that follow.
  ///
  /// Runs on one thread. Sleeps in libcurl until bytes arrive, the reader wakes it, or a time-out
  /// ends.
  final class HTTPWorker: HTTPClient.Receiver, Worker {
    private enum Activity {
      case idle
      case transferring
      case waiting(until: ContinuousClock.Instant)
    }

    private enum Order {
      case end
      case carryOn
      case start(UInt64)
      case resume
      case fail(TransportError.Reason)
    }

    let client: HTTPClient
    private let address: String
    private let options: HTTPOptions
    private let headerFields: HTTPHeaderFields
    let start: HTTPStart
    let monitor: Monitor<HTTPState>
    let clock = ContinuousClock()
    private var activity = Activity.idle
    var transfer = HTTPTransfer(from: 0, requested: 0)
    /// The destination of requests.
    ///
    /// After an answer, this is the URL after redirects.
    var url: String
    /// The version of the resource, once the server has answered.
    var identity: HTTPIdentity?
    /// Whether the next request asks for the resource only if its version has changed.
    private var isConditional: Bool
    var retry: HTTPRetry
    /// Failed requests before the first answer.
    private var refusalCount = 0
    private var reportedTroubleCount = 0
    var lastSign: ContinuousClock.Instant

    init(
      address: HTTPAddress, options: HTTPOptions, start: HTTPStart, monitor: Monitor<HTTPState>
    ) throws(TransportError) {
      client = try HTTPClient()
      self.address = address.text
      url = address.text
      self.options = options
      headerFields = HTTPHeaderFields(options, for: address.text)
      self.start = start
      isConditional = start.isConditional
      self.monitor = monitor
      retry = HTTPRetry(delays: options.retryDelays)
      lastSign = clock.now
      client.receiver = self
    }

    /// Works until the source is closed or cancelled.
    func run() {
      request(start.offset)
      while true {
        switch order() {
        case .end:
          client.stop()
          return
        case .carryOn: reportTroubles()
        case .start(let offset): request(offset)
        case .resume:
          lastSign = clock.now
          client.resume()
        case .fail(let reason): fail(reason)
        }
        take(client.step(for: patience()))
      }
    }

    private func request(_ offset: UInt64) {
      let (isWhole, bound) = monitor.look { state in
        state.isPaused = false
        state.statistics.requestCount += 1
        return (state.ranges == .refused || state.isRadio, state.bound)
      }
      let requested = isWhole ? 0 : offset
      transfer = HTTPTransfer(from: offset, requested: requested)
      transfer.isConditional = isConditional
      if !isWhole, !isConditional { transfer.end = bound.flatMap { $0 > offset ? $0 : nil } }
      isConditional = false
      lastSign = clock.now
      activity = .transferring
      let conditions = transfer.conditions(identity ?? start.identity)
      client.setHeaders(headerFields.lines(for: url) + conditions)
      let isStarted = client.start(
        url, at: requested, to: transfer.end, connectTime: options.silence)
      if !isStarted { fail(.unsupportedURL) }
    }

    /// Returns the action that the state requires.
    private func order() -> Order {
      monitor.look { state in
        guard state.phase == .running else { return .end }
        guard state.failure == nil else { return .carryOn }
        let wanted = state.isStarved ? state.wanted : nil
        switch activity {
        case .idle:
          guard let wanted else { return .carryOn }
          return state.isRadio ? .fail(.cannotSeek) : .start(wanted)
        case .waiting(let until):
          let end = state.hasHead ? state.window.current.end : start.offset
          // A station resumes at the same offset, and earlier bytes are unavailable.
          if state.isRadio, let wanted, wanted < end { return .fail(.cannotSeek) }
          guard clock.now >= until else { return .carryOn }
          return .start(state.isRadio ? end : wanted ?? end)
        case .transferring: return order(wanted: wanted, &state)
        }
      }
    }

    private func order(wanted: UInt64?, _ state: inout HTTPState) -> Order {
      if let wanted {
        let move = transfer.move(
          to: wanted, isRadio: state.isRadio, ranges: state.ranges, options: options)
        switch move {
        case .stay: break
        case .passOver:
          transfer.from = wanted
          state.window.move(to: wanted)
        case .request: return .start(wanted)
        case .impossible: return .fail(.cannotSeek)
        }
      }
      guard state.isToResume else { return .carryOn }
      state.isPaused = false
      return .resume
    }

    /// Returns the maximum time to wait for the network.
    private func patience() -> Duration {
      switch activity {
      case .idle: .seconds(3600)
      case .waiting(let until): max(.zero, until - clock.now)
      case .transferring:
        isPaused ? .seconds(3600) : max(.zero, lastSign + options.silence - clock.now)
      }
    }

    private var isPaused: Bool { monitor.look { $0.isPaused } }
    private var isRadio: Bool { monitor.look { $0.isRadio } }

    private func take(_ outcome: HTTPClient.Outcome) {
      guard case .transferring = activity else { return }
      switch outcome {
      case .none, .running:
        guard !isPaused, clock.now >= lastSign + options.silence else { return }
        client.stop()
        breakOff(.timedOut)
      case .complete: complete()
      case .stopped:
        if let refusal = transfer.refusal { refuse(refusal) } else { activity = .idle }
      case .failed(let reason): breakOff(reason)
      }
    }

    private func complete() {
      guard transfer.isAccepted else {
        return refuse(
          transfer.head.status > 0 ? .httpStatus(transfer.head.status) : .connectionFailed)
      }
      let end = transfer.position
      if let bound = transfer.end, end >= bound {
        activity = .idle
        return
      }
      let isShort = monitor.change { state in
        if let byteCount = state.byteCount { return end < byteCount }
        // A radio stream has no end. A station that closes it restarts or redirects.
        if state.isRadio { return true }
        state.byteCount = end
        return false
      }
      if isShort { breakOff(.connectionFailed) } else { activity = .idle }
    }

    /// Handles an unusable answer, and retries if this may help.
    private func refuse(_ reason: TransportError.Reason) {
      guard case .httpStatus(let status) = reason else { return fail(reason) }
      if identity != nil, url != address {
        // The target of a redirect may be gone while the original address still works.
        url = address
        breakOff(reason)
      } else if status >= 500 || status == 408 || status == 429 || isRadio {
        // A restarting station has no stream for a while, and some servers then return 404.
        breakOff(reason, after: transfer.head.retryAfter)
      } else {
        fail(reason)
      }
    }

    /// The maximum number of refused requests to a busy server before the first usable answer.
    private static let mostRefusals = 3
    /// The longest time that a server may ask for before the next request, in seconds.
    private static let longestPause = 30

    /// Handles a transfer that ended early, and resumes it later if possible.
    private func breakOff(_ reason: TransportError.Reason, after seconds: Int? = nil) {
      note(reason)
      if !transfer.isAccepted { url = address }
      guard isResumable(after: reason), let delay = retry.delay(after: reason) else {
        return end(reason)
      }
      isConditional = transfer.isConditional
      monitor.look { $0.noteReconnect() }
      let pause = Duration.seconds(min(seconds ?? 0, Self.longestPause))
      activity = .waiting(until: clock.now + max(delay, pause))
    }

    private func isResumable(after reason: TransportError.Reason) -> Bool {
      if identity?.isKnown == true || isRadio { return true }
      guard identity == nil, case .httpStatus = reason else { return false }
      refusalCount += 1
      return refusalCount < Self.mostRefusals
    }

    private func fail(_ reason: TransportError.Reason) {
      note(reason)
      end(reason)
    }

    /// Calls the handler after the state has changed.
    private func reportTroubles() {
      let count = monitor.look { $0.statistics.troubleCount }
      guard count != reportedTroubleCount else { return }
      reportedTroubleCount = count
      options.troubleHandler?()
    }

    private func note(_ reason: TransportError.Reason) {
      let trouble = HTTPTrouble(
        time: WallClock.seconds, reason: reason, url: HTTPAddress.withoutUser(url),
        serverAddress: client.address)
      monitor.look { $0.statistics.add(trouble) }
    }

    private func end(_ reason: TransportError.Reason) {
      client.stop()
      activity = .idle
      monitor.change { $0.fail(reason) }
    }
  }
#endif
