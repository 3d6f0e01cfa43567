#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The null device, which accepts bytes at any offset and only keeps their number.
///
/// Bytes cannot be read back. Nothing ever replaces the device in its folder.
package final class NullByteSink: ByteSink {
  private static let devicePath = "/dev/null"

  package private(set) var size: UInt64 = 0

  /// Creates a sink without opening the device.
  ///
  /// Fails if the path does not lead to the null device.
  ///
  /// - Parameter path: An absolute path, or one relative to the working directory.
  package init?(path: String) {
    guard let device = Self.device(path), device == Self.device(Self.devicePath) else {
      return nil
    }
  }

  /// Returns the number of the character device at a path, or `nil` for other files.
  private static func device(_ path: String) -> dev_t? {
    var status = stat()
    // Safe: the null-terminated C string and the structure are valid during the call.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return status.st_rdev
  }

  package var byteCount: UInt64? { size }

  package func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int { 0 }

  package func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError) {
    size = max(size, offset &+ UInt64(bytes.count))
  }

  package func resize(to count: UInt64) throws(TransportError) { size = count }

  package func successor() throws(TransportError) -> (any ByteSink)? { nil }

  package var isPending: Bool { false }

  package func succeed() throws(TransportError) {}

  package func close() throws(TransportError) {}
}
