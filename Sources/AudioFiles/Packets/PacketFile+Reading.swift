package import AudioContainers
package import AudioModel
internal import AudioTransport

/// Reading packets and bytes.
extension PacketFile {
  /// The bytes read before a source ended or failed.
  private struct Copied {
    var count: Int
    var failure: PacketError?
  }

  /// The result of a read.
  package struct Reading: Equatable, Sendable {
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
  }

  /// Reads whole packets into contiguous memory.
  ///
  /// - Parameters:
  ///   - first: The index of the first packet.
  ///   - limit: The maximum number of packets.
  ///   - ofAnyFormat: Whether to return packets that need a different decoder than the first ones.
  ///     Otherwise, a link of a chain with such packets is an error.
  ///   - buffer: Receives the packets that fit.
  ///   - descriptions: Receives the packets, with offsets from the start of `buffer`, unless the
  ///     packets are constant. It is not cleared first.
  /// - Returns: The packets that were read.
  /// - Throws: ``PacketError`` if not even one packet can be read.
  package func read(
    from first: UInt64, limit: Int, ofAnyFormat: Bool = false,
    into buffer: inout MutableSpan<UInt8>, describing descriptions: inout [Packet]
  ) throws(PacketError) -> Reading {
    guard try scan(to: first) else { return Reading(end: .endOfFile) }
    if let data = constantData {
      return try readConstant(data, from: first, limit: limit, into: &buffer)
    }
    if !table.marks.isEmpty {
      return try readGathered(
        from: first, limit: limit, ofAnyFormat: ofAnyFormat, into: &buffer,
        describing: &descriptions)
    }
    var planned: [Packet] = []
    var reading = Reading()
    try plan(from: first, limit: limit, capacity: buffer.count, into: &planned, &reading)
    try fetch(planned, into: &buffer, describing: &descriptions, &reading)
    return reading
  }

  /// Reads bytes of the audio data.
  ///
  /// - Parameters:
  ///   - start: Bytes from ``ContainerInfo/dataOffset``.
  ///   - buffer: Receives the bytes.
  /// - Returns: The number of bytes read, which is less than the size of the buffer only at the
  ///   end.
  /// - Throws: ``PacketError`` of the source.
  package func readBytes(
    from start: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let total = try dataByteCount()
    guard start < total else { return 0 }
    let count = Int(min(UInt64(buffer.count), total - start))
    return try readWhole(at: info.dataOffset &+ start, count: count, into: &buffer)
  }

  /// Reads bytes of the file, which need not be audio.
  ///
  /// - Parameters:
  ///   - extent: The position of the bytes.
  ///   - start: The number of bytes to skip at the start of the extent.
  ///   - buffer: Receives the bytes.
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end of the
  ///   extent or file.
  /// - Throws: ``PacketError`` of the source.
  package func readBytes(
    of extent: FileExtent, from start: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let total = byteCount(of: extent)
    guard start < total else { return 0 }
    let count = Int(min(UInt64(buffer.count), total - start))
    return try readWhole(at: extent.offset &+ start, count: count, into: &buffer)
  }

  /// Reads a whole extent, or its part before the end of the file.
  ///
  /// Memory grows with the bytes received, not with the stated size.
  package func bytes(of extent: FileExtent) throws(PacketError) -> [UInt8] {
    var bytes: [UInt8] = []
    let total = byteCount(of: extent)
    while UInt64(bytes.count) < total {
      let count = Int(min(total - UInt64(bytes.count), 1 << 18))
      var piece = [UInt8](repeating: 0, count: count)
      var span = piece.mutableSpan
      let read = try readBytes(of: extent, from: UInt64(bytes.count), into: &span)
      bytes += piece[..<read]
      if read < count { break }
    }
    return bytes
  }

  /// Bytes of an extent that lie within the file, if the file's size is known.
  package func byteCount(of extent: FileExtent) -> UInt64 {
    let left = (source.byteCount ?? .max) - min(extent.offset, source.byteCount ?? .max)
    return min(extent.byteCount, left)
  }

