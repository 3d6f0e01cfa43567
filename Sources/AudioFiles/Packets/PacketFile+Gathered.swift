internal import AudioContainers
internal import AudioModel

/// Packets that the reader puts together.
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
        // Packets that could be had come first.
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

  /// The packets among which one is.
  private func gatheredBatch(
    holding index: UInt64
  ) throws(PacketError) -> GatheredPackets.Batch? {
    if let gathered, index >= gathered.firstPacket, index < gathered.endPacket { return gathered }
    guard try find(.packet(index)) != nil else { return nil }
    return regathered?.batch
  }

  /// Looks for a packet, and gathers again those among which it is.
  private func find(_ target: GatheredPackets.Target) throws(PacketError) -> PacketIndex.Entry? {
    guard let mark = table.lastMark({ target.mayStart(at: $0) }) else { return nil }
    // After an error it is not known where it stands, so that it is not kept.
    var packets = regathered.take() ?? GatheredPackets(source, at: mark)
    let entry = try packets.move(to: target, from: mark)
    regathered = packets
    return entry
  }
}

/// Looking packets up.
extension PacketFile {
  /// The packet with this index, or `nil` where there is none.
  func gatheredPlace(ofPacket index: UInt64) throws(PacketError) -> Place? {
    guard index < table.packetCount else { return nil }
    return try gatheredBatch(holding: index)?.first(.packet(index)).map(Place.init)
  }

  /// The packet that holds this frame, or `nil` where there is none.
  func gatheredPlace(holdingFrame frame: UInt64) throws(PacketError) -> Place? {
    guard frame < table.frameCount else { return nil }
    return try find(.frame(frame)).map(Place.init)
  }

  /// The last packet that starts at this byte of the file or before it, or the first of all.
  func gatheredPlace(nearByte offset: UInt64) throws(PacketError) -> Place? {
    guard offset < table.endOffset, table.packetCount > 0 else { return nil }
    let next = try find(.behindByte(offset))?.index ?? table.packetCount
    return try gatheredPlace(ofPacket: max(next, 1) - 1)
  }
}
