#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The null device, which takes bytes at any offset; nothing is kept but their number.
///
/// Bytes cannot be read back, and nothing ever takes the device's place in its folder.
package final class NullByteSink: ByteSink {
  private static let devicePath = "/dev/null"

  package private(set) var size: UInt64 = 0

  /// Makes a sink; nothing is opened.
  ///
  /// - Parameter path: An absolute path, or one relative to the working directory; `nil` comes of one that does not lead to the
  ///   null device.
  package init?(path: String) {
    guard let device = Self.device(path), device == Self.device(Self.devicePath) else {
      return nil
    }
  }

  /// The number of the character device that a path leads to, or `nil` where that is none.
  private static func device(_ path: String) -> dev_t? {
    var status = stat()
    // Safe: the string is lent as a null-terminated C string, and the structure lives, for the length of the call.
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
