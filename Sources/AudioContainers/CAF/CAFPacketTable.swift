package import AudioModel

/// The packets of a CAF file from its Packet Table chunk: sizes, frame counts, or both.
///
/// Keeps the variable-length integers as stored in the file, which take two bytes per packet for
/// most codecs. A mark for each ``blockLength`` packets adds a fraction of a byte per packet.
///
/// Source: *Apple Core Audio Format Specification 1.0*, "Packet Table Chunk".
package struct CAFPacketTable: PacketTable {
  /// The state at the start of a block of packets.
  struct Block: Sendable {
    /// Index of its first entry in ``entries``.
    var place: Int
    /// Bytes of all packets before the block.
    var offset: UInt64
    /// Frames of all packets before the block.
    var frame: UInt64
  }

  /// Packets in each block.
  static let blockLength = 64

  /// Sums and maxima over all packets.
  struct Totals: Sendable {
    var count = 0
    var byteCount: UInt64 = 0
    var frameCount: UInt64 = 0
    var largestPacket = 0

    /// Adds a packet.
    mutating func add(_ packetByteCount: UInt32, _ packetFrameCount: UInt32) {
      count += 1
      byteCount += UInt64(packetByteCount)
      frameCount += UInt64(packetFrameCount)
      largestPacket = max(largestPacket, Int(packetByteCount))
    }
  }

  var totals = Totals()
  /// Position in the file of the first packet.
  var dataStart: UInt64 = 0

  var entries: [UInt8] = []
  var blocks: [Block] = []
  /// Bytes of each packet if constant; 0 if each entry starts with the number of bytes.
  let bytesPerPacket: UInt32
  /// Frames of each packet if constant; 0 if each entry ends with the number of frames.
  private(set) var framesPerPacket: UInt32

  /// Creates a table without packets.
  init(_ format: StreamFormat) {
    bytesPerPacket = UInt32(clamping: format.bytesPerPacket)
    framesPerPacket = UInt32(clamping: format.framesPerPacket)
  }

  package var count: Int { totals.count }
  package var maximumPacketSize: Int { totals.largestPacket }
  package var frameCount: UInt64 { totals.frameCount }
  package var byteCount: UInt64 { totals.byteCount }
  package var endOffset: UInt64 { dataStart.clampedAdding(byteCount) }

  package func packet(at index: Int) -> Packet {
    precondition(index >= 0 && index < count, "packet index out of range")
    var walk = Walk(self, atBlock: index / Self.blockLength)
    for _ in 0..<index % Self.blockLength { walk.step(self) }
    let (bytes, frames) = walk.peek(self)
    return Packet(
      offset: dataStart.clampedAdding(walk.offset), byteCount: bytes, frameCount: frames)
  }

  package func append(_ range: Range<Int>, to packets: inout [Packet]) {
    guard let first = range.first else { return }
    packets.reserveCapacity(packets.count + range.count)
    var walk = Walk(self, atBlock: first / Self.blockLength)
    for _ in 0..<first % Self.blockLength { walk.step(self) }
    for _ in range {
      let offset = walk.offset
      let (bytes, frames) = walk.next(self)
      packets.append(
        Packet(offset: dataStart.clampedAdding(offset), byteCount: bytes, frameCount: frames))
    }
  }

  package func firstFrame(ofPacket index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count, "packet index out of range")
    if framesPerPacket > 0 { return UInt64(index) * UInt64(framesPerPacket) }
    guard index < count else { return frameCount }
    var walk = Walk(self, atBlock: index / Self.blockLength)
    for _ in 0..<index % Self.blockLength { walk.step(self) }
    return walk.frame
  }

  package func packetIndex(atFrame frame: UInt64) -> Int {
    guard frame < frameCount else { return count }
    if framesPerPacket > 0 { return Int(frame / UInt64(framesPerPacket)) }
    let block = lastBlock { $0.frame <= frame }
    var walk = Walk(self, atBlock: block)
    var index = block * Self.blockLength
    while index < count {
      walk.step(self)
      if walk.frame > frame { return index }
      index += 1
    }
    return count
  }

  /// Replaces the format's frame count for all packets.
  mutating func setFramesPerPacket(_ frames: UInt32) {
    guard framesPerPacket > 0 else { return }
    framesPerPacket = frames
    totals.frameCount = UInt64(totals.count) * UInt64(frames)
    for index in blocks.indices {
      blocks[index].frame = UInt64(index * Self.blockLength) * UInt64(frames)
    }
  }

  /// Removes the packets that extend beyond the first `limit` bytes of audio.
  mutating func limit(toByteCount limit: UInt64) {
    guard byteCount > limit else { return }
    let block = lastBlock { $0.offset <= limit }
    var walk = Walk(self, atBlock: block)
    var index = block * Self.blockLength
    while index < count {
      var next = walk
      next.step(self)
      if next.offset > limit { break }
      walk = next
      index += 1
    }
    entries.removeLast(entries.count - walk.place)
    blocks.removeLast(blocks.count - (index + Self.blockLength - 1) / Self.blockLength)
    totals.count = index
    totals.byteCount = walk.offset
    totals.frameCount = walk.frame
    totals.largestPacket = largestPacket()
  }

  private func largestPacket() -> Int {
    guard count > 0 else { return 0 }
    var largest: UInt32 = 0
    var walk = Walk(self, atBlock: 0)
    for _ in 0..<count {
      largest = max(largest, walk.peek(self).bytes)
      walk.step(self)
    }
    return Int(largest)
  }

  /// The last block that satisfies `isBefore`.
  ///
  /// The first block always does.
  private func lastBlock(where isBefore: (Block) -> Bool) -> Int {
    var low = 0
    var high = blocks.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if isBefore(blocks[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}

/// A position among the entries.
private struct Walk {
  var place: Int
  var offset: UInt64
  var frame: UInt64

  init(_ table: CAFPacketTable, atBlock index: Int) {
    let block = table.blocks[index]
    place = block.place
    offset = block.offset
    frame = block.frame
  }

  /// The packet here.
  func peek(_ table: CAFPacketTable) -> (bytes: UInt32, frames: UInt32) {
    var copy = self
    return copy.read(table)
  }

  /// Moves to the next packet.
  mutating func step(_ table: CAFPacketTable) {
    _ = next(table)
  }

  /// Moves to the next packet and returns the one before it.
  mutating func next(_ table: CAFPacketTable) -> (bytes: UInt32, frames: UInt32) {
    let packet = read(table)
    offset += UInt64(packet.bytes)
    frame += UInt64(packet.frames)
    return packet
  }

  private mutating func read(_ table: CAFPacketTable) -> (bytes: UInt32, frames: UInt32) {
    let bytes = table.bytesPerPacket > 0 ? table.bytesPerPacket : integer(table)
    let frames = table.framesPerPacket > 0 ? table.framesPerPacket : integer(table)
    return (bytes, frames)
  }

  private mutating func integer(_ table: CAFPacketTable) -> UInt32 {
    var value: UInt32 = 0
    while true {
      let byte = table.entries[place]
      place += 1
      value = value << 7 | UInt32(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
  }
}
