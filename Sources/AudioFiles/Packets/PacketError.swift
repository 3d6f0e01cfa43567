package import AudioContainers
package import AudioTransport

/// Why packets could not be read.
package enum PacketError: Error, Equatable, Sendable {
  /// The bytes violate the container's format.
  case container(ContainerError)
  /// The bytes could not be read.
  case transport(TransportError)
  /// The packets depend on bytes that come later, so the file cannot be streamed.
  case notOptimized

  /// Whether the source failed, as opposed to its content being invalid.
  var isOfSource: Bool {
    if case .transport = self { true } else { false }
  }
}