  private func readConstant(
    _ data: Range<UInt64>, from first: UInt64, limit: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Reading {
    let size = info.format.bytesPerPacket
    let left = table.packetCount - first
    let fitting = buffer.count / size
    let wanted = min(UInt64(limit), UInt64(fitting), left)
    let offset = data.lowerBound &+ first &* UInt64(size)
    let read = readAll(at: offset, count: Int(wanted) * size, into: &buffer)
    let packets = read.count / size
    if packets == 0, let failure = read.failure { throw failure }
    let end: Reading.End =
      if packets == limit { .asMuchAsAsked } else if packets == fitting { .bufferIsFull } else {
        read.failure == nil ? .endOfFile : .sourceFailed
      }
    return Reading(packetCount: packets, byteCount: packets * size, end: end)
  }

  /// Selects the packets that fit.
  private func plan(
    from first: UInt64, limit: Int, capacity: Int, into planned: inout [Packet],
    _ reading: inout Reading
  ) throws(PacketError) {
    var bytes = 0
    while planned.count < limit, reading.end == .asMuchAsAsked {
      let next = first &+ UInt64(planned.count)
      do {
        guard try scan(to: next) else {
          reading.end = .endOfFile
          return
        }
      } catch {
        // Return the packets before the error first.
        if planned.isEmpty { throw error }
        reading.end = error.isOfSource ? .sourceFailed : .endOfFile
        return
      }
      table.forEach(from: next) { packet in
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
    describing descriptions: inout [Packet], _ reading: inout Reading
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
      let copied = copy(from: offset, count: count, into: &space)
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

  /// Copies bytes from memory if possible, and otherwise through a window if they are few.
  private func copy(
    from offset: UInt64, count: Int, into buffer: inout MutableSpan<UInt8>
  ) -> Copied {
    if pull.window.count(from: offset) >= count {
      pull.window.copy(from: offset, count: count, to: &buffer)
      return Copied(count: count)
    }
    let ahead = Int(clamping: Int64(bitPattern: pull.window.start &- offset))
    if 0 < ahead, ahead < count, pull.window.count >= count - ahead {
      // The window starts after the first of the bytes.
      let read = readAll(at: offset, count: ahead, into: &buffer)
      guard read.count == ahead else { return read }
      var rest = buffer._mutatingExtracting(ahead..<count)
      pull.window.copy(from: pull.window.start, count: count - ahead, to: &rest)
      return Copied(count: count)
    }
    guard count < 64 << 10 else { return readAll(at: offset, count: count, into: &buffer) }
    var window = readWindow.take() ?? SourceWindow()
    defer { readWindow = window }
    var failure: PacketError?
    do {
      if window.count(from: offset) < count {
        _ = try window.move(to: offset, holding: count, from: source)
      }
    } catch {
      failure = .transport(error)
    }
    let held = min(count, window.count(from: offset))
    window.copy(from: offset, count: held, to: &buffer)
    return Copied(count: held, failure: failure)
  }

  /// Reads `count` bytes, or fewer at the end of the source.
  private func readWhole(
    at offset: UInt64, count: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(PacketError) -> Int {
    let read = readAll(at: offset, count: count, into: &buffer)
    if let failure = read.failure { throw failure }
    return read.count
  }

  /// Reads until `count` bytes have arrived, or the source ends or fails.
  private func readAll(
    at offset: UInt64, count: Int, into buffer: inout MutableSpan<UInt8>
  ) -> Copied {
    var done = 0
    while done < count {
      var space = buffer._mutatingExtracting(done..<count)
      do {
        let read = try source.read(at: offset &+ UInt64(done), into: &space)
        guard read > 0 else { break }
        done += min(read, count - done)
      } catch {
        return Copied(count: done, failure: .transport(error))
      }
    }
    return Copied(count: done)
  }
}
