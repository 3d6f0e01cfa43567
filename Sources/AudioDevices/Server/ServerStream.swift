/// An open stream of this process on a server.
package protocol ServerStream: AnyObject, Sendable {
  /// Tells the server what the stream is for now.
  func setRole(_ role: StreamRole)
  /// Moves the stream to another device of the server.
  func move(to device: String)
}
