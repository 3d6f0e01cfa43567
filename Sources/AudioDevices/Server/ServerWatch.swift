/// What a watch of a sound server reports.
package enum ServerEvent: Sendable {
  /// The server has this now.
  case snapshot(ServerSnapshot)
  /// There is no server.
  case lost
}

/// Watches a sound server, for as long as the object lives.
package protocol ServerWatch: AnyObject, Sendable {
  /// The last answer of the server; waits for the first one, but not long.
  var snapshot: ServerSnapshot? { get }
  /// What the server has now; waits for the answer, but not long.
  func refreshed() -> ServerSnapshot?
  /// Sets the volume of a device that records, 0 to 1, for all programs that record from it.
  func setVolume(_ volume: Double, of input: ServerDevice)
}
