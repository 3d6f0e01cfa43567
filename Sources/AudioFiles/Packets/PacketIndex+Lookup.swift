internal import AudioContainers
internal import AudioModel

/// Finding packets by their number, frame, or position.
extension PacketIndex {
  /// A packet and its position in the stream.
  struct Entry: Equatable, Sendable {
    var index: UInt64
    /// Frames before the packet.
    var firstFrame: UInt64
    var packet: Packet
  }

  /// Returns the packet with this index, or `nil` if no such packet exists.
  func entry(at index: UInt64) -> Entry? {
    guard index < packetCount else { return nil }
    let block = lastBlock { $0.firstPacket <= index }
    return block.map { entry(in: $0, after: index &- $0.firstPacket) }
  }

  /// Returns the packet that contains this frame, or `nil` if no packet does.
  func entry(holdingFrame frame: UInt64) -> Entry? {
    guard frame < frameCount, let block = lastBlock({ $0.firstFrame <= frame }) else { return nil }
    return entry(
      in: block, after: (frame &- block.firstFrame) / UInt64(max(block.framesPerPacket, 1)))
  }

  /// Returns the packet that contains this byte of the file, or the last one before it.
  ///
  /// - Returns: `nil` if the byte lies before the first packet or after the last one.
  func entry(holdingByte offset: UInt64) -> Entry? {
    guard offset < endOffset, let block = self.block(nearByte: offset) else { return nil }
    let target = offset &- block.offset
    guard block.constantSize == 0 else {
      return entry(
        in: block, after: min(target / UInt64(block.constantSize), block.packetCount &- 1))
    }
    var position: UInt64 = 0
    var index: UInt64 = 0
    while index &+ 1 < block.packetCount {
      let next = position &+ UInt64(size(in: block, after: index)) &+ UInt64(block.gap)
      guard next <= target else { break }
      position = next
      index &+= 1
    }
    return entry(in: block, after: index)
  }

  /// Returns the block that contains a byte, or the last block before it if the packets are in
  /// order.
  private func block(nearByte offset: UInt64) -> Block? {
    guard !isAscending else { return lastBlock { $0.offset <= offset } }
    return blocks.first { block in
      let last = entry(in: block, after: block.packetCount &- 1).packet
      return (block.offset..<max(block.offset, last.offset &+ UInt64(last.byteCount)))
        .contains(offset)
    }
  }

  /// Calls `body` with the packets from `index` on, until it returns false or the packets end.
  func forEach(from index: UInt64, _ body: (Packet) -> Bool) {
    guard index < packetCount, let start = blockIndex({ $0.firstPacket <= index }) else { return }
    var skipped = index &- blocks[start].firstPacket
    for block in blocks[start...] {
      var offset = entry(in: block, after: skipped).packet.offset
      for place in skipped..<block.packetCount {
        let bytes = size(in: block, after: place)
        let packet = Packet(offset: offset, byteCount: bytes, frameCount: block.framesPerPacket)
        guard body(packet) else { return }
        offset &+= UInt64(bytes) &+ UInt64(block.gap)
      }
      skipped = 0
    }
  }

  private func entry(in block: Block, after place: UInt64) -> Entry {
    var offset = block.offset
    if block.constantSize > 0 {
      offset &+= place &* UInt64(block.constantSize)
    } else {
      for index in 0..<place {
        offset &+= UInt64(size(in: block, after: index)) &+ UInt64(block.gap)
      }
    }
    return Entry(
      index: block.firstPacket &+ place,
      firstFrame: block.firstFrame &+ place &* UInt64(block.framesPerPacket),
      packet: Packet(
        offset: offset, byteCount: size(in: block, after: place), frameCount: block.framesPerPacket)
    )
  }

  private func size(in block: Block, after place: UInt64) -> UInt32 {
    block.constantSize > 0 ? block.constantSize : UInt32(sizes[block.sizeIndex + Int(place)])
  }

  /// Returns the last mark for which `holds` is true.
  ///
  /// `holds` must be true for all marks before it and false for all marks after it.
  func lastMark(_ holds: (Mark) -> Bool) -> Mark? {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if holds(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? marks[low - 1] : nil
  }

  /// Returns the last block for which `holds` is true.
  ///
  /// `holds` must be true for all blocks before it and false for all blocks after it.
  private func lastBlock(_ holds: (Block) -> Bool) -> Block? {
    blockIndex(holds).map { blocks[$0] }
  }

  private func blockIndex(_ holds: (Block) -> Bool) -> Int? {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if holds(blocks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
