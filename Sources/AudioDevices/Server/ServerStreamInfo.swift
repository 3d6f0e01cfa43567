/// A stream that plays.
package struct ServerStreamInfo: Equatable, Sendable {
  /// The server's number of the client that plays it.
  package var client: UInt32
  /// The server's number of the device that it plays on.
  package var device: UInt32
  package var isCorked: Bool
  /// What it is for, as `music` or `phone`.
  package var role: String?

  package init(client: UInt32, device: UInt32, isCorked: Bool, role: String?) {
    self.client = client
    self.device = device
    self.isCorked = isCorked
    self.role = role
  }
}
