#if HTTP
  /// Fetches the bytes that the reader of an HTTP source needs, and those that follow.
  ///
  /// Runs on one thread. Sleeps in libcurl until bytes arrive, the reader wakes it, or a time-out
  /// ends.
  final class HTTPWorker: HTTPClient.Receiver {
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
    private let monitor: Monitor<HTTPState>
    private let clock = ContinuousClock()
    private var activity = Activity.idle
    private var transfer = HTTPTransfer(from: 0, requested: 0)
    /// The destination of requests.
    ///
    /// After an answer, this is the URL after redirects.
    private var url: String
    private var identity: HTTPIdentity?
    private var retry: HTTPRetry
    private var lastSign: ContinuousClock.Instant

    init(
      address: HTTPAddress, options: HTTPOptions, monitor: Monitor<HTTPState>
    ) throws(TransportError) {
      client = try HTTPClient()
      self.address = address.text
      url = address.text
      self.options = options
      headerFields = HTTPHeaderFields(options, for: address.text)
      self.monitor = monitor
      retry = HTTPRetry(delays: options.retryDelays)
      lastSign = clock.now
      client.receiver = self
    }

    /// Works until the source is closed or cancelled.
    func run() {
      start(at: monitor.look { $0.readOffset })
      while true {
        switch order() {
        case .end:
          client.stop()
          return
        case .carryOn: break
        case .start(let offset): start(at: offset)
        case .resume:
          lastSign = clock.now
          client.resume()
        case .fail(let reason): fail(reason)
        }
        take(client.step(for: patience()))
      }
    }

    private func start(at offset: UInt64) {
      let isWhole = monitor.look { state in
        state.isPaused = false
        return state.ranges == .refused || state.isRadio
      }
      let requested = isWhole ? 0 : offset
      transfer = HTTPTransfer(from: offset, requested: requested)
      lastSign = clock.now
      activity = .transferring
      client.setHeaders(headerFields.lines(for: url))
      if !client.start(url, at: requested, connectTime: options.silence) { fail(.unsupportedURL) }
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
          let end = state.window.current.end
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
      } else if status >= 500 || isRadio {
        // A restarting station has no stream for a while, and some servers then return 404.
        breakOff(reason)
      } else {
        fail(reason)
      }
    }

    /// Handles a transfer that ended early, and resumes it later if possible.
    private func breakOff(_ reason: TransportError.Reason) {
      let isResumable = identity?.isKnown == true || isRadio
      guard isResumable, let delay = retry.delay(after: reason) else { return fail(reason) }
      activity = .waiting(until: clock.now + delay)
    }

    private func fail(_ reason: TransportError.Reason) {
      client.stop()
      activity = .idle
      monitor.change { $0.failure = TransportError(reason) }
    }
  }

  // Data from the server, received in `client.step` and `client.resume`.
  extension HTTPWorker {
    func receive(headerLine: String) -> HTTPClient.Answer {
      lastSign = clock.now
      guard !transfer.isAccepted else { return .taken }
      transfer.head.add(headerLine)
      let head = transfer.head
      let isOnTheWay = head.status < 200 || (300..<400).contains(head.status) && head.hasLocation
      guard head.isWhole, !isOnTheWay else { return .taken }
      return accept() ? .taken : .stop
    }

    /// Checks the answer's header, and records its information.
    private func accept() -> Bool {
      let head = transfer.head
      guard head.status != 416 else { return acceptEnd() }
      guard let first = head.firstByte else { return turnDown(.httpStatus(head.status)) }
      let found = HTTPIdentity(head)
      let isRadio = head.isRadio && head.total == nil
      if let identity, !isRadio {
        guard identity.isKnown, found.isKnown else { return turnDown(.cannotSeek) }
        guard identity.agrees(with: found), first <= transfer.from else {
          return turnDown(.changed)
        }
      } else {
        identity = found
      }
      let wasAsked = transfer.position > 0
      // After reconnecting, a radio stream continues at the same offset.
      transfer.position = isRadio ? transfer.from : first
      transfer.filter = head.metadataInterval.map { ICYFilter(interval: $0) }
      transfer.isAccepted = true
      url = client.url ?? url
      let (from, url) = (transfer.from, url)
      monitor.change { state in
        state.hasHead = true
        state.url = url
        state.isRadio = isRadio
        state.contentType = head.contentType
        if let total = head.total { state.byteCount = total }
        if head.status == 206 {
          state.ranges = .accepted
        } else if wasAsked {
          state.ranges = .refused
        } else if state.ranges == .unknown {
          state.ranges = head.ranges
        }
        state.window.move(to: from)
      }
      return true
    }

    /// Handles an answer that the requested offset lies after the end.
    private func acceptEnd() -> Bool {
      guard let total = transfer.head.contentRange?.total, transfer.from >= total else {
        return turnDown(.changed)
      }
      let isSame = monitor.change { state in
        defer { state.byteCount = state.byteCount ?? total }
        state.hasHead = true
        return state.byteCount.map { $0 == total } ?? true
      }
      if !isSame { return turnDown(.changed) }
      return false
    }

    private func turnDown(_ reason: TransportError.Reason) -> Bool {
      transfer.refusal = reason
      return false
    }

    func receive(body: Span<UInt8>) -> HTTPClient.Answer {
      let passed = clock.now - lastSign
      lastSign += passed
      guard transfer.isAccepted else { return .taken }
      guard monitor.look({ $0.admit(body.count, after: passed) }) else { return .pause }
      guard var filter = transfer.filter else {
        keep(body)
        return .taken
      }
      var position = 0
      while let audio = filter.next(body, from: &position) {
        announce(filter.lastText)
        keep(body.extracting(audio))
      }
      announce(filter.lastText)
      transfer.filter = filter
      return .taken
    }

    /// Takes note of a text that applies to the next bytes of audio.
    private func announce(_ text: ICYText?) {
      guard let text, text != transfer.text else { return }
      transfer.text = text
      let offset = transfer.position
      monitor.look { $0.texts.append(text, at: offset) }
    }

    /// Stores bytes, except for those before the first relevant one.
    private func keep(_ bytes: Span<UInt8>) {
      let position = transfer.position
      transfer.position += UInt64(bytes.count)
      guard transfer.position > transfer.from else { return }
      let skipped = transfer.from > position ? Int(transfer.from - position) : 0
      retry.receive(newByteCount: bytes.count - skipped)
      monitor.change { state in
        state.window.append(bytes.extracting(droppingFirst: skipped))
        state.window.drop(behind: state.readOffset)
      }
    }
  }
#endif
