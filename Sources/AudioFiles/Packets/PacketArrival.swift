internal import AudioContainers
internal import AudioModel

/// The packets of a file that arrives from a server, as far as they have been found.
struct PacketArrival {
  let scanner: PacketScanner

  /// Finds packets until they have this many frames.
  ///
  /// - Returns: Whether all packets of the file have been found.
  /// - Throws: ``PacketError`` of the source.
  func findFrames(_ count: UInt64) throws(PacketError) -> Bool {
    try scanner.scan { $0.table.frameCount >= count }
    return scanner.table.frameCount < count
  }

  /// Whether the size of the source is known.
  var isBounded: Bool { scanner.sourceByteCount != nil }

  /// Forgets packets long before a packet: a stream of unknown size does not read them again.
  func forget(before index: UInt64) { scanner.table.forget(before: index) }

  /// Bytes from the start of the file to a packet, or to the end of all packets found so far.
  func foundOffset(ofPacket index: UInt64) -> UInt64 {
    scanner.table.entry(at: index)?.packet.offset ?? scanner.table.endOffset
  }

  /// Frames of the packets found so far.
  var foundFrameCount: UInt64 { scanner.table.frameCount }

  /// Bytes before the end in which padding must be expected.
  private static let lastByteCount: UInt64 = 64 << 10
  /// The same for streams whose last frame is a few hundred bytes.
  private static let lastFramesByteCount: UInt64 = 8 << 10

  /// Whether the next packets may be the last ones.
  var mayEndSoon: Bool {
    guard let size = scanner.sourceByteCount else { return true }
    let last = statesPaddingLast ? Self.lastByteCount : Self.lastFramesByteCount
    return scanner.table.endOffset.clampedAdding(last) >= size
  }

  /// Whether only the last packets may state the padding.
  var statesPaddingLast: Bool {
    scanner.info.tail != .frames && !scanner.info.format.hasConstantPackets
  }

  /// The missing packets, once all packets have been found.
  ///
  /// One packet may be missing, because some encoders also count the frame of the header.
  var shortfall: PacketFile.Shortfall? {
    let info = scanner.info
    let found = scanner.table.packetCount
    var stated = info.statedPacketCount
    if info.format.hasConstantPackets {
      stated = info.statedDataByteCount.map { $0 / UInt64(max(1, info.format.bytesPerPacket)) }
    } else if let bytes = info.statedDataByteCount,
      info.dataOffset.clampedAdding(bytes) <= scanner.table.endOffset
    {
      // All stated bytes have been found, so the stated count is wrong.
      stated = nil
    }
    guard let stated, stated > found.clampedAdding(1) else { return nil }
    return PacketFile.Shortfall(packetCount: found, statedPacketCount: stated)
  }
}
