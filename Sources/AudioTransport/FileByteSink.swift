#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A regular file that is read and written.
package final class FileByteSink: ByteSink {
  /// What to do with what is there.
  package enum Opening: Sendable {
    /// Change it. There must be something.
    case existing
    /// Fail with `EEXIST`.
    case new
    /// Throw it away.
    case erasing
  }

  /// The path as it was given.
  package private(set) var path: String
  package private(set) var size: UInt64
  private var descriptor: Int32
  /// The file whose place this one takes.
  private var predecessor: String?

  package var byteCount: UInt64? { size }
  package var isPending: Bool { predecessor != nil }

  /// Opens the file at `path` for reading and writing.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one relative to the working directory.
  ///   - opening: What to do with what is there.
  /// - Throws: ``TransportError``: as of ``FileByteSource``, and what the system says.
  package init(path: String, _ opening: Opening) throws(TransportError) {
    let flags: Int32 =
      switch opening {
      case .existing: 0
      case .new: O_CREAT | O_EXCL
      // What is there is thrown away once it is known to be a file.
      case .erasing: O_CREAT
      }
    // Safe: the string is lent as a null-terminated C string for the length of the call.
    let opened = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | flags, 0o666)
    guard opened >= 0 else {
      throw TransportError(errno == EISDIR ? .isDirectory : .system(errno))
    }
    do throws(TransportError) {
      var size = try FileByteSource.size(ofRegularFile: opened)
      // A file system may write a file that was cut to nothing to the disk as soon as it is closed, even if it had nothing.
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
      // Safe: `pwrite` reads at most `count` bytes of the span that is lent to it for this call.
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

  /// A file beside this one, with its permissions.
  ///
  /// It goes away with its owner unless it succeeds.
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
        // Where it cannot be given away it is still ours to read and write.
        _ = fchmod(file.descriptor, status.st_mode & 0o7777)
        return file
      } catch {
        guard error.reason == .system(EEXIST), number < 100 else { throw error }
        number += 1
      }
    }
  }

  package func succeed() throws(TransportError) {
    guard let predecessor else { return }
    guard fsync(descriptor) == 0 else { throw TransportError(.system(errno)) }
    // Safe: the strings are lent as null-terminated C strings for the length of the call.
    guard unsafe rename(path, predecessor) == 0 else { throw TransportError(.system(errno)) }
    path = predecessor
    self.predecessor = nil
  }

  package func close() throws(TransportError) {
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    // Network file systems tell of a full disk only here. An interrupted `close` has closed.
    guard Self.release(closing) == 0 || errno == EINTR else {
      throw TransportError(.system(errno))
    }
  }

  /// An empty file without a name, which goes away with its owner.
  package static func temporary() throws(TransportError) -> FileByteSink {
    // Safe: the strings are null-terminated, and copied while the environment stays as it is.
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

  /// The file that a path leads to, where the path is that of a symbolic link.
  private static func withoutLinks(_ path: String) -> String {
    // Safe: the string that is returned is copied, and freed once.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func remove(_ path: String) {
    // Safe: the string is lent as a null-terminated C string for the length of the call.
    _ = unsafe unlink(path)
  }

  /// Closes a descriptor, outside of the method of the same name.
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
