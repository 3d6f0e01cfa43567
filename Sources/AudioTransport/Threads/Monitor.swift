import Glibc

/// State that several threads share, with a way to wait until it has changed.
///
/// Nothing else is called while the state is held: not a client, not a library.
@safe final class Monitor<State>: @unchecked Sendable {
  // `state` is touched only between lock and unlock of `mutex`, which makes the class sendable.
  private var state: State
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init(_ state: sending State) {
    self.state = state
    // Safe: both stay at their addresses, initialised, until `deinit`.
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

  /// Reads or changes the state, then lets the threads that wait look at it.
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

  /// Reads or changes the state in a way that no thread waits for.
  func look<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Safe: locked and unlocked on one thread, in this order.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `body`, asked now and after each change, gives a result.
  func wait<Result, Failure: Error>(
    for body: (inout State) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    // Safe: locked and unlocked on one thread; the condition gives the lock back before it returns.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = try body(&state) { return result }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}
