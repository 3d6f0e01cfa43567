/// An open stream of this process on a server.
package protocol ServerStream: AnyObject, Sendable {
  /// Tells the server what the stream is for now.
  func setRole(_ role: StreamRole)
  /// Goes on where the server has silenced it; not where its own program has paused it.
  func release()
  /// Moves the stream to another device of the server.
  func move(to device: String)
}
