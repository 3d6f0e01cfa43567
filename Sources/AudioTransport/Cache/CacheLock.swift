internal import Glibc

/// The right to write the data file of a cache entry, which one source of one process has.
///
/// The system ends the right with the process.
final class CacheLock: Sendable {
  private let descriptor: Int32

  /// Locks a file without waiting, and creates it first if it is missing.
  ///
  /// - Parameter path: The data file.
  /// - Returns: `nil` if another source has the lock.
  /// - Throws: The system's error.
  static func attempt(_ path: String) throws(TransportError) -> CacheLock? {
    while true {
      let lock = try CacheLock(path)
      guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EWOULDBLOCK { return nil }
        if errno == EINTR { continue }
        throw TransportError(.system(errno))
      }
      var status = stat()
      // Safe: `fstat` fills the structure, which lives until the call returns.
      guard unsafe fstat(lock.descriptor, &status) == 0 else {
        throw TransportError(.system(errno))
      }
      // Another process has removed the file meanwhile.
      if status.st_nlink > 0 { return lock }
    }
  }

  private init(_ path: String) throws(TransportError) {
    // Safe: the string is passed as a null-terminated C string that is valid during the call.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw TransportError(.system(errno)) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is just being started has a copy of the descriptor, which would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
