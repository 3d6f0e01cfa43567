package import AudioContainers
package import AudioTransport

/// Why packets could not be had.
package enum PacketError: Error, Equatable, Sendable {
  /// The bytes are not what the container's format asks for.
  case container(ContainerError)
  /// The bytes could not be had.
  case transport(TransportError)
  /// The packets cannot be told before bytes that come later: the file is no stream.
  case notOptimized

  /// Whether the source failed, not what is in it.
  var isOfSource: Bool {
    if case .transport = self { true } else { false }
  }
}
