package import AudioContainers
package import AudioTransport

/// Why packets could not be written.
package enum PacketWriteError: Error, Equatable, Sendable {
  /// The container does not support the content.
  case container(ContainerWriteError)
  /// The bytes could not be written.
  case transport(TransportError)
  /// The existing file could not be read.
  case reading(PacketError)
  /// The packets start after the end of the existing packets, or before it although their sizes
  /// vary.
  case invalidPacketOffset
  /// Packets of variable size need descriptions within the supplied bytes.
  case invalidDescriptions
  /// Packets of variable size can only be written as packets, not as bytes.
  case packetsNeeded
  /// Data after the audio would have to move.
  case notOptimized
  /// The file cannot be replaced to rearrange its bytes.
  case cannotReplace
  /// The stated frames do not match those of the packets.
  case wrongFrameCount
}
