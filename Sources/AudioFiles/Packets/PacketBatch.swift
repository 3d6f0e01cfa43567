package import AudioModel

/// Some packets and their bytes.
package struct PacketBatch: Equatable, Sendable {
  /// The contiguous bytes of the packets.
  package var bytes: [UInt8]
  package var packetCount: Int
  /// The position of each packet in `bytes`.
  ///
  /// Empty for constant packets.
  package var packets: [Packet]

  package init(bytes: [UInt8], packetCount: Int, packets: [Packet]) {
    self.bytes = bytes
    self.packetCount = packetCount
    self.packets = packets
  }
}
