#if HTTP
  /// The beginning of a cached source: decides which bytes on disk may be used.
  struct CacheOpening {
    private typealias Reason = TransportError.Reason

    /// The time between two looks at an entry that another source writes.
    private static let pollInterval: Duration = .milliseconds(50)
    /// The longest wait for a byte from another source.
    private static let followTime: Duration = .seconds(1)
    /// Seconds for which another source's confirmation counts as this one's.
    private static let sharedSeconds: Int64 = 60

    private let fetcher: CacheFetcher
    private let entry: CacheEntry
    private var monitor: Monitor<CacheState> { fetcher.monitor }

    init(_ fetcher: CacheFetcher, _ entry: CacheEntry) {
      self.fetcher = fetcher
      self.entry = entry
    }

    func run() throws(TransportError) {
      if !entry.isOwner, try !follow() { return }
      guard let record = entry.record, !record.map.isEmpty else { return try start() }
      monitor.change { $0.take(record, entry.file) }
      fetcher.record = record
      let now = WallClock.seconds
      let isShared = monitor.look { $0.isConfirmed } && now - record.confirmed < Self.sharedSeconds
      if isShared || record.isComplete && record.isFresh(at: now) {
        // Write the map file again, because its date is the time of the last use.
        fetcher.markUnsaved()
        return confirm()
      }
      try ask(about: record)
    }

    private func confirm() { monitor.change { $0.isConfirmed = true } }

    // MARK: A new entry

    /// Fetches a resource that is not on disk yet.
    private func start() throws(TransportError) {
      let http = try fetcher.open(HTTPStart())
      try http.connect()
      guard let answer = http.answer, answer.isCacheable,
        answer.identity.total.map({ entry.reserve($0) }) ?? true
      else {
        entry.discard()
        return try fetcher.pass(http)
      }
      var record = CacheRecord(
        key: fetcher.key, generation: .random(in: .min ... .max), identity: answer.identity)
      record.contentType = http.progress.contentType
      record.url = http.progress.url
      record.take(answer)
      fetcher.record = record
      fetcher.markUnsaved()
      monitor.change { state in
        state.take(record, entry.file)
        state.ranges = http.ranges
        state.position = 0
        state.isConfirmed = true
      }
    }

    // MARK: An existing entry

    /// Asks the server whether the bytes on disk are current, and requests missing bytes.
    private func ask(about record: CacheRecord) throws(TransportError) {
      let gap = record.map.firstGap(from: monitor.look { $0.wanted ?? 0 })
      var start = HTTPStart(identity: record.identity, isConditional: record.isComplete)
      if !record.isComplete, gap < record.identity.total ?? .max {
        start.offset = gap
        start.end = record.map.nextStart(after: gap)
      }
      let http = try fetcher.open(start)
      do throws(TransportError) {
        try http.connect()
      } catch {
        return try settle(error, record)
      }
      guard let answer = http.answer, !answer.isRadio, answer.caching.isAllowed else {
        return try startAnew()
      }
      var record = record
      record.take(answer)
      record.url = http.progress.url ?? record.url
      fetcher.record = record
      fetcher.markUnsaved()
      monitor.change { state in
        state.url = record.url
        state.isConfirmed = true
        state.ranges = http.ranges == .unknown ? state.ranges : http.ranges
        state.position = record.isComplete ? nil : start.offset
      }
    }

    /// Handles the failure to ask the server.
    private func settle(_ error: TransportError, _ record: CacheRecord) throws(TransportError) {
      switch error.reason {
      case .changed, .cannotSeek: try startAnew()
      case .httpStatus(404), .httpStatus(410):
        entry.discard()
        throw error
      case .hostNotFound, .connectionFailed, .timedOut, .httpStatus(500...599):
        // Without a network, the bytes on disk still play.
        if record.needsConfirmation { throw error }
        fetcher.closeTransfer()
        confirm()
        if !record.isComplete { throw error }
      default: throw error
      }
    }

    /// Replaces another version of the resource.
    private func startAnew() throws(TransportError) {
      fetcher.closeTransfer()
      let isInUse = monitor.change { state in
        if state.isConfirmed { return true }
        (state.map, state.byteCount, state.file) = (CacheMap(), nil, nil)
        state.ranges = .unknown
        return false
      }
      // The reader no longer waits for the server, and continues with the version on disk.
      guard !isInUse else { return entry.discard() }
      do throws(TransportError) {
        try entry.reset()
      } catch {
        return try fetcher.pass()
      }
      try start()
    }

    // MARK: An entry that another source writes

    /// Reads the bytes that another source writes; returns whether this source can write now.
    private func follow() throws(TransportError) -> Bool {
      while true {
        let version = entry.record?.generation
        if try entry.becomeOwner() {
          let isSame = entry.record?.generation == version
          guard isSame || !monitor.look({ $0.isConfirmed }) else { throw TransportError(.changed) }
          return true
        }
        try entry.reload()
        let isStarving = monitor.change { state in
          guard let record = entry.record else { return Self.isStarving(state) }
          let isRecent = WallClock.seconds - record.confirmed < Self.sharedSeconds
          if state.isConfirmed || isRecent && !record.needsConfirmation {
            state.take(record, entry.file)
            state.isConfirmed = true
          }
          return Self.isStarving(state)
        }
        if isStarving {
          let offset = monitor.look { $0.wanted ?? $0.readOffset }
          let start = HTTPStart(
            offset: offset, identity: monitor.look { $0.isConfirmed } ? entry.record?.identity : nil
          )
          try fetcher.pass(fetcher.open(start))
          return false
        }
        let limit = ContinuousClock.now + Self.pollInterval
        let isCancelled = monitor.waitWithLimit { state -> Monitor<CacheState>.Waiting<Bool> in
          if state.isCancelled { return .done(true) }
          return ContinuousClock.now >= limit ? .done(false) : .until(limit)
        }
        if isCancelled { return false }
      }
    }

    private static func isStarving(_ state: CacheState) -> Bool {
      // The other source's map would bring damaged chunks back.
      if state.isDistrusted { return true }
      guard let wanted = state.wanted, !(state.isConfirmed && state.map.contains(wanted)) else {
        return false
      }
      return ContinuousClock.now - state.wantedSince > followTime
    }
  }

  extension HTTPAnswer {
    /// Whether the resource may be stored, and later bytes can be joined to it.
    fileprivate var isCacheable: Bool { !isRadio && caching.isAllowed && identity.isCacheable }
  }

  extension CacheRecord {
    /// Notes that the server has confirmed the version now.
    fileprivate mutating func take(_ answer: HTTPAnswer) {
      confirmed = WallClock.seconds
      guard answer.caching.isStated else { return }
      freshSeconds = answer.caching.freshSeconds
      needsConfirmation = answer.caching.needsConfirmation
    }
  }
#endif
