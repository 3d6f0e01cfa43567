#if HTTP
  /// Bytes of an `http` or `https` resource, kept on disk while they arrive.
  ///
  /// A thread fetches the whole resource: from the reader's position to the end, then the earlier
  /// parts. Bytes on disk are not fetched again, not even on later days or by other processes. Each
  /// entry has one writer. Other sources read the bytes that the writer has written, and stream the
  /// bytes that the writer does not write soon.
  ///
  /// Only resources with a strong entity tag, or with a date and a length, are stored. Live
  /// streams, those that the server forbids to store, and those larger than the cache are only
  /// streamed. So is the rest of a resource if the disk fails.
  ///
  /// One thread at a time reads. ``cancel()`` and ``progress`` are for any thread.
  package final class CachedByteSource: ByteSource, Sendable {
    private let monitor: Monitor<CacheState>
    private let thread: WorkerThread

    /// Starts fetching the missing bytes of `url`.
    ///
    /// - Throws: ``TransportError`` if the URL is not an HTTP URL, or libcurl is missing.
    package init(
      url: String, options: HTTPOptions = HTTPOptions(), cache: CacheOptions
    ) throws(TransportError) {
      let address = try HTTPAddress(url)
      let monitor = Monitor(CacheState(options: options))
      self.monitor = monitor
      thread = try WorkerThread(
        CacheFetcher(address, options: options, cache: cache, monitor: monitor))
    }

    deinit {
      cancel()
      thread.join()
    }

    package var byteCount: UInt64? {
      let (http, own) = monitor.look { ($0.isPassing ? $0.http : nil, $0.byteCount) }
      return own ?? http?.byteCount
    }

    package func read(
      at offset: UInt64, into buffer: inout MutableSpan<UInt8>
    ) throws(TransportError) -> Int {
      guard !buffer.isEmpty else { return 0 }
      while true {
        switch try place(of: offset) {
        case .end: return 0
        case .network(let http): return try http.read(at: offset, into: &buffer)
        case .disk(let chunk, let file):
          if let count = copy(chunk, file, at: offset, into: &buffer) {
            monitor.look { $0.readOffset = offset + UInt64(count) }
            return count
          }
          // The chunk is fetched again.
          monitor.change { $0.lose(chunk) }
        }
      }
    }

    /// Ends current and later waits with `cancelled`.
    package func cancel() {
      let (http, isFetching) = monitor.change { state in
        state.isCancelled = true
        return (state.http, !state.isOpening && !state.isPassing)
      }
      // Bytes that have arrived are still written to the disk.
      if isFetching { http?.interrupt() } else { http?.cancel() }
    }

    package var progress: HTTPProgress {
      var (own, http, isPassing) = monitor.look { state in
        var progress = HTTPProgress(
          readOffset: state.readOffset,
          bufferedEnd: state.isConfirmed
            ? state.map.firstGap(from: state.readOffset) : state.readOffset,
          byteCount: state.byteCount)
        progress.contentType = state.contentType
        progress.url = state.url
        progress.isSeekable =
          state.byteCount != nil && (state.ranges == .accepted || state.isComplete)
        progress.statistics = state.statistics
        return (progress, state.http, state.isPassing)
      }
      if let http {
        let transfer = http.progress
        if let statistics = transfer.statistics { own.statistics?.add(statistics) }
        own.reconnectCount = transfer.reconnectCount
        own.isReconnecting = transfer.isReconnecting
      }
      guard isPassing, var passing = http?.progress else { return own }
      passing.statistics = own.statistics
      passing.readOffset = own.readOffset
      passing.bufferedEnd = max(own.bufferedEnd, passing.bufferedEnd)
      return passing
    }

    /// Returns the metadata of a radio station, which is only streamed, for the audio at an offset.
    package func text(at offset: UInt64) -> ICYText? {
      monitor.look { $0.isPassing ? $0.http : nil }?.text(at: offset)
    }

    /// The parts on disk that can be used.
    package var storedRanges: [Range<UInt64>] {
      monitor.look { $0.isConfirmed ? $0.map.ranges : [] }
    }

    /// Waits until the byte at `offset` can be read, or the end is known to precede it.
    private func place(of offset: UInt64) throws(TransportError) -> CacheState.Place {
      let start = ContinuousClock.now
      let (place, http) = try monitor.look { state throws(TransportError) in
        let waiting = try state.place(of: offset, since: start)
        guard case .done(let place) = waiting else {
          return (nil as CacheState.Place?, state.isElsewhere ? state.http : nil)
        }
        return (place, nil)
      }
      if let place { return place }
      // Notify the fetcher, which must now fetch or transfer other bytes.
      monitor.change { _ in }
      http?.interrupt()
      return try monitor.waitWithLimit { state throws(TransportError) in
        try state.place(of: offset, since: start)
      }
    }

    /// Copies bytes of a chunk; returns `nil` if the disk does not have them.
    private func copy(
      _ chunk: CacheMap.Chunk, _ file: FileByteSource, at offset: UInt64,
      into buffer: inout MutableSpan<UInt8>
    ) -> Int? {
      if !chunk.isTrusted {
        guard file.checksum(of: chunk) == chunk.checksum else { return nil }
        monitor.look { $0.map.trust(chunk) }
      }
      let count = Int(min(UInt64(buffer.count), chunk.end - offset))
      var room = buffer._mutatingExtracting(first: count)
      guard let read = try? file.read(at: offset, into: &room), read > 0 else { return nil }
      return read
    }
  }

  extension FileByteSource {
    /// The checksum of a chunk's bytes; `nil` if the file does not have all of them.
    fileprivate func checksum(of chunk: CacheMap.Chunk) -> CacheChecksum? {
      var bytes = [UInt8](repeating: 0, count: chunk.byteCount)
      var count = 0
      while count < bytes.count {
        var span = bytes.mutableSpan
        var room = span._mutatingExtracting(count...)
        let position = chunk.start + UInt64(count)
        guard let read = try? read(at: position, into: &room), read > 0 else { return nil }
        count += read
      }
      var checksum = CacheChecksum()
      checksum.add(bytes.span)
      return checksum
    }
  }
#endif
