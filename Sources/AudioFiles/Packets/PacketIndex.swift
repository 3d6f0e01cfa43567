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

  /// Copies of the reader, each in its state before the packets that it assembles.
  ///
  /// Empty if the packets are contiguous in the file.
  private(set) var marks: [Mark] = []

  /// The end of the packet that was added last.
  private(set) var lastEnd: UInt64 = 0 {
    didSet { endOffset = max(endOffset, lastEnd) }
  }
  /// Whether the packets are in chronological order in the file, as in almost all files.
  private(set) var isAscending = true
  private(set) var blocks: [Block] = []
  private(set) var sizes: [UInt16] = []

  /// Maximum packets per block, which limits the cost of finding one packet.
  static let blockLength: UInt64 = 128

  struct Block: Sendable {
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
  static let markLength: UInt64 = 128

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

  /// Blocks and marks that collect before they are forgotten.
  private static let mostForgettable = 512

  /// Forgets the packets before a packet, if they are many.
  ///
  /// A stream without an end must not fill the memory.
  ///
  /// The counts stay. A forgotten packet is no longer found.
  mutating func forget(before index: UInt64) {
    let markCount = max(0, marks.prefix { $0.firstPacket <= index }.count - 1)
    if markCount > Self.mostForgettable { marks.removeFirst(markCount) }
    let count = max(0, blocks.prefix { $0.firstPacket <= index }.count - 1)
    guard count > Self.mostForgettable else { return }
    blocks.removeFirst(count)
    let used = blocks.first { $0.constantSize == 0 }?.sizeIndex ?? sizes.count
    sizes.removeFirst(used)
    for place in blocks.indices where blocks[place].constantSize == 0 {
      blocks[place].sizeIndex -= used
    }
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
