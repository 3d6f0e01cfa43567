/// The result of reading packets.
package struct PacketReading: Equatable, Sendable {
  /// Whole packets in the buffer.
  package var packetCount = 0
  /// Bytes in the buffer.
  package var byteCount = 0
  /// Why the read stopped.
  package var end = End.asMuchAsAsked

  package enum End: Equatable, Sendable {
    case asMuchAsAsked
    /// The next packet does not fit.
    case bufferIsFull
    /// The file has no next packet.
    case endOfFile
    /// The source failed at the next packet. Reading that packet reports the error.
    case sourceFailed
  }

  package init(packetCount: Int = 0, byteCount: Int = 0, end: End = .asMuchAsAsked) {
    self.packetCount = packetCount
    self.byteCount = byteCount
    self.end = end
  }
}
