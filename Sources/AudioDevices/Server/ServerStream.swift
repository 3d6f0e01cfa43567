/// An open stream of this process, on a server or on the devices of a machine without one.
package protocol ServerStream: AnyObject, Sendable {
  /// Notifies the server of the stream's new purpose.
  func setRole(_ role: StreamRole)
  /// Resumes the stream if the server has silenced it, unless its own program has paused it.
  func release()
  /// Moves the stream to another device of the server.
  func move(to device: String)
  /// How much the stream buffers ahead of the loudspeaker, in seconds, as granted; `nil` if
  /// unknown.
  var bufferSeconds: Double? { get }
}

extension ServerStream {
  /// Does not do anything: the stream has no server to notify.
  package func setRole(_ role: StreamRole) {}
  /// Does not do anything: no server silences the stream.
  package func release() {}
  /// Does not do anything: no server moves the stream.
  package func move(to device: String) {}
}
