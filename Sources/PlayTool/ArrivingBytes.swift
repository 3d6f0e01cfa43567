import AudioTransport

/// Bytes that come in order, at the speed of a server or a program.
protocol ArrivingBytes: ByteSource {
  /// Waits for the first bytes, where a connection has to be made.
  func connect() throws(TransportError)

  /// How far the bytes have come.
  var progress: HTTPProgress { get }

  /// Ends a wait for bytes, from any thread.
  func cancel()
}

#if HTTP
  extension HTTPByteSource: ArrivingBytes {}
#endif
