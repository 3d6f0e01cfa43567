/// Bytes with random read and write access: a file, memory, or a client's callbacks.
///
/// Use from one thread at a time.
package protocol ByteSink: ByteSource {
  /// The total number of bytes.
  var size: UInt64 { get }

  /// Writes all of `bytes` from `offset` on, which is at most ``size``.
  ///
  /// - Throws: ``TransportError``. Bytes written before the error stay, and ``size`` includes them.
  func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError)

  /// Truncates the bytes, or adds zeros.
  func resize(to count: UInt64) throws(TransportError)

  /// Whether this sink is a pending replacement of another one.
  var isPending: Bool { get }

  /// Creates an empty sink that can replace this one, or returns `nil` if this is unsupported.
  ///
  /// If this sink is itself a pending replacement, the new sink replaces the same original.
  func successor() throws(TransportError) -> (any ByteSink)?

  /// Replaces the original sink with this one, after all bytes have been written.
  ///
  /// - Throws: ``TransportError``. In that case, the original sink is unchanged.
  func succeed() throws(TransportError)

  /// Completes pending writes and reports their failure, as far as the system detects it.
  func close() throws(TransportError)
}
