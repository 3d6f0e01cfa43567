#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a regular file.
///
/// The size is the file's size when it is opened; for a growing file, the size is unlimited. A file
/// that shrinks during reading ends at its actual end.
package final class FileByteSource: ByteSource, Sendable {
  private let descriptor: Int32
  private let size: UInt64

  package var byteCount: UInt64? { size }

  /// Opens the file at `path` for reading.
  ///
  /// - Parameter path: An absolute path, or one relative to the working directory.
  /// - Throws: ``TransportError``. The reason is `.isDirectory`, or `.system(ESPIPE)` for a pipe,
  ///   socket, or device without random access. Otherwise, it is the error of `open` or `fstat`
  ///   (`ENOENT`, `EACCES`…).
  package convenience init(path: String) throws(TransportError) {
    try self.init(path: path, isGrowing: false)
  }

  /// Opens a file; the size of a growing one has no limit.
  init(path: String, isGrowing: Bool) throws(TransportError) {
    // A pipe without a writer would block `open` forever. `O_NONBLOCK` has no effect on files.
    // Safe: the string is passed as a null-terminated C string that is valid during the call.
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw TransportError(.system(errno)) }
    do {
      let found = try Self.size(ofRegularFile: opened)
      size = isGrowing ? UInt64(Int64.max) : found
    } catch {
      close(opened)
      throw error
    }
    descriptor = opened
  }

  deinit {
    close(descriptor)
  }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    try Self.read(descriptor, of: size, at: offset, into: &buffer)
  }

  /// Reads from a file of `size` bytes, and never beyond them.
  static func read(
    _ descriptor: Int32, of size: UInt64, at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    guard offset < size, let position = off_t(exactly: offset), !buffer.isEmpty else { return 0 }
    while true {
      // Safe: `pread` writes at most `count` bytes to the buffer, which is valid during the call.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor, bytes.baseAddress, bytes.count, position)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw TransportError(.system(errno)) }
    }
  }

  /// Whether a path leads to this very file.
  func isFile(_ path: String) throws(TransportError) -> Bool {
    var own = stat()
    var other = stat()
    // Safe: the calls fill the structures, which live until they return.
    guard unsafe fstat(descriptor, &own) == 0 else { throw TransportError(.system(errno)) }
    guard unsafe stat(path, &other) == 0 else { return false }
    return own.st_ino == other.st_ino && own.st_dev == other.st_dev
  }

  static func size(ofRegularFile descriptor: Int32) throws(TransportError) -> UInt64 {
    var status = stat()
    // Safe: `fstat` fills the structure, which lives until the call returns.
    guard unsafe fstat(descriptor, &status) == 0 else { throw TransportError(.system(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return UInt64(max(status.st_size, 0))
    case S_IFDIR: throw TransportError(.isDirectory)
    default: throw TransportError(.system(ESPIPE))
    }
  }
}
