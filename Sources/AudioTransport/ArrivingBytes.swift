/// Bytes that arrive in order, at the speed of a server or a program.
package protocol ArrivingBytes: ByteSource {
  /// Waits for the first bytes, if the source needs a connection.
  func connect() throws(TransportError)

  /// The progress of the transfer.
  var progress: HTTPProgress { get }

  /// Returns the radio station's metadata for the audio at an offset.
  func text(at offset: UInt64) -> ICYText?

  /// Cancels a wait for bytes; any thread may call it.
  func cancel()
}

extension ArrivingBytes {
  package func connect() throws(TransportError) {}

  package func text(at offset: UInt64) -> ICYText? { nil }
}

#if HTTP
  extension HTTPByteSource: ArrivingBytes {}
  extension CachedByteSource: ArrivingBytes {}
#endif
