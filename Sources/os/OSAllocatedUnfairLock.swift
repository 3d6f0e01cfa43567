/// A lock and the state that it protects, in their own allocation.
///
/// The lock may be copied, stored in a constant, and sent. Only one thread at a time can hold it. A
/// thread that acquires the lock twice deadlocks.
@safe @frozen
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Sendable: only the thread that holds the lock accesses the state.
  @usableFromInline let place: ManagedBuffer<State, os_unfair_lock>

  /// Creates a lock without checking that the state is sendable.
  ///
  /// - Parameter initialState: The state. Only the lock may access it from now on.
  @inlinable
  public init(uncheckedState initialState: State) {
    unsafe place = .create(minimumCapacity: 1) { place in
      // Safe: the allocation has room for one lock, and a mutex needs no deinitialization.
      unsafe place.withUnsafeMutablePointerToElements { lock in
        unsafe lock.initialize(to: os_unfair_lock())
      }
      return initialState
    }
  }

  /// Creates a lock.
  ///
  /// - Parameter initialState: The state that the lock protects.
  @inlinable
  public init(initialState: State) where State: Sendable {
    self.init(uncheckedState: initialState)
  }

  /// Waits for the lock, and calls a closure with the state.
  @inlinable
  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R {
    try withLockUnchecked(body)
  }

  /// Waits for the lock, and calls a closure with the state, without sendability checks.
  @inlinable
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    // Safe: the lock and the state do not move during the lifetime of the object, which the call
    // retains.
    try unsafe place.withUnsafeMutablePointers { state, lock in
      unsafe os_unfair_lock_lock(lock)
      defer { unsafe os_unfair_lock_unlock(lock) }
      return try unsafe body(&state.pointee)
    }
  }

  /// Calls a closure with the state if the lock is available.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread holds the lock.
  @inlinable
  public func withLockIfAvailable<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }

  /// Calls a closure with the state if the lock is available, without sendability checks.
  @inlinable
  public func withLockIfAvailableUnchecked<R>(
    _ body: (inout State) throws -> R
  ) rethrows -> R? {
    // Safe: as above.
    try unsafe place.withUnsafeMutablePointers { state, lock in
      guard unsafe os_unfair_lock_trylock(lock) else { return nil }
      defer { unsafe os_unfair_lock_unlock(lock) }
      return try unsafe body(&state.pointee)
    }
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a state.
  @inlinable
  public init() {
    self.init(uncheckedState: ())
  }

  /// Waits for the lock and acquires it.
  ///
  /// The same thread must release it.
  @available(*, noasync, message: "use withLock in asynchronous code")
  @inlinable
  public func lock() {
    // Safe: the lock does not move during the lifetime of the object.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_lock($0) }
  }

  /// Releases the lock.
  @available(*, noasync, message: "use withLock in asynchronous code")
  @inlinable
  public func unlock() {
    // Safe: as above.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_unlock($0) }
  }

  /// Acquires the lock if it is available.
  ///
  /// - Returns: Whether the lock was available.
  @available(*, noasync, message: "use withLockIfAvailable in asynchronous code")
  @inlinable
  public func lockIfAvailable() -> Bool {
    // Safe: as above.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_trylock($0) }
  }

  /// Waits for the lock, and calls a closure.
  @inlinable
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Waits for the lock, and calls a closure, without sendability checks.
  @inlinable
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Calls a closure if the lock is available.
  ///
  /// - Returns: The result of `body`, or `nil` if another thread holds the lock.
  @inlinable
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// Calls a closure if the lock is available, without sendability checks.
  @inlinable
  public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }
}
