/// A lock with the state that it guards, at a place of its own, so that it may be copied, kept in a constant and sent.
///
/// One thread at a time has it. A thread that takes it twice waits for itself.
@safe @frozen
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Sendable: the state is touched by the thread that has the lock.
  @usableFromInline let place: ManagedBuffer<State, os_unfair_lock>

  /// Makes a lock.
  ///
  /// - Parameter initialState: What it guards; nothing else may touch it from then on.
  @inlinable
  public init(uncheckedState initialState: State) {
    unsafe place = .create(minimumCapacity: 1) { place in
      // Safe: there is room for one lock, and a mutex has nothing to be undone.
      unsafe place.withUnsafeMutablePointerToElements { lock in
        unsafe lock.initialize(to: os_unfair_lock())
      }
      return initialState
    }
  }

  /// Makes a lock.
  ///
  /// - Parameter initialState: What it guards.
  @inlinable
  public init(initialState: State) where State: Sendable {
    self.init(uncheckedState: initialState)
  }

  /// Calls with the state, and with the lock; waits until it is free.
  @inlinable
  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R {
    try withLockUnchecked(body)
  }

  /// Calls with the state, and with the lock, where the compiler is not to see to it that nothing else of the caller's is touched.
  @inlinable
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    // Safe: lock and state stay where they are as long as the object, which the call keeps.
    try unsafe place.withUnsafeMutablePointers { state, lock in
      unsafe os_unfair_lock_lock(lock)
      defer { unsafe os_unfair_lock_unlock(lock) }
      return try unsafe body(&state.pointee)
    }
  }

  /// Calls with the state, and with the lock, if it is free.
  ///
  /// - Returns: What `body` returned, or `nil` where another thread has the lock.
  @inlinable
  public func withLockIfAvailable<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R? {
    try withLockIfAvailableUnchecked(body)
  }

  /// As ``withLockIfAvailable(_:)``, where the compiler is not to see to it that nothing else of the caller's is touched.
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
  /// Makes a lock that guards nothing by itself.
  @inlinable
  public init() {
    self.init(uncheckedState: ())
  }

  /// Waits until the lock is free, and takes it; the thread that has it must give it back.
  @available(*, noasync, message: "use withLock in asynchronous code")
  @inlinable
  public func lock() {
    // Safe: the lock stays where it is as long as the object.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_lock($0) }
  }

  /// Gives the lock back.
  @available(*, noasync, message: "use withLock in asynchronous code")
  @inlinable
  public func unlock() {
    // Safe: as above.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_unlock($0) }
  }

  /// Takes the lock if it is free.
  ///
  /// - Returns: Whether it was.
  @available(*, noasync, message: "use withLockIfAvailable in asynchronous code")
  @inlinable
  public func lockIfAvailable() -> Bool {
    // Safe: as above.
    unsafe place.withUnsafeMutablePointerToElements { unsafe os_unfair_lock_trylock($0) }
  }

  /// Calls with the lock; waits until it is free.
  @inlinable
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Calls with the lock, where the compiler is not to see to it that nothing else of the caller's is touched.
  @inlinable
  public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Calls with the lock, if it is free.
  ///
  /// - Returns: What `body` returned, or `nil` where another thread has the lock.
  @inlinable
  public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }

  /// As ``withLockIfAvailable(_:)``, where the compiler is not to see to it that nothing else of the caller's is touched.
  @inlinable
  public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
    try withLockIfAvailableUnchecked { _ in try body() }
  }
}
