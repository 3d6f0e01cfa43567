/// An open stream of this process on a server, or on the devices of a machine that has none.
package protocol ServerStream: AnyObject, Sendable {
  /// Tells the server what the stream is for now.
  func setRole(_ role: StreamRole)
  /// Goes on where the server has silenced it; not where its own program has paused it.
  func release()
  /// Moves the stream to another device of the server.
  func move(to device: String)
  /// How much it holds ahead of the loudspeaker, in seconds, as it was granted; `nil` where that is not known.
  var bufferSeconds: Double? { get }
}

extension ServerStream {
  /// Nothing, where there is no server to be told.
  package func setRole(_ role: StreamRole) {}
  /// Nothing, where no server silences it.
  package func release() {}
  /// Nothing, where no server moves it.
  package func move(to device: String) {}
}
