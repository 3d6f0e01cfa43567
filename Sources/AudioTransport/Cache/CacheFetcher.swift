#if HTTP
  /// Fetches the missing bytes of a cached source, and writes them to the disk.
  ///
  /// Runs on one thread.
  final class CacheFetcher: Worker {
    /// Bytes of one read.
    private static let blockByteCount = 64 << 10
    /// Bytes for which room is made ahead if the length is unknown.
    private static let roomAhead: UInt64 = 4 << 20
    /// The shortest time between two versions of the map file.
    private static let saveInterval: Duration = .milliseconds(200)

    let address: HTTPAddress
    let options: HTTPOptions
    private let cache: CacheOptions
    let monitor: Monitor<CacheState>
    private var entry: CacheEntry?
    /// The record in the map file, except for its map.
    var record: CacheRecord?
    private var nextSave = ContinuousClock.now
    private var isSaved = true

    init(
      _ address: HTTPAddress, options: HTTPOptions, cache: CacheOptions,
      monitor: Monitor<CacheState>
    ) throws(TransportError) {
      self.address = address
      self.options = options
      self.cache = cache
      self.monitor = monitor
    }

    func run() {
      do throws(TransportError) {
        try begin()
        while let start = nextStart() { try fetch(start) }
      } catch {
        fail(error)
      }
      finish()
    }

    private func begin() throws(TransportError) {
      let entry: CacheEntry
      do throws(TransportError) {
        entry = try CacheEntry(CacheFolder(cache), key: key)
      } catch {
        // Without a disk, the bytes are only streamed.
        return try pass()
      }
      self.entry = entry
      try CacheOpening(self, entry).run()
      monitor.change { $0.isOpening = false }
    }

    /// The name of a resource: the URL, and everything in the request that may select an answer.
    var key: String {
      let fields = [address.text, options.userAgent ?? ""] + options.headerFields
      return "\(address.withoutUser) \(CacheChecksum(fields.joined(separator: "\n")).text)"
    }

    // MARK: Streaming

    /// Leaves the rest to the reader, which uses the transfer itself.
    func pass(_ http: HTTPByteSource? = nil) throws(TransportError) {
      let new: HTTPByteSource
      if let http {
        new = http
      } else {
        new = try HTTPByteSource(address, options: options, start: HTTPStart())
      }
      new.bound(to: nil)
      let isCancelled = monitor.change { state in
        state.http = new
        state.isPassing = true
        return state.isCancelled
      }
      if isCancelled { new.cancel() }
    }

    /// Starts a transfer.
    func open(_ start: HTTPStart) throws(TransportError) -> HTTPByteSource {
      let http = try HTTPByteSource(address, options: options, start: start)
      let isCancelled = monitor.change { state in
        state.http = http
        state.position = nil
        return state.isCancelled
      }
      if isCancelled { http.cancel() }
      return http
    }

    /// Ends the transfer.
    func closeTransfer() {
      guard let http = monitor.look({ $0.http }) else { return }
      http.close()
      let statistics = http.statistics
      monitor.change { state in
        (state.http, state.position) = (nil, nil)
        state.statistics.add(statistics)
      }
    }

    // MARK: Fetching

    /// Waits until bytes must be fetched; returns their offset, or `nil` if this thread is done.
    private func nextStart() -> UInt64? {
      let isIdle = monitor.look { $0.goal == nil && !$0.isPassing }
      if isIdle {
        save()
        closeTransfer()
      }
      return monitor.wait { state -> UInt64?? in
        if state.isCancelled || state.isPassing { return .some(nil) }
        return state.goal.map { $0.start }
      }
    }

    private func fetch(_ start: UInt64) throws(TransportError) {
      if monitor.look({ $0.isDistrusted }) { return try pass(transfer(at: start)) }
      let http = try transfer(at: start)
      // If the reader has jumped, first store the bytes that have already arrived.
      let position = monitor.look { state in
        state.position.flatMap { state.map.contains($0) ? nil : $0 }
      }
      let isArrived = position.map { http.hasByte(at: $0) } ?? false
      let offset = isArrived ? position ?? start : start
      let end = monitor.look { $0.map.nextStart(after: offset) }
      http.bound(to: end)
      let limit = min(Self.blockByteCount, Int(clamping: (end ?? .max) - offset))
      guard let bytes = try read(at: offset, limit, http) else { return }
      if bytes.isEmpty { try noteEnd(at: offset, http) } else { try store(bytes, offset, http) }
    }

    /// Reads at most `limit` bytes; returns `nil` after an interruption.
    private func read(
      at offset: UInt64, _ limit: Int, _ http: HTTPByteSource
    ) throws(TransportError) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: limit)
      var span = bytes.mutableSpan
      guard let count = try http.readUnlessInterrupted(at: offset, into: &span) else { return nil }
      bytes.removeLast(limit - count)
      return bytes
    }

    private func transfer(at offset: UInt64) throws(TransportError) -> HTTPByteSource {
      if let http = monitor.look({ $0.http }) { return http }
      let end = monitor.look { $0.map.nextStart(after: offset) }
      let http = try open(HTTPStart(offset: offset, end: end, identity: record?.identity))
      monitor.look { $0.position = offset }
      return http
    }

    /// Writes bytes, and then adds them to the map.
    private func store(
      _ bytes: [UInt8], _ offset: UInt64, _ http: HTTPByteSource
    ) throws(TransportError) {
      let end = offset + UInt64(bytes.count)
      guard let entry, hasRoom(for: end) else { return try pass(http) }
      do throws(TransportError) {
        try entry.write(bytes.span, at: offset)
      } catch {
        // The transfer still has the bytes, and the reader takes them from the transfer.
        return try pass(http)
      }
      isSaved = false
      let isLast = monitor.look { state in
        guard let total = state.byteCount ?? http.byteCount else { return false }
        return state.map.byteCount + UInt64(bytes.count) >= total
      }
      if isLast || ContinuousClock.now >= nextSave {
        // Save before the reader can get the bytes, because a program may end right after the last
        // one.
        var next = monitor.look { $0 }
        next.note(bytes.span, at: offset, http)
        save(next)
      }
      monitor.change { $0.note(bytes.span, at: offset, http) }
    }

    private func hasRoom(for end: UInt64) -> Bool {
      let (byteCount, stored) = monitor.look { ($0.byteCount, $0.map.byteCount) }
      if let byteCount { return entry?.reserve(max(byteCount, end)) ?? false }
      let needed = stored + UInt64(Self.blockByteCount)
      let requested = (needed / Self.roomAhead + 1) * Self.roomAhead
      return entry?.reserve(requested) ?? false || entry?.reserve(needed) ?? false
    }

    /// Notes that the resource ends at an offset.
    private func noteEnd(at offset: UInt64, _ http: HTTPByteSource) throws(TransportError) {
      guard let byteCount = http.byteCount else { throw TransportError(.connectionFailed) }
      let known = monitor.look { $0.byteCount }
      guard known == nil || known == byteCount && offset >= byteCount else {
        throw TransportError(.changed)
      }
      if known == nil {
        // Save before the reader can learn of the end, for the same reason as in `store`.
        var next = monitor.look { $0 }
        next.byteCount = byteCount
        isSaved = false
        save(next)
      }
      monitor.change { state in
        state.position = offset
        state.byteCount = byteCount
      }
    }

    // MARK: The end

    /// Writes the map file, if it differs.
    func save() { save(monitor.look { $0 }) }

    private func save(_ state: CacheState) {
      guard !isSaved, var record, let entry else { return }
      let map = state.map
      record.identity.total = state.byteCount
      record.hasRanges = state.ranges == .accepted
      record.map = map
      self.record = record
      // If this fails, the next attempt may succeed; the old map stays until then.
      isSaved = (try? entry.save(record)) != nil
      // Large maps are written less often.
      nextSave = .now + Self.saveInterval * (1 + map.chunks.count / 1000)
    }

    /// Notes that the map file is out of date.
    func markUnsaved() { isSaved = false }

    private func fail(_ error: TransportError) {
      if error.reason == .changed { entry?.discard() }
      monitor.change { $0.failure = $0.failure ?? error }
    }

    /// Stores the bytes that have arrived, and ends the transfer unless the reader uses it.
    private func finish() {
      save()
      // If bytes arrived before the cancellation, store them, so that they need not be fetched
      // again.
      while let (position, http) = arrived() {
        let end = monitor.look { $0.map.nextStart(after: position) } ?? .max
        let limit = min(Self.blockByteCount, Int(clamping: end - position))
        guard let bytes = try? read(at: position, limit, http), !bytes.isEmpty,
          (try? store(bytes, position, http)) != nil, !monitor.look({ $0.isPassing })
        else { break }
      }
      save()
      if !monitor.look({ $0.isPassing }) { closeTransfer() }
      // The server has not answered, so the file is empty.
      if record == nil { entry?.discard() }
    }

    private func arrived() -> (UInt64, HTTPByteSource)? {
      let (position, http) = monitor.look { state in
        (state.isConfirmed && !state.isPassing ? state.position : nil, state.http)
      }
      guard let position, let http, http.hasByte(at: position),
        !monitor.look({ $0.map.contains(position) })
      else { return nil }
      return (position, http)
    }
  }
#endif
