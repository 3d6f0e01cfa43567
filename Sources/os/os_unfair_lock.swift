/// A lock that one thread at a time has: here a mutex of POSIX, which is unlocked when its bytes are zero.
///
/// Packages that ask for a lock by `#if canImport(os)` find this one. Nothing of it is in the module's object file, since their programs need not be linked with it.
public typealias os_unfair_lock = pthread_mutex_t

/// A lock, by the name of its structure.
public typealias os_unfair_lock_s = os_unfair_lock

/// A lock, which stays at its place while it is used.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Waits until the lock is free, and takes it.
@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
  // Safe: as far as the caller's pointer is, as on Apple's systems.
  unsafe _ = pthread_mutex_lock(lock)
}

/// Takes the lock if it is free.
///
/// - Returns: Whether it was.
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  // Safe: as far as the caller's pointer is.
  unsafe pthread_mutex_trylock(lock) == 0
}

/// Lets go of the lock.
@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
  // Safe: as far as the caller's pointer is.
  unsafe _ = pthread_mutex_unlock(lock)
}
