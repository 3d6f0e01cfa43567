#if HTTP
  /// The thread of an HTTP source's worker.
  final class HTTPThread: @unchecked Sendable {
    // Sendable: only the worker's own thread uses it, except for `client.wake`, which any thread
    // may call.
    private let worker: HTTPWorker
    private let thread: WorkerThread

    init(worker: HTTPWorker) throws(TransportError) {
      self.worker = worker
      thread = try WorkerThread(worker)
    }

    /// Makes the worker check the state.
    func wake() {
      worker.client.wake()
    }

    /// Waits for the end of the thread, which the state must have requested.
    func finish() {
      wake()
      thread.join()
    }
  }
#endif
