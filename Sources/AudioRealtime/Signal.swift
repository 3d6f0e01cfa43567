internal import CAudioRealtime
internal import Synchronization

/// Wakes one waiting thread; posts before the wait are remembered, any number of them as one.
///
/// ``post()`` may be called on a render thread.
///
/// A signal that a thread of a ``VirtualClock`` makes belongs to that clock.
@safe
package final class Signal: @unchecked Sendable {
  // Sendable: the semaphore is made for many threads and lives as long as this object.
  private let semaphore: OpaquePointer
  private let clock: VirtualClock?
  /// A post on the virtual clock that no thread has waited for yet.
  private let isPosted = Atomic(false)

  package init() {
    // Safe: returns a new semaphore, or nil without memory.
    guard let made = unsafe OCASemaphoreCreate() else {
      preconditionFailure("No memory for a semaphore")
    }
    unsafe semaphore = made
    clock = VirtualClock.current
  }

  deinit {
    // Safe: nobody else holds the object any more, so nobody waits.
    unsafe OCASemaphoreDestroy(semaphore)
  }

  /// Wakes the waiting thread, or the next that waits.
  package func post() {
    if let clock {
      return clock.post(to: ObjectIdentifier(self)) { isPosted.store(true, ordering: .releasing) }
    }
    // Safe: the semaphore is alive.
    unsafe OCASemaphorePost(semaphore)
  }

  /// Waits for a post.
  package func wait() {
    if clock != nil {
      _ = wait(until: .max)
    } else {
      while !wait(until: MonotonicClock.nanoseconds + 3_600_000_000_000) {}
    }
  }

  /// Waits for a post until the monotonic clock shows `deadline` nanoseconds.
  ///
  /// - Returns: Whether there was a post.
  @discardableResult
  package func wait(until deadline: Int) -> Bool {
    if let clock {
      return clock.wait(for: ObjectIdentifier(self), until: deadline) {
        isPosted.exchange(false, ordering: .acquiringAndReleasing)
      }
    }
    // Safe: the semaphore is alive.
    return unsafe OCASemaphoreWait(semaphore, Int64(deadline))
  }
}
