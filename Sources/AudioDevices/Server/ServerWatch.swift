/// A report from a watch of a sound server.
package enum ServerEvent: Sendable {
  /// The current devices and streams.
  case snapshot(ServerSnapshot)
  /// The server is gone.
  case lost
}

/// A watch of a sound server, for as long as the object lives.
package protocol ServerWatch: AnyObject, Sendable {
  /// The last answer of the server; waits briefly for the first one.
  var snapshot: ServerSnapshot? { get }
  /// Asks the server for its current devices and streams; waits briefly for the answer.
  func refreshed() -> ServerSnapshot?
  /// Sets the volume of a device, 0 to 1, for all programs that use it.
  ///
  /// - Returns: Whether the server has done so.
  func setVolume(_ volume: Double, of device: ServerDevice) -> Bool
  /// Makes a device the default for streams that request no device.
  ///
  /// - Returns: Whether the server has done so.
  func setDefault(_ device: ServerDevice) -> Bool
}
