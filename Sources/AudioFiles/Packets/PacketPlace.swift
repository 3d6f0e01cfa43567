package import AudioModel

/// A packet and its position in the stream.
package struct PacketPlace: Equatable, Sendable {
  /// Packets before this one.
  package var index: UInt64
  /// Frames before this packet.
  package var firstFrame: UInt64
  package var packet: Packet

  init(_ entry: PacketIndex.Entry) {
    index = entry.index
    firstFrame = entry.firstFrame
    packet = entry.packet
  }
}
