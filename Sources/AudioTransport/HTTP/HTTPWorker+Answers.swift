#if HTTP
  // Data from the server, received in `client.step` and `client.resume`.
  extension HTTPWorker {
    func receive(headerLine: String) -> HTTPClient.Answer {
      noteSign()
      guard !transfer.isAccepted else { return .taken }
      transfer.head.add(headerLine)
      let head = transfer.head
      // libcurl follows redirects, and answers a challenge if the URL has a name and a password.
      let isOnTheWay =
        head.status < 200 || (300..<400).contains(head.status) && head.hasLocation
        || head.status == 401 && head.hasChallenge
      guard head.isWhole, !isOnTheWay else { return .taken }
      return accept() ? .taken : .stop
    }

    /// Checks the answer's header, and records its information.
    private func accept() -> Bool {
      let head = transfer.head
      guard head.status != 416 else { return acceptEnd() }
      if head.status == 304, transfer.isConditional { return confirm() }
      guard let first = head.firstByte else { return turnDown(.httpStatus(head.status)) }
      let found = HTTPIdentity(head)
      let isRadio = head.isRadio && head.total == nil
      // Bytes before the first one would be missing.
      guard isRadio || first <= transfer.from else { return turnDown(.changed) }
      if !isRadio, let reason = found.refusal(after: identity, ofEarlierDays: start.identity) {
        return turnDown(reason)
      }
      identity = isRadio ? found : identity ?? found
      let wasAsked = transfer.position > 0
      // After reconnecting, a radio stream continues at the same offset.
      transfer.position = isRadio ? transfer.from : first
      transfer.filter = head.metadataInterval.map { ICYFilter(interval: $0) }
      transfer.isAccepted = true
      if head.status == 200 { transfer.end = nil }
      url = client.url ?? url
      publish(head, found, wasAsked: wasAsked)
      return true
    }

    private func publish(_ head: HTTPHead, _ found: HTTPIdentity, wasAsked: Bool) {
      let from = transfer.from
      let (url, address) = (url, client.address)
      let isRadio = head.isRadio && head.total == nil
      monitor.change { state in
        state.hasHead = true
        state.statistics.add(url: url, address: address)
        state.url = url
        if state.answer == nil {
          state.answer = HTTPAnswer(identity: found, caching: head.caching, isRadio: isRadio)
        }
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
    }

    /// Handles the answer that the required version is still current.
    private func confirm() -> Bool {
      identity = start.identity
      let (url, address) = (client.url ?? url, client.address)
      self.url = url
      let caching = transfer.head.caching
      monitor.change { state in
        state.hasHead = true
        state.byteCount = start.identity?.total
        state.url = url
        state.statistics.add(url: url, address: address)
        state.answer = HTTPAnswer(
          identity: start.identity ?? HTTPIdentity(), caching: caching, isRadio: false)
      }
      return false
    }

    @discardableResult
    private func noteSign() -> Duration {
      let now = clock.now
      let waited = now - lastSign
      lastSign = now
      monitor.look { $0.statistics.transferTime += waited }
      return waited
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
      let passed = noteSign()
      guard transfer.isAccepted else {
        // libcurl does not pass on the bodies of redirects and answered challenges.
        transfer.refusal = .httpStatus(transfer.head.status)
        return .stop
      }
      guard monitor.look({ $0.admit(body.count, after: passed) }) else { return .pause }
      guard var filter = transfer.filter else {
        keep(body)
        return .taken
      }
      var position = 0
      while let audio = filter.next(body, from: &position) {
        monitor.look { $0.texts.append(filter.lastText, at: transfer.position) }
        keep(body.extracting(audio))
      }
      monitor.look { $0.texts.append(filter.lastText, at: transfer.position) }
      transfer.filter = filter
      return .taken
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
