internal import CAudioRealtime

/// Wakes one waiting thread; posts before the wait are remembered, any number of them as one.
///
/// ``post()`` may be called on a render thread.
@safe
package final class Signal: @unchecked Sendable {
  // Sendable: the semaphore is made for many threads and lives as long as this object.
  private let semaphore: OpaquePointer

  package init() {
    // Safe: answers a new semaphore or nothing.
    guard let made = unsafe OCASemaphoreCreate() else {
      preconditionFailure("No memory for a semaphore")
    }
    unsafe semaphore = made
  }

  deinit {
    // Safe: nobody else holds the object any more, so nobody waits.
    unsafe OCASemaphoreDestroy(semaphore)
  }

  /// Wakes the waiting thread, or the next that waits.
  package func post() {
    // Safe: the semaphore is alive.
    unsafe OCASemaphorePost(semaphore)
  }

  /// Waits for a post.
  package func wait() {
    while !wait(until: MonotonicClock.nanoseconds + 3_600_000_000_000) {}
  }

  /// Waits for a post until the monotonic clock shows `deadline` nanoseconds.
  ///
  /// - Returns: Whether there was a post.
  @discardableResult
  package func wait(until deadline: Int) -> Bool {
    // Safe: the semaphore is alive.
    unsafe OCASemaphoreWait(semaphore, Int64(deadline))
  }
}
