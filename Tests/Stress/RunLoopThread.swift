import AudioToolbox

/// A thread whose run loop runs until it is stopped.
final class RunLoopThread: @unchecked Sendable {
  // Sendable: a run loop accepts blocks from any thread; `lock` guards the rest.
  private let lock = NSLock()
  private var isStopped = false
  private let started = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private var found: (loop: CFRunLoop, foundation: RunLoop)?

  init() {
    Thread.detachNewThread { [self] in
      lock.withLock { found = (CFRunLoopGetCurrent(), RunLoop.current) }
      // An empty run loop does not wait.
      RunLoop.current.add(
        Timer(timeInterval: 1e6, repeats: true) { _ in }, forMode: .default)
      started.signal()
      while !lock.withLock({ isStopped }) {
        CFRunLoopRunInMode(CFRunLoopMode.defaultMode, 0.01, false)
      }
      ended.signal()
    }
    started.wait()
  }

  /// The run loop, which exists after `init`.
  var runLoop: CFRunLoop? { lock.withLock { found?.loop } }

  /// Runs a block on the loop, and waits until it ends.
  func perform(_ block: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    lock.withLock { found?.foundation }?.perform {
      block()
      done.signal()
    }
    done.wait()
  }

  func stop() {
    lock.withLock { isStopped = true }
    ended.wait()
    lock.withLock { found = nil }
  }
}
