internal import AudioContainers
internal import AudioModel

/// Copies packets of a file into memory.
struct PacketCopier {
  let scanner: PacketScanner
  private var locator: PacketLocator { PacketLocator(scanner: scanner) }

  init(scanner: PacketScanner) {
    self.scanner = scanner
  }

  /// Reads whole packets into contiguous memory, as
  /// ``PacketFile/read(from:limit:ofAnyFormat:into:describing:)`` describes.
  func read(
    from first: UInt64, limit: Int, ofAnyFormat: Bool, into buffer: inout MutableSpan<UInt8>,
    describing descriptions: inout [Packet]
  ) throws(PacketError) -> PacketReading {
    guard try scanner.scan(to: first) else { return PacketReading(end: .endOfFile) }
    if let data = scanner.constantData {
      return try readConstant(data, from: first, limit: limit, into: &buffer)
    }
    if !scanner.table.marks.isEmpty {
      return try readGathered(
        from: first, limit: limit, ofAnyFormat: ofAnyFormat, into: &buffer,
        describing: &descriptions)
    }
    var planned: [Packet] = []
    var reading = PacketReading()
    try plan(from: first, limit: limit, capacity: buffer.count, into: &planned, &reading)
    try fetch(planned, into: &buffer, describing: &descriptions, &reading)
    return reading
  }

  private func readConstant(
    _ data: Range<UInt64>, from first: UInt64, limit: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> PacketReading {
    let size = scanner.info.format.bytesPerPacket
    let left = scanner.table.packetCount - first
    let fitting = buffer.count / size
    let wanted = min(UInt64(limit), UInt64(fitting), left)
    let offset = data.lowerBound &+ first &* UInt64(size)
    let read = scanner.bytes.readAll(at: offset, count: Int(wanted) * size, into: &buffer)
    let packets = read.count / size
    if packets == 0, let failure = read.failure { throw failure }
    let end: PacketReading.End =
      if packets == limit { .asMuchAsAsked } else if packets == fitting { .bufferIsFull } else {
        read.failure == nil ? .endOfFile : .sourceFailed
      }
    return PacketReading(packetCount: packets, byteCount: packets * size, end: end)
  }

  /// Selects the packets that fit.
  private func plan(
    from first: UInt64, limit: Int, capacity: Int, into planned: inout [Packet],
    _ reading: inout PacketReading
  ) throws(PacketError) {
    var bytes = 0
    while planned.count < limit, reading.end == .asMuchAsAsked {
      let next = first &+ UInt64(planned.count)
      do {
        guard try scanner.scan(to: next) else {
          reading.end = .endOfFile
          return
        }
      } catch {
        // Return the packets before the error first.
        if planned.isEmpty { throw error }
        reading.end = error.isOfSource ? .sourceFailed : .endOfFile
        return
      }
      scanner.table.forEach(from: next) { packet in
        guard Int(packet.byteCount) <= capacity - bytes else {
          reading.end = .bufferIsFull
          return false
        }
        bytes += Int(packet.byteCount)
        planned.append(packet)
        return planned.count < limit
      }
    }
  }

  /// Copies packets to `buffer`, with one copy for adjacent packets.
  private func fetch(
    _ packets: [Packet], into buffer: inout MutableSpan<UInt8>,
    describing descriptions: inout [Packet], _ reading: inout PacketReading
  ) throws(PacketError) {
    var index = 0
    while index < packets.count {
      let offset = packets[index].offset
      var runEnd = offset
      var end = index
      while end < packets.count, packets[end].offset == runEnd {
        runEnd &+= UInt64(packets[end].byteCount)
        end += 1
      }
      let count = Int(runEnd &- offset)
      var space = buffer._mutatingExtracting(reading.byteCount..<reading.byteCount + count)
      let copied = scanner.bytes.copy(
        from: offset, count: count, recent: scanner.pull.window, into: &space)
      for packet in packets[index..<end] {
        guard packet.offset &+ UInt64(packet.byteCount) <= offset &+ UInt64(copied.count)
        else {
          if reading.packetCount == 0, let failure = copied.failure { throw failure }
          // Without a failure, the file has shrunk since its packets were found.
          reading.end = copied.failure == nil ? .endOfFile : .sourceFailed
          return
        }
        var description = packet
        description.offset = UInt64(reading.byteCount)
        descriptions.append(description)
        reading.packetCount += 1
        reading.byteCount += Int(packet.byteCount)
      }
      index = end
    }
  }
}

// MARK: - Packets that the reader assembles

extension PacketCopier {
  private func readGathered(
    from first: UInt64, limit: Int, ofAnyFormat: Bool, into buffer: inout MutableSpan<UInt8>,
    describing descriptions: inout [Packet]
  ) throws(PacketError) -> PacketReading {
    var reading = PacketReading()
    while reading.packetCount < limit, reading.end == .asMuchAsAsked {
      let next = first &+ UInt64(reading.packetCount)
      let batch: GatheredPackets.Batch?
      do throws(PacketError) {
        batch = try scanner.scan(to: next) ? locator.gatheredBatch(holding: next) : nil
        if !ofAnyFormat, let link = scanner.firstOtherLink, next >= link.firstPacket {
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
    _ reading: inout PacketReading
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
}
