/// Bytes that a client's code loads on request.
///
/// Keeps as many bytes as an HTTP source. If the length is known but the loader does not support
/// ranges, keeps all bytes.
///
/// One thread at a time reads. ``cancel()`` and ``progress`` are for any thread.
package final class DelegatedByteSource: ByteSource, Sendable {
  private let loader: any ByteLoading
  private let options: HTTPOptions
  private let monitor: Monitor<LoadState>

  /// Creates a source; the first read starts the first request.
  ///
  /// - Parameters:
  ///   - loader: Loads the bytes.
  ///   - options: The time limit for a silent loader, the sizes of buffers, and the header of
  ///     requests after a redirect.
  package init(loader: any ByteLoading, options: HTTPOptions = HTTPOptions()) {
    self.loader = loader
    self.options = options
    monitor = Monitor(LoadState(options: options))
  }

  deinit { cancel() }

  /// Waits until the loader has answered with information, or has redirected to an open target.
  package func connect() throws(TransportError) { _ = try source(to: nil) }

  package var byteCount: UInt64? {
    let (opened, own) = monitor.look { ($0.opened, $0.information?.byteCount) }
    return opened.map { $0.byteCount } ?? own
  }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard !buffer.isEmpty else { return 0 }
    if let opened = try source(to: offset) { return try opened.read(at: offset, into: &buffer) }
    let count = monitor.look { $0.take(from: offset, into: &buffer) }
    if let ahead = monitor.look({ $0.requestAhead(monitor) }) { loader.load(ahead) }
    return count
  }

  /// Ends current and later waits with `cancelled`.
  package func cancel() {
    let (left, opened) = monitor.change { state in
      let left = state.active.flatMap { $0.isComplete ? nil : $0.request }
      state.active = nil
      state.isCancelled = true
      return (left, state.opened)
    }
    if let left { loader.cancel(left) }
    #if HTTP
      (opened as? HTTPByteSource)?.cancel()
    #endif
  }

  package var progress: HTTPProgress {
    let (opened, own) = monitor.look { state in
      let length = state.information?.byteCount
      var progress = HTTPProgress(
        readOffset: state.readOffset, bufferedEnd: state.window.end(from: state.readOffset),
        byteCount: length)
      progress.contentType = state.information?.contentType
      progress.isSeekable = length != nil
      return (state.opened, progress)
    }
    guard let opened else { return own }
    #if HTTP
      if let source = opened as? HTTPByteSource { return source.progress }
    #endif
    let end = opened.byteCount ?? 0
    var progress = HTTPProgress(
      readOffset: own.readOffset, bufferedEnd: end, byteCount: opened.byteCount)
    progress.isSeekable = true
    return progress
  }

  /// Waits for a byte or the end; returns the target of a redirect.
  private func source(to offset: UInt64?) throws(TransportError) -> (any ByteSource & Sendable)? {
    let start = ContinuousClock.now
    while true {
      let step = try monitor.waitWithLimit { state throws(TransportError) in
        try state.step(to: offset, since: start, monitor)
      }
      switch step {
      case .read: return nil
      case .follow(let opened): return opened
      case .open(let target): try keep(open(target))
      case .giveUp(let request): loader.cancel(request)
      case .load(let request, let left):
        if let left { loader.cancel(left) }
        loader.load(request)
      }
    }
  }

  private func open(_ target: LoadTarget) throws(TransportError) -> any ByteSource & Sendable {
    switch target {
    case .file(let path): return try FileByteSource(path: path)
    case .url(let url, let headerFields):
      #if HTTP
        var options = options
        options.headerFields += headerFields
        let source = try HTTPByteSource(url: url, options: options)
        let isCancelled = monitor.look { state in
          state.opened = source
          return state.isCancelled
        }
        if isCancelled { source.cancel() }
        try source.connect()
        return source
      #else
        throw TransportError(.unavailable)
      #endif
    }
  }

  private func keep(_ opened: any ByteSource & Sendable) {
    monitor.look { $0.opened = opened }
  }
}
