internal import AudioContainers
internal import AudioModel

/// Packets that the reader assembles.
extension PacketFile {
  /// Reads packets, as ``read(from:limit:ofAnyFormat:into:describing:)`` does.
  func readGathered(
    from first: UInt64, limit: Int, ofAnyFormat: Bool, into buffer: inout MutableSpan<UInt8>,
    describing descriptions: inout [Packet]
  ) throws(PacketError) -> Reading {
    var reading = Reading()
    while reading.packetCount < limit, reading.end == .asMuchAsAsked {
      let next = first &+ UInt64(reading.packetCount)
      let batch: GatheredPackets.Batch?
      do throws(PacketError) {
        batch = try scan(to: next) ? gatheredBatch(holding: next) : nil
        if !ofAnyFormat, let link = firstOtherLink, next >= link.firstPacket {
          throw PacketError.container(ContainerError(.unsupportedFormat, at: link.offset))
        }
      } catch {
        // Return the packets before the error first.
        if reading.packetCount == 0 { throw error }
        reading.end = error.isOfSource ? .sourceFailed : .endOfFile
        return reading
      }
      if let batch {
        copy(batch, from: next, limit: limit, into: &buffer, describing: &descriptions, &reading)
      } else {
        reading.end = .endOfFile
      }
    }
    return reading
  }

  /// Copies the packets that fit.
  private func copy(
    _ batch: GatheredPackets.Batch, from next: UInt64, limit: Int,
    into buffer: inout MutableSpan<UInt8>, describing descriptions: inout [Packet],
    _ reading: inout Reading
  ) {
    var start = 0
    for index in batch.packets.indices where reading.packetCount < limit {
      let packet = batch.packets[index]
      let count = Int(packet.byteCount)
      defer { start += count }
      guard batch.firstPacket &+ UInt64(index) >= next else { continue }
      let place = reading.byteCount
      guard count <= buffer.count - place else {
        reading.end = .bufferIsFull
        return
      }
      buffer.copy(batch.bytes.span.extracting(start..<start + count), to: place)
      var description = packet
      description.offset = UInt64(place)
      descriptions.append(description)
      reading.packetCount += 1
      reading.byteCount += count
    }
  }

  /// Returns the batch that contains a packet.
  private func gatheredBatch(
    holding index: UInt64
  ) throws(PacketError) -> GatheredPackets.Batch? {
    if let gathered, index >= gathered.firstPacket, index < gathered.endPacket { return gathered }
    guard try find(.packet(index)) != nil else { return nil }
    return regathered?.batch
  }

  /// Finds a packet, and gathers its batch again.
  private func find(_ target: GatheredPackets.Target) throws(PacketError) -> PacketIndex.Entry? {
    guard let mark = table.lastMark({ target.mayStart(at: $0) }) else { return nil }
    // Take the value out, because its position is unknown after an error.
    var packets = regathered.take() ?? GatheredPackets(source, at: mark)
    let entry = try packets.move(to: target, from: mark)
    regathered = packets
    return entry
  }
}

/// Packet lookup.
extension PacketFile {
  /// Returns the packet with this index, or `nil` if the file has no such packet.
  func gatheredPlace(ofPacket index: UInt64) throws(PacketError) -> Place? {
    guard index < table.packetCount else { return nil }
    return try gatheredBatch(holding: index)?.first(.packet(index)).map(Place.init)
  }

  /// Returns the packet that contains this frame, or `nil` if the file has no such frame.
  func gatheredPlace(holdingFrame frame: UInt64) throws(PacketError) -> Place? {
    guard frame < table.frameCount else { return nil }
    return try find(.frame(frame)).map(Place.init)
  }

  /// Returns the last packet that starts at or before this byte of the file, or the first packet.
  func gatheredPlace(nearByte offset: UInt64) throws(PacketError) -> Place? {
    guard offset < table.endOffset, table.packetCount > 0 else { return nil }
    let next = try find(.behindByte(offset))?.index ?? table.packetCount
    return try gatheredPlace(ofPacket: max(next, 1) - 1)
  }
}
