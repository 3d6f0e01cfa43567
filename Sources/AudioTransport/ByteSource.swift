/// Bytes that can be read at any offset: a file, memory, a client's callbacks, a web server.
///
/// Calls block until at least one byte, the end, or an error has come. Used by one thread at a time.
package protocol ByteSource: AnyObject {
  /// Bytes in all, or `nil` while that is not known (a live stream).
  var byteCount: UInt64? { get }

  /// Reads at most `buffer.count` bytes from `offset` on; fewer are no error.
  ///
  /// - Returns: How many bytes were written to the start of `buffer`; 0 only at the end.
  func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>) throws(TransportError) -> Int
}
