#if HTTP
  import Glibc

  /// The thread of an HTTP source's worker.
  final class HTTPThread: @unchecked Sendable {
    // Sendable: only the worker's own thread uses it, except for `client.wake`, which any thread
    // may call.
    private let worker: HTTPWorker
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    init(
      address: HTTPAddress, options: HTTPOptions, monitor: Monitor<HTTPState>
    ) throws(TransportError) {
      worker = try HTTPWorker(address: address, options: options, monitor: monitor)
      var thread = pthread_t()
      // Safe: the thread takes over the retain, or the code below releases it if no thread starts.
      let context = unsafe Unmanaged.passRetained(worker)
      let code = unsafe pthread_create(
        &thread, nil,
        { context in
          guard let context = unsafe context else { return nil }
          unsafe Unmanaged<HTTPWorker>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
      guard code == 0 else {
        unsafe context.release()
        throw TransportError(.system(code))
      }
      self.thread = thread
    }

    /// Makes the worker check the state.
    func wake() {
      worker.client.wake()
    }

    /// Waits for the end of the thread, which the state must have requested.
    func finish() {
      wake()
      let isFirst = isJoined.look { isJoined in
        defer { isJoined = true }
        return !isJoined
      }
      // Safe: joined once.
      if isFirst { pthread_join(thread, nil) }
    }
  }
#endif
