internal import AudioContainers
internal import AudioModel

/// The positions of a file's packets, in few bytes per packet.
///
/// Packets of one size are a run with one entry. Other packets take two bytes each. A block stores
/// the position of its first packet and derives the others from the packet sizes. This works
/// because the gap between packets is constant in a block: 0 in MPEG audio, a seven-byte header in
/// ADTS. A packet that breaks the pattern starts a new block.
///
/// Packets that only their reader can assemble are not stored. Instead, the index stores occasional
/// copies of the reader, from which ``GatheredPackets`` reads again.
struct PacketIndex: Sendable {
  /// Number of packets.
  private(set) var packetCount: UInt64 = 0
  /// Frames in all packets.
  private(set) var frameCount: UInt64 = 0
  /// Bytes in all packets, without the bytes between them.
  private(set) var byteCount: UInt64 = 0
  /// Bytes of the largest packet, or 0 without packets.
  private(set) var largestPacket: UInt32 = 0
  /// Bytes from the start of the file to the first packet, or 0 without packets.
  var firstOffset: UInt64 { blocks.first?.offset ?? 0 }
  /// Bytes from the start of the file to the end of all packets, or 0 without packets.
  private(set) var endOffset: UInt64 = 0

  /// Readers before the packets that they assemble.
  ///
  /// Empty if the packets are contiguous in the file.
  private(set) var marks: [Mark] = []

  /// The end of the packet that was added last.
  private var lastEnd: UInt64 = 0 {
    didSet { endOffset = max(endOffset, lastEnd) }
  }
  /// Whether the packets are in chronological order in the file, as in almost all files.
  private var isAscending = true
  private var blocks: [Block] = []
  private var sizes: [UInt16] = []

  /// Maximum packets per block, which limits the cost of finding one packet.
  private static let blockLength: UInt64 = 128

  private struct Block: Sendable {
    var firstPacket: UInt64
    var firstFrame: UInt64
    /// Bytes from the start of the file to the first packet.
    var offset: UInt64
    /// The first packet's index in `sizes`, if `constantSize` is 0.
    var sizeIndex: Int
    var packetCount: UInt64
    var framesPerPacket: UInt32
    /// Bytes between the packets.
    var gap: UInt32
    /// Bytes of each packet, or 0 if `sizes` contains them.
    var constantSize: UInt32
  }

  /// A reader before some packets.
  struct Mark: Sendable {
    /// Packets before the mark.
    var firstPacket: UInt64
    /// Frames before the mark.
    var firstFrame: UInt64
    var reader: any ContainerReader
  }

  /// Minimum packets between marks.
  private static let markLength: UInt64 = 128

  init() {}

  /// Counts packets that a reader has assembled.
  ///
  /// - Parameters:
  ///   - packets: The packets, in file order.
  ///   - before: The reader before the file's first packet.
  ///   - after: The reader after these packets.
  mutating func append(
    _ packets: [Packet], gatheredBy before: any ContainerReader, after: any ContainerReader
  ) {
    if marks.isEmpty { marks.append(Mark(firstPacket: 0, firstFrame: 0, reader: before)) }
    for packet in packets {
      frameCount &+= UInt64(packet.frameCount)
      byteCount &+= UInt64(packet.byteCount)
      largestPacket = max(largestPacket, packet.byteCount)
    }
    packetCount &+= UInt64(packets.count)
    endOffset = after.position
    guard let last = marks.last, packetCount &- last.firstPacket >= Self.markLength else { return }
    marks.append(Mark(firstPacket: packetCount, firstFrame: frameCount, reader: after))
  }

  /// Adds adjacent packets of one size.
  mutating func append(run count: UInt64, of bytes: UInt32, frames: UInt32, at offset: UInt64) {
    guard count > 0 else { return }
    if offset < lastEnd { isAscending = false }
    blocks.append(
      Block(
        firstPacket: packetCount, firstFrame: frameCount, offset: offset, sizeIndex: 0,
        packetCount: count, framesPerPacket: frames, gap: 0, constantSize: bytes))
    packetCount &+= count
    frameCount &+= count &* UInt64(frames)
    byteCount &+= count &* UInt64(bytes)
    largestPacket = max(largestPacket, bytes)
    lastEnd = offset &+ count &* UInt64(bytes)
  }

  /// Adds packets, in file order.
  mutating func append(_ packets: [Packet]) {
    let packets = packets.span
    var index = 0
    while index < packets.count {
      index = appendBlock(packets, from: index)
    }
  }

  /// Adds as many packets as share one pattern, from `start`, to the last block or to a new one.
  private mutating func appendBlock(_ packets: Span<Packet>, from start: Int) -> Int {
    let first = packets[start]
    guard first.byteCount <= UInt32(UInt16.max) else {
      append(run: 1, of: first.byteCount, frames: first.frameCount, at: first.offset)
      return start + 1
    }
    var block = openBlock(for: first)
    var end = block.packetCount == 0 ? first.offset : lastEnd &+ UInt64(block.gap)
    var bytes: UInt64 = 0
    var largest = largestPacket
    var last = lastEnd
    var index = start
    while index < packets.count, block.packetCount < Self.blockLength {
      let packet = packets[index]
      guard packet.frameCount == block.framesPerPacket, let size = UInt16(exactly: packet.byteCount)
      else { break }
      if packet.offset != end {
        guard block.packetCount == 1, packet.offset >= last,
          let gap = UInt32(exactly: packet.offset &- last)
        else { break }
        block.gap = gap
      }
      sizes.append(size)
      bytes &+= UInt64(size)
      largest = max(largest, packet.byteCount)
      last = packet.offset &+ UInt64(size)
      end = last &+ UInt64(block.gap)
      block.packetCount &+= 1
      index += 1
    }
    lastEnd = last
    blocks.append(block)
    let added = UInt64(index - start)
    packetCount &+= added
    frameCount &+= added &* UInt64(block.framesPerPacket)
    byteCount &+= bytes
    largestPacket = largest
    return index
  }

  /// Moves all packets by the distance between `from` and `to`.
  mutating func move(from: UInt64, to: UInt64) {
    for index in blocks.indices { blocks[index].offset = blocks[index].offset &- from &+ to }
    endOffset = endOffset &- from &+ to
  }

  /// Removes and returns the last block if `packet` fits its pattern, or creates an empty block.
  private mutating func openBlock(for packet: Packet) -> Block {
    if let last = blocks.last, last.constantSize == 0, last.packetCount < Self.blockLength,
      last.framesPerPacket == packet.frameCount,
      last.packetCount == 1
        ? packet.offset &- lastEnd <= UInt64(UInt32.max)
        : packet.offset == lastEnd &+ UInt64(last.gap)
    {
      return blocks.removeLast()
    }
    if packet.offset < lastEnd { isAscending = false }
    return Block(
      firstPacket: packetCount, firstFrame: frameCount, offset: packet.offset,
      sizeIndex: sizes.count, packetCount: 0, framesPerPacket: packet.frameCount, gap: 0,
      constantSize: 0)
  }
}

// MARK: - Looking up

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

  /// Returns the block that contains a byte or leads to it.
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
