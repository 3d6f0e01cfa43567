internal import AudioContainers

/// Totals over all packets of a file.
struct PacketTotals: Equatable, Sendable {
  var packetCount: UInt64
  /// Frames in all packets, including priming and remainder.
  var frameCount: UInt64
  /// Bytes in all packets, without the bytes between them.
  var byteCount: UInt64
  /// Bytes of the largest packet, or 0 without packets.
  var largestPacket: UInt64
  /// Bytes from the start of the file to the end of all packets, or 0 without packets.
  var endOffset: UInt64

  init(of index: PacketIndex) {
    packetCount = index.packetCount
    frameCount = index.frameCount
    byteCount = index.byteCount
    largestPacket = UInt64(index.largestPacket)
    endOffset = index.endOffset
  }

  init(of table: any PacketTable) {
    packetCount = UInt64(table.count)
    frameCount = table.frameCount
    byteCount = table.byteCount
    largestPacket = UInt64(table.maximumPacketSize)
    endOffset = table.endOffset
  }
}
