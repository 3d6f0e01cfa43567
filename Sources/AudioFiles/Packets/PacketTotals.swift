internal import AudioContainers

/// What all packets of a file have together.
struct PacketTotals: Equatable, Sendable {
  var packetCount: UInt64
  /// Frames in all packets, with priming and remainder.
  var frameCount: UInt64
  /// Bytes in all packets, without what lies between them.
  var byteCount: UInt64
  /// Bytes of the largest packet, 0 where there is none.
  var largestPacket: UInt64
  /// Bytes from the start of the file to behind all packets, or 0 where there is none.
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
