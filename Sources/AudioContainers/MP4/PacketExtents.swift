/// The starts of runs of adjacent packets.
///
/// Extents are grouped into blocks of at most 64. Each extent takes six bytes, and each block has a
/// full address.
struct PacketExtents: Sendable {
  /// A run of adjacent packets.
  struct Extent: Equatable, Sendable {
    var firstPacket: Int
    /// Bytes from the start of the file to the first packet.
    var offset: UInt64
    /// The first packet of the next run, or `Int.max` for the last run.
    var nextFirstPacket: Int
  }

  private struct Block: Sendable {
    var firstPacket: Int
    var offset: UInt64
    /// Index of the block's first extent.
    var firstEntry: Int
  }

  private static let blockLength = 64

  private var blocks: [Block] = []
  private var lastOffset: UInt64 = 0
  /// Whether no run begins before the beginning of the previous one.
  private(set) var isAscending = true
  /// Packets and bytes from the start of the extent's block.
  private var packetSteps: [UInt16] = []
  private var offsetSteps: [UInt32] = []

  /// Number of extents.
  var count: Int { packetSteps.count }

  /// Bytes from the start of the file to the first packet.
  var firstOffset: UInt64? { blocks.first?.offset }

  /// Adds a run.
  ///
  /// - Precondition: `firstPacket` is not below that of the previous run.
  mutating func append(firstPacket: Int, offset: UInt64) {
    if offset < lastOffset { isAscending = false }
    lastOffset = offset
    if let block = blocks.last, count - block.firstEntry < Self.blockLength,
      let packets = UInt16(exactly: firstPacket - block.firstPacket), offset >= block.offset,
      let bytes = UInt32(exactly: offset - block.offset)
    {
      packetSteps.append(packets)
      offsetSteps.append(bytes)
      return
    }
    blocks.append(Block(firstPacket: firstPacket, offset: offset, firstEntry: count))
    packetSteps.append(0)
    offsetSteps.append(0)
  }

  /// Returns the run that holds a packet.
  ///
  /// - Precondition: The table is not empty, and the first run begins with packet 0.
  func extent(ofPacket index: Int) -> Extent {
    let found = partition(blocks.count) { blocks[$0].firstPacket <= index } - 1
    let block = blocks[found]
    let end = found + 1 < blocks.count ? blocks[found + 1].firstEntry : count
    let step = index - block.firstPacket
    let behind = partition(end - block.firstEntry) {
      Int(packetSteps[block.firstEntry + $0]) <= step
    }
    let entry = block.firstEntry + behind - 1
    let next: Int =
      if entry + 1 < end {
        block.firstPacket + Int(packetSteps[entry + 1])
      } else {
        found + 1 < blocks.count ? blocks[found + 1].firstPacket : .max
      }
    return Extent(
      firstPacket: block.firstPacket + Int(packetSteps[entry]),
      offset: block.offset.clampedAdding(UInt64(offsetSteps[entry])), nextFirstPacket: next)
  }

  /// Approximate number of bytes held.
  var heldByteCount: Int { blocks.count * 24 + count * 6 }
}

/// Returns the number of indices below `count` that pass the test.
///
/// - Precondition: The passing indices precede all others.
func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = low + (high - low) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
