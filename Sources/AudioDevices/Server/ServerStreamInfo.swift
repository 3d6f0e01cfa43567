/// A stream that plays on a server.
package struct ServerStreamInfo: Equatable, Sendable {
  /// Whether the stream belongs to this process.
  package var isOwn: Bool
  /// The server's number for the stream's device.
  package var device: UInt32
  package var isCorked: Bool
  /// The purpose of the stream, such as `music` or `phone`.
  package var role: String?

  package init(isOwn: Bool, device: UInt32, isCorked: Bool, role: String?) {
    self.isOwn = isOwn
    self.device = device
    self.isCorked = isCorked
    self.role = role
  }
}
