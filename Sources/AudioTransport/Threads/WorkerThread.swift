import Glibc

/// The work of a ``WorkerThread``.
protocol Worker: AnyObject {
  /// Works to the end of the thread.
  func run()
}

/// A thread that runs one worker.
final class WorkerThread: Sendable {
  /// Carries the worker to its thread.
  private final class Box {
    let worker: any Worker

    init(_ worker: any Worker) { self.worker = worker }
  }

  private let thread: pthread_t
  private let isJoined = Monitor(false)

  /// Starts a thread, which keeps the worker until its end.
  init(_ worker: any Worker) throws(TransportError) {
    var thread = pthread_t()
    // Safe: the thread takes over the retain, or the code below releases it if no thread starts.
    let context = unsafe Unmanaged.passRetained(Box(worker))
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().worker.run()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      unsafe context.release()
      throw TransportError(.system(code))
    }
    self.thread = thread
  }

  /// Waits for the end of the worker, which something else must have requested.
  func join() {
    let isFirst = isJoined.look { isJoined in
      defer { isJoined = true }
      return !isJoined
    }
    // Safe: joined once.
    if isFirst { pthread_join(thread, nil) }
  }
}
