#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A regular file for reading and writing.
package final class FileByteSink: ByteSink {
  /// How to treat an existing file.
  package enum Opening: Sendable {
    /// Changes the existing file, which is required.
    case existing
    /// Fails with `EEXIST` if the file exists.
    case new
    /// Discards the existing content.
    case erasing
  }

  /// The client's path of the file; after ``succeed()``, the path of the replaced file.
  package private(set) var path: String
  package private(set) var size: UInt64
  private var descriptor: Int32
  /// The path of the file that this one replaces.
  private var predecessor: String?

  package var byteCount: UInt64? { size }
  package var isPending: Bool { predecessor != nil }

  /// Opens the file at `path` for reading and writing.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one relative to the working directory.
  ///   - opening: How to treat an existing file.
  /// - Throws: ``TransportError``, as for ``FileByteSource``, or the system's error.
  package init(path: String, _ opening: Opening) throws(TransportError) {
    let flags: Int32 =
      switch opening {
      case .existing: 0
      case .new: O_CREAT | O_EXCL
      // Existing content is discarded after the check for a regular file.
      case .erasing: O_CREAT
      }
    // Safe: the string is passed as a null-terminated C string that is valid during the call.
    let opened = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | flags, 0o666)
    guard opened >= 0 else {
      throw TransportError(errno == EISDIR ? .isDirectory : .system(errno))
    }
    do throws(TransportError) {
      var size = try FileByteSource.size(ofRegularFile: opened)
      // Some file systems write a truncated file to disk on closing, even if it was empty before.
      if opening == .erasing, size > 0 {
        guard ftruncate(opened, 0) == 0 else { throw TransportError(.system(errno)) }
        size = 0
      }
      self.size = size
    } catch {
      Self.release(opened)
      throw error
    }
    self.path = path
    descriptor = opened
  }

  deinit {
    if predecessor != nil { Self.remove(path) }
    if descriptor >= 0 { Self.release(descriptor) }
  }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    try FileByteSource.read(descriptor, of: size, at: offset, into: &buffer)
  }

  package func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    var done = 0
    while done < bytes.count {
      guard let position = off_t(exactly: offset &+ UInt64(done)) else {
        throw TransportError(.system(EFBIG))
      }
      // Safe: `pwrite` reads at most `count` bytes of the span, which is valid during the call.
      let count = unsafe bytes.extracting(done...).withUnsafeBytes { rest in
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, position)
      }
      if count > 0 {
        done += count
        size = max(size, offset &+ UInt64(done))
      } else if count == 0 || errno != EINTR {
        throw TransportError(.system(count == 0 ? ENOSPC : errno))
      }
    }
  }

  package func resize(to count: UInt64) throws(TransportError) {
    guard let length = off_t(exactly: count) else { throw TransportError(.system(EFBIG)) }
    while ftruncate(descriptor, length) != 0 {
      guard errno == EINTR else { throw TransportError(.system(errno)) }
    }
    size = count
  }

  /// Creates a file in the same folder, with the same permissions.
  ///
  /// The new file is removed when its sink is destroyed, unless it has replaced this file.
  package func successor() throws(TransportError) -> (any ByteSink)? {
    var status = stat()
    // Safe: `fstat` fills the structure, which lives until the call returns.
    guard unsafe fstat(descriptor, &status) == 0 else { throw TransportError(.system(errno)) }
    let target = predecessor ?? Self.withoutLinks(path)
    var number = 0
    while true {
      do {
        let file = try FileByteSink(path: "\(target).\(getpid())-\(number)", .new)
        file.predecessor = target
        // If this fails, the file is still accessible to its owner.
        _ = fchmod(file.descriptor, status.st_mode & 0o7777)
        return file
      } catch {
        guard error.reason == .system(EEXIST), number < 100 else { throw error }
        number += 1
      }
    }
  }

  package func succeed() throws(TransportError) {
    guard predecessor != nil else { return }
    guard fsync(descriptor) == 0 else { throw TransportError(.system(errno)) }
    try succeedAtOnce()
  }

  /// Replaces the file without waiting for the disk.
  ///
  /// After a power failure, the content can be incomplete.
  func succeedAtOnce() throws(TransportError) {
    guard let predecessor else { return }
    // Safe: the strings are passed as null-terminated C strings that are valid during the call.
    guard unsafe rename(path, predecessor) == 0 else { throw TransportError(.system(errno)) }
    path = predecessor
    self.predecessor = nil
  }

  package func close() throws(TransportError) {
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    // Network file systems may report a full disk only here. After `EINTR`, the file is closed.
    guard Self.release(closing) == 0 || errno == EINTR else {
      throw TransportError(.system(errno))
    }
  }

  /// Creates an empty file without a name, which is removed when the sink is destroyed.
  package static func temporary() throws(TransportError) -> FileByteSink {
    // Safe: the strings are null-terminated, and copied while the environment is unchanged.
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var number = 0
    while true {
      do {
        let path = "\(folder)/OpenCoreAudio.\(getpid())-\(number)"
        let file = try FileByteSink(path: path, .new)
        remove(path)
        return file
      } catch {
        guard error.reason == .system(EEXIST), number < 1000 else { throw error }
        number += 1
      }
    }
  }

  /// Resolves symbolic links in a path.
  private static func withoutLinks(_ path: String) -> String {
    // Safe: the returned string is copied, and freed once.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func remove(_ path: String) {
    // Safe: the string is passed as a null-terminated C string that is valid during the call.
    _ = unsafe unlink(path)
  }

  /// Closes a descriptor.
  ///
  /// A separate function, because the method ``close()`` hides the system's function.
  @discardableResult
  private static func release(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #elseif canImport(Darwin)
      Darwin.close(descriptor)
    #endif
  }
}
