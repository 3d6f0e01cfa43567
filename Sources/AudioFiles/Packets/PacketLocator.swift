internal import AudioContainers
internal import AudioModel

/// Finds packets by their number, frame, or byte.
///
/// If only the reader can assemble the packets, it reads the file again from a mark before the
/// wanted packet (``GatheredPackets``).
struct PacketLocator {
  let scanner: PacketScanner

  /// Returns the packet with this index, or `nil` if the file has no such packet.
  func place(ofPacket index: UInt64) throws(PacketError) -> PacketPlace? {
    _ = try scanner.scan(to: index)
    guard scanner.table.marks.isEmpty else { return try gatheredPlace(ofPacket: index) }
    return scanner.table.entry(at: index).map(PacketPlace.init)
  }

  /// Returns the packet that contains this frame, or `nil` if the file has no such frame.
  ///
  /// The frame number includes the priming frames.
  func place(holdingFrame frame: UInt64) throws(PacketError) -> PacketPlace? {
    try scanner.scan { $0.table.frameCount > frame }
    guard scanner.table.marks.isEmpty else { return try gatheredPlace(holdingFrame: frame) }
    return scanner.table.entry(holdingFrame: frame).map(PacketPlace.init)
  }

  /// Returns the packet that contains this byte of the file, or else the next packet.
  ///
  /// Bytes between packets are the header of the next packet.
  ///
  /// - Returns: `nil` outside the audio data.
  /// - Throws: ``PacketError`` of the source.
  func place(nearByte offset: UInt64) throws(PacketError) -> PacketPlace? {
    try scanner.scan { $0.table.endOffset > offset }
    guard offset >= scanner.info.dataOffset else { return nil }
    guard scanner.table.marks.isEmpty else { return try gatheredPlace(nearByte: offset) }
    guard let entry = scanner.table.entry(holdingByte: offset) else {
      guard offset < scanner.table.firstOffset else { return nil }
      return scanner.table.entry(at: 0).map(PacketPlace.init)
    }
    let isBehind = offset >= entry.packet.offset &+ UInt64(entry.packet.byteCount)
    return (isBehind ? scanner.table.entry(at: entry.index &+ 1) : entry).map(PacketPlace.init)
  }
}

// MARK: - Packets that the reader assembles

extension PacketLocator {
  /// Returns the batch that contains a packet.
  func gatheredBatch(
    holding index: UInt64
  ) throws(PacketError) -> GatheredPackets.Batch? {
    if let gathered = scanner.gathered, index >= gathered.firstPacket, index < gathered.endPacket {
      return gathered
    }
    guard try find(.packet(index)) != nil else { return nil }
    return scanner.regathered?.batch
  }

  /// Finds a packet, and gathers its batch again.
  private func find(_ target: GatheredPackets.Target) throws(PacketError) -> PacketIndex.Entry? {
    guard let mark = scanner.table.lastMark({ target.mayStart(at: $0) }) else { return nil }
    // Take the value out, because its position is unknown after an error.
    var packets = scanner.regathered.take() ?? GatheredPackets(scanner.bytes.source, at: mark)
    let entry = try packets.move(to: target, from: mark)
    scanner.regathered = packets
    return entry
  }

  /// Returns the packet with this index, or `nil` if the file has no such packet.
  private func gatheredPlace(ofPacket index: UInt64) throws(PacketError) -> PacketPlace? {
    guard index < scanner.table.packetCount else { return nil }
    return try gatheredBatch(holding: index)?.first(.packet(index)).map(PacketPlace.init)
  }

  /// Returns the packet that contains this frame, or `nil` if the file has no such frame.
  private func gatheredPlace(holdingFrame frame: UInt64) throws(PacketError) -> PacketPlace? {
    guard frame < scanner.table.frameCount else { return nil }
    return try find(.frame(frame)).map(PacketPlace.init)
  }

  /// Returns the last packet that starts at or before this byte of the file, or the first packet.
  private func gatheredPlace(nearByte offset: UInt64) throws(PacketError) -> PacketPlace? {
    guard offset < scanner.table.endOffset, scanner.table.packetCount > 0 else { return nil }
    let next = try find(.behindByte(offset))?.index ?? scanner.table.packetCount
    return try gatheredPlace(ofPacket: max(next, 1) - 1)
  }
}
