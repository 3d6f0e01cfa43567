/// Bytes that can be read and written at any offset: a file, memory, a client's callbacks.
///
/// Used by one thread at a time.
package protocol ByteSink: ByteSource {
  /// Bytes in all.
  var size: UInt64 { get }

  /// Writes all of `bytes` from `offset` on, which is at most ``size``.
  ///
  /// - Throws: ``TransportError``. Bytes that were written before it are there, and ``size`` tells.
  func write(_ bytes: Span<UInt8>, at offset: UInt64) throws(TransportError)

  /// Cuts the bytes off, or adds zeros.
  func resize(to count: UInt64) throws(TransportError)

  /// Whether this sink is still to take the place of another.
  var isPending: Bool { get }

  /// An empty sink that can take the place of this one, or `nil` where none can.
  ///
  /// Where this one is to take the place of another, so is the new one, instead of it.
  func successor() throws(TransportError) -> (any ByteSink)?

  /// Takes the place of the sink that made this one, once all has been written.
  ///
  /// - Throws: ``TransportError``; the other is then as it was.
  func succeed() throws(TransportError)

  /// Makes what has been written last, as far as the system tells when that failed.
  func close() throws(TransportError)
}
