#if HTTP
  /// Bytes of an `http` or `https` resource, prefetched by a separate thread.
  ///
  /// Keeps at most a few MiB. When enough bytes are available, the transfer pauses. Small jumps
  /// forward continue the transfer. Larger jumps and jumps back request the bytes from the server,
  /// unless they are available. A broken connection resumes at the same offset if the resource is
  /// unchanged.
  ///
  /// One thread at a time reads. ``cancel()`` and ``progress`` are for any thread.
  package final class HTTPByteSource: ByteSource, Sendable {
    private let monitor: Monitor<HTTPState>
    private let thread: HTTPThread

    /// Starts fetching `url`.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` URL.
    ///   - options: Header fields and limits.
    ///   - offset: The offset in the resource of the first requested byte.
    /// - Throws: ``TransportError`` if the URL is not an HTTP URL, or libcurl is missing.
    ///   ``connect()`` and ``read(at:into:)`` report network errors.
    package convenience init(
      url: String, options: HTTPOptions = HTTPOptions(), from offset: UInt64 = 0
    ) throws(TransportError) {
      try self.init(HTTPAddress(url), options: options, start: HTTPStart(offset: offset))
    }

    /// Starts fetching a part of a resource.
    init(_ address: HTTPAddress, options: HTTPOptions, start: HTTPStart) throws(TransportError) {
      var state = HTTPState(limits: options.limits)
      state.readOffset = start.offset
      state.bound = start.end
      let monitor = Monitor(state)
      self.monitor = monitor
      thread = try HTTPThread(
        worker: HTTPWorker(address: address, options: options, start: start, monitor: monitor))
    }

    deinit {
      close()
    }

    /// Waits until the server has answered.
    package func connect() throws(TransportError) {
      try monitor.wait { state throws(TransportError) -> Void? in
        guard state.phase == .running else { throw TransportError(.cancelled) }
        if state.hasHead { return () }
        if let failure = state.failure { throw failure }
        return nil
      }
    }

    package var byteCount: UInt64? { monitor.look { $0.byteCount } }

    package func read(
      at offset: UInt64, into buffer: inout MutableSpan<UInt8>
    ) throws(TransportError) -> Int {
      while true {
        if let count = try readUnlessInterrupted(at: offset, into: &buffer) { return count }
      }
    }

    /// Reads bytes, as ``read(at:into:)`` does.
    ///
    /// - Returns: `nil` after ``interrupt()``.
    func readUnlessInterrupted(
      at offset: UInt64, into buffer: inout MutableSpan<UInt8>
    ) throws(TransportError) -> Int? {
      guard !buffer.isEmpty else { return 0 }
      while true {
        guard try waitForByte(at: offset) else { return nil }
        var isToWake = false
        let count = monitor.look { state in
          let count = state.window.copy(from: offset, into: &buffer)
          state.readOffset = offset + UInt64(count)
          state.wanted = nil
          state.window.drop(behind: state.readOffset)
          isToWake = state.isToResume
          return count
        }
        if isToWake { thread.wake() }
        if count > 0 || isEnd(offset) { return count }
      }
    }

    /// Makes the current read, or else the next one, return without bytes.
    ///
    /// For any thread.
    func interrupt() { monitor.change { $0.isInterrupted = true } }

    /// Limits later requests.
    ///
    /// - Parameter end: The end of the needed bytes, or `nil` for the end of the resource.
    func bound(to end: UInt64?) { monitor.look { $0.bound = end } }

    /// Whether a byte has arrived; then reading it does not wait.
    func hasByte(at offset: UInt64) -> Bool { monitor.look { $0.window.contains(offset) } }

    /// The information in the server's first response.
    var answer: HTTPAnswer? { monitor.look { $0.answer } }

    var ranges: HTTPHead.Ranges { monitor.look { $0.ranges } }

    /// Ends current and later waits with `cancelled`.
    package func cancel() {
      monitor.change { if $0.phase == .running { $0.phase = .cancelled } }
      thread.wake()
    }

    /// Ends the transfer and its thread.
    ///
    /// Reads then fail with `cancelled`.
    package func close() {
      monitor.change { $0.phase = .closed }
      thread.finish()
    }

    package var progress: HTTPProgress {
      monitor.look { state in
        HTTPProgress(
          readOffset: state.readOffset, bufferedEnd: state.window.end(from: state.readOffset),
          byteCount: state.byteCount, text: state.texts.text(at: state.readOffset),
          contentType: state.contentType, url: state.url,
          receivedByteCount: state.statistics.receivedByteCount,
          receivingSeconds: state.receivingTime / .seconds(1),
          isSeekable: state.byteCount != nil && state.ranges == .accepted && !state.isRadio,
          reconnectCount: state.reconnectCount, isReconnecting: state.isReconnecting,
          statistics: state.statistics)
      }
    }

    /// Returns the radio station's metadata for the audio at an offset.
    package func text(at offset: UInt64) -> ICYText? {
      monitor.look { $0.texts.text(at: offset) }
    }

    /// Figures of the transfers so far.
    package var statistics: HTTPStatistics { monitor.look { $0.statistics } }

    private func isEnd(_ offset: UInt64) -> Bool {
      byteCount.map { offset >= $0 } ?? false
    }

    /// Waits until the byte at `offset` is available, or the end is known to precede it.
    ///
    /// - Returns: Whether the byte is available; false after an interruption.
    private func waitForByte(at offset: UInt64) throws(TransportError) -> Bool {
      let isHere = try monitor.look { state throws(TransportError) in
        state.readOffset = offset
        let isHere = try HTTPByteSource.isHere(offset, state)
        state.wanted = isHere ? nil : offset
        return isHere
      }
      guard !isHere else { return true }
      thread.wake()
      return try monitor.wait { state throws(TransportError) -> Bool? in
        if try HTTPByteSource.isHere(offset, state) { return true }
        guard state.isInterrupted else { return nil }
        state.isInterrupted = false
        return false
      }
    }

    private static func isHere(
      _ offset: UInt64, _ state: HTTPState
    ) throws(TransportError) -> Bool {
      guard state.phase == .running else { throw TransportError(.cancelled) }
      if state.window.contains(offset) { return true }
      if let byteCount = state.byteCount, offset >= byteCount { return true }
      if let failure = state.failure { throw failure }
      return false
    }
  }
#endif
