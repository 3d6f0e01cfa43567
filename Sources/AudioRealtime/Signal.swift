internal import CAudioRealtime
internal import Synchronization

/// Wakes one waiting thread.
///
/// Any number of posts before a wait count as one.
///
/// A render thread may call ``post()``. A signal that is created on a thread of a ``VirtualClock``
/// belongs to that clock.
@safe
package final class Signal: @unchecked Sendable {
  // Sendable: the semaphore is thread-safe, and lives as long as this object.
  private let semaphore: OpaquePointer
  private let clock: VirtualClock?
  /// A pending post on the virtual clock.
  private let isPosted = Atomic(false)

  package init() {
    // Safe: returns a new semaphore, or nil without memory.
    guard let made = unsafe OCASemaphoreCreate() else {
      preconditionFailure("cannot create a semaphore")
    }
    unsafe semaphore = made
    clock = VirtualClock.current
  }

  deinit {
    // Safe: no other reference to the object exists, so no thread waits.
    unsafe OCASemaphoreDestroy(semaphore)
  }

  /// Wakes the waiting thread, or the next one that waits.
  package func post() {
    if let clock {
      return clock.post(to: ObjectIdentifier(self)) { isPosted.store(true, ordering: .releasing) }
    }
    // Safe: the semaphore exists.
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

  /// Waits for a post until the monotonic clock reaches `deadline` nanoseconds.
  ///
  /// - Returns: Whether a post occurred.
  @discardableResult
  package func wait(until deadline: Int) -> Bool {
    if let clock {
      return clock.wait(for: ObjectIdentifier(self), until: deadline) {
        isPosted.exchange(false, ordering: .acquiringAndReleasing)
      }
    }
    // Safe: the semaphore exists.
    return unsafe OCASemaphoreWait(semaphore, Int64(deadline))
  }
}
