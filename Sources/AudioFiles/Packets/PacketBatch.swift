package import AudioModel

/// Some packets and their bytes.
package struct PacketBatch: Equatable, Sendable {
  /// The packets, one behind the other.
  package var bytes: [UInt8]
  package var packetCount: Int
  /// Where each packet lies in `bytes`; empty for constant packets.
  package var packets: [Packet]

  package init(bytes: [UInt8], packetCount: Int, packets: [Packet]) {
    self.bytes = bytes
    self.packetCount = packetCount
    self.packets = packets
  }
}
