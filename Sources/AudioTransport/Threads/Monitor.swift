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

  // Safe, both: one thread locks and unlocks, in this order.
  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Reads or changes the state, and then notifies the waiting threads.
  func change<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try look { state throws(Failure) in
      // Safe: initialized until `deinit`.
      defer { unsafe pthread_cond_broadcast(changed) }
      return try body(&state)
    }
  }

  /// Reads or changes the state without notifying threads.
  func look<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&state)
  }

  /// Waits until `body` returns a result.
  ///
  /// Calls it now and after each change.
  func wait<Result, Failure: Error>(
    for body: (inout State) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    // Each call has its own access. During one access to the state, the compiler may assume that no
    // other thread changes it.
    while true {
      if let result = try body(&state) { return result }
      // Safe: locked. The condition reacquires the lock before it returns.
      unsafe pthread_cond_wait(changed, mutex)
    }
  }

  /// The answer of a function that waits with a time limit.
  enum Waiting<Result> {
    case done(Result)
    /// Call again after a change, and at this time at the latest.
    case until(ContinuousClock.Instant)
  }

  /// Waits until `body` returns a result.
  ///
  /// Calls it now, after each change, and at the time that it returned last.
  func waitWithLimit<Result, Failure: Error>(
    for body: (inout State) throws(Failure) -> Waiting<Result>
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    // Each call has its own access, as in ``wait(for:)``.
    while true {
      switch try body(&state) {
      case .done(let result): return result
      case .until(let limit):
        var time = Self.time(of: limit)
        // Safe: locked. The condition reacquires the lock before it returns.
        unsafe pthread_cond_timedwait(changed, mutex, &time)
      }
    }
  }

  /// The time of day at an instant, or one second from now if that is earlier.
  ///
  /// The wait ends at least once a second, because a user may set the time of day.
  private static func time(of instant: ContinuousClock.Instant) -> timespec {
    let left = min(max(.zero, ContinuousClock.now.duration(to: instant)), .seconds(1))
    var now = timespec()
    // Safe: the function fills the structure in.
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let (seconds, attoseconds) = left.components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
      tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000)
  }
}
