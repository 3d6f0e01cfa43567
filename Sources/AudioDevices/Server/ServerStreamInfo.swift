/// A stream that plays.
package struct ServerStreamInfo: Equatable, Sendable {
  /// Whether it is one of this process.
  package var isOwn: Bool
  /// The server's number of the device that it plays on.
  package var device: UInt32
  package var isCorked: Bool
  /// What it is for, as `music` or `phone`.
  package var role: String?

  package init(isOwn: Bool, device: UInt32, isCorked: Bool, role: String?) {
    self.isOwn = isOwn
    self.device = device
    self.isCorked = isCorked
    self.role = role
  }
}
