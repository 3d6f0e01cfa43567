package import AudioContainers
package import AudioTransport

/// Why packets could not be written.
package enum PacketWriteError: Error, Equatable, Sendable {
  /// The container cannot carry what it was given.
  case container(ContainerWriteError)
  /// The bytes could not be written.
  case transport(TransportError)
  /// The file as it is could not be read.
  case reading(PacketError)
  /// Packets would not follow those that are there, or not on a packet's boundary.
  case invalidPacketOffset
  /// Packets that differ need descriptions, which lie in the bytes given.
  case invalidDescriptions
  /// The bytes of packets that differ can be written by packets only.
  case packetsNeeded
  /// Something follows the audio, which would have to move.
  case notOptimized
  /// The bytes cannot be put in another order where they are.
  case cannotReplace
  /// The frames stated are not those of the packets.
  case wrongFrameCount
}
