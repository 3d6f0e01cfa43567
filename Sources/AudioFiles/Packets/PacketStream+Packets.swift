internal import AudioContainers
internal import AudioModel

/// Extracting packets from the bytes in memory.
extension PacketStream {
  /// Takes the constant packets that are complete in memory.
  mutating func takeConstant() -> PacketBatch? {
    guard isInConstantData, let data = constantData, let format = info?.format else { return nil }
    let size = format.bytesPerPacket
    let left = min(UInt64(heldFromPosition), (data.end ?? .max) &- nextConstant)
    let count = size > 0 ? Int(left) / size : 0
    guard count > 0 else {
      // Skip a rest that is not a whole packet.
      if let end = data.end, end &- nextConstant < UInt64(max(size, 1)) { nextConstant = end }
      return nil
    }
    let from = held.bytes.count - heldFromPosition
    let bytes = Array(held.bytes[from..<from + count * size])
    nextConstant &+= UInt64(bytes.count)
    if isFinishing { given = (nextConstant &- 1, nextConstant) }
    let batch = PacketBatch(bytes: bytes, packetCount: count, packets: [])
    totals.add(
      batch, frames: UInt64(count) &* UInt64(max(format.framesPerPacket, 0)),
      covering: UInt64(bytes.count))
    return batch
  }

  /// Takes the packets of the file's own table that are complete in memory.
  mutating func takeFromTable() throws(PacketError) -> PacketBatch? {
    guard let next = fileTable?.next else { return nil }
    guard next.offset >= held.start else { throw .notOptimized }
    found.removeAll(keepingCapacity: true)
    let end = offset
    fileTable?.take(from: held.start, upTo: end, into: &found)
    return takeFound()
  }

  /// Takes the packets that the reader has just found, without the bytes between them.
  mutating func takeFound() -> PacketBatch? {
    if let known = given {
      found.removeAll { $0.offset <= known.start }
      if !found.isEmpty { given = nil }
    }
    guard let firstOffset = found.first?.offset, let last = found.last else { return nil }
    var bytes: [UInt8] = []
    var frames: UInt64 = 0
    for index in found.indices {
      let packet = found[index]
      guard packet.offset >= held.start, let from = Int(exactly: packet.offset &- held.start),
        from + Int(packet.byteCount) <= held.bytes.count
      else { preconditionFailure("the reader no longer holds the bytes of a packet") }
      found[index].offset = UInt64(bytes.count)
      bytes.append(contentsOf: held.bytes[from..<from + Int(packet.byteCount)])
      frames &+= UInt64(packet.frameCount)
    }
    let end = last.offset &+ UInt64(last.byteCount)
    if isFinishing { given = (last.offset, end) }
    let covered = end &- (coveredEnd ?? firstOffset)
    coveredEnd = end
    let batch = PacketBatch(bytes: bytes, packetCount: found.count, packets: found)
    totals.add(batch, frames: frames, covering: covered)
    return batch
  }

  /// Takes the packets that the reader has just assembled.
  mutating func takeGathered(_ bytes: [UInt8]) -> PacketBatch? {
    var bytes = bytes
    if let known = given {
      let repeated = found.prefix { $0.offset <= known.start }
      bytes.removeFirst(repeated.reduce(0) { $0 + Int($1.byteCount) })
      found.removeFirst(repeated.count)
      if !found.isEmpty { given = nil }
    }
    guard let firstOffset = found.first?.offset, let lastOffset = found.last?.offset else {
      return nil
    }
    var frames: UInt64 = 0
    var end: UInt64 = 0
    for index in found.indices {
      found[index].offset = end
      end &+= UInt64(found[index].byteCount)
      frames &+= UInt64(found[index].frameCount)
    }
    precondition(
      end == UInt64(bytes.count), "the packets' sizes do not add up to \(bytes.count) bytes")
    let readEnd = max(reader.position, firstOffset)
    let covered = readEnd &- min(coveredEnd ?? firstOffset, readEnd)
    coveredEnd = readEnd
    if isFinishing { given = (lastOffset, readEnd) }
    let batch = PacketBatch(bytes: bytes, packetCount: found.count, packets: found)
    totals.add(batch, frames: frames, covering: covered)
    return batch
  }
}
