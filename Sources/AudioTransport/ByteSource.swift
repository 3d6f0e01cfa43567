/// Bytes with random access: a file, memory, a client's callbacks, or a web server.
///
/// Calls block until at least one byte, the end, or an error is available. Use from one thread at a
/// time.
package protocol ByteSource: AnyObject {
  /// The total number of bytes, or `nil` while it is unknown (a live stream).
  var byteCount: UInt64? { get }

  /// Reads at most `buffer.count` bytes from `offset` on. Fewer bytes are not an error.
  ///
  /// - Returns: The number of bytes written to the start of `buffer`, which is 0 only at the end.
  func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>) throws(TransportError) -> Int
}
