/// A lock that only one thread at a time can hold.
///
/// On Linux, it is a POSIX mutex, for which zero bytes mean unlocked.
///
/// Packages that test for a lock with `#if canImport(os)` find this one. The module's object file
/// contains no code for it, because such programs may not link the file.
public typealias os_unfair_lock = pthread_mutex_t

/// The structure name of the lock.
public typealias os_unfair_lock_s = os_unfair_lock

/// A pointer to a lock, which must not move while in use.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Waits for the lock and acquires it.
@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
  // Safe: if the caller's pointer is valid, as on Apple's systems.
  unsafe _ = pthread_mutex_lock(lock)
}

/// Acquires the lock if it is available.
///
/// - Returns: Whether the lock was available.
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  // Safe: if the caller's pointer is valid.
  unsafe pthread_mutex_trylock(lock) == 0
}

/// Releases the lock.
@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
  // Safe: if the caller's pointer is valid.
  unsafe _ = pthread_mutex_unlock(lock)
}
