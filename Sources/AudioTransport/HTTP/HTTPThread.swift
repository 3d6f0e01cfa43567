#if HTTP
  import Glibc

  /// The thread that an HTTP source's worker runs on.
  final class HTTPThread: @unchecked Sendable {
    // Sendable: the worker is touched by its own thread only, apart from `client.wake`, which is for any.
    private let worker: HTTPWorker
    private let thread: pthread_t
    private let isJoined = Monitor(false)

    init(
      address: HTTPAddress, options: HTTPOptions, monitor: Monitor<HTTPState>
    ) throws(TransportError) {
      worker = try HTTPWorker(address: address, options: options, monitor: monitor)
      var thread = pthread_t()
      // Safe: the retain is taken over by the thread, or taken back where there is none.
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

    /// Lets the worker look at the state.
    func wake() {
      worker.client.wake()
    }

    /// Waits for the end of the thread, which the state must have asked for.
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
