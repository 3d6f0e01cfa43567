import Glibc

/// State that several threads share, and a way to wait for its changes.
///
/// No client or library is called while the lock is held.
@safe final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is only accessed between lock and unlock of `mutex`.
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: sending State) {
    self.state = state
    // Safe: both stay initialized at their addresses until `deinit`.
    unsafe mutex = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    // Safe: no thread that could hold the lock has a reference any more.
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Reads or changes the state, and then notifies the waiting threads.
  func change<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Safe: locked and unlocked on one thread, in this order.
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Reads or changes the state without notifying threads.
  func look<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Safe: locked and unlocked on one thread, in this order.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `body` returns a result.
  ///
  /// Calls it now and after each change.
  func wait<Result, Failure: Error>(
    for body: (inout State) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    // Safe: locked and unlocked on one thread. The condition reacquires the lock before it returns.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = try body(&state) { return result }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}
