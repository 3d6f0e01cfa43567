import AudioTransport

/// Bytes that arrive in order, at the speed of a server or a program.
protocol ArrivingBytes: ByteSource {
  /// Waits for the first bytes, if the source needs a connection.
  func connect() throws(TransportError)

  /// The progress of the transfer.
  var progress: HTTPProgress { get }

  /// Cancels a wait for bytes; any thread may call it.
  func cancel()
}

#if HTTP
  extension HTTPByteSource: ArrivingBytes {}
#endif
