internal import AudioContainers
internal import AudioModel
internal import AudioTransport

/// Provides packets that a reader assembles again, by rereading the file from a mark.
struct GatheredPackets {
  /// Packets from one step of the reader.
  struct Batch {
    /// Packets before the first.
    var firstPacket: UInt64
    /// Frames before the first.
    var firstFrame: UInt64
    var packets: [Packet]
    /// The contiguous bytes of the packets.
    var bytes: [UInt8]

    /// The index after the last packet.
    var endPacket: UInt64 { firstPacket &+ UInt64(packets.count) }

    /// Returns the first packet that meets `target`, or `nil` if no packet does.
    func first(_ target: Target) -> PacketIndex.Entry? {
      var frame = firstFrame
      for index in packets.indices {
        let entry = PacketIndex.Entry(
          index: firstPacket &+ UInt64(index), firstFrame: frame, packet: packets[index])
        if target.isMet(by: entry) { return entry }
        frame &+= UInt64(entry.packet.frameCount)
      }
      return nil
    }
  }

  /// A packet to look for.
  enum Target {
    /// The packet with this index.
    case packet(UInt64)
    /// The packet that contains this frame.
    case frame(UInt64)
    /// The first packet that starts after this byte of the file.
    case behindByte(UInt64)

    /// Returns whether all packets before `mark` precede the target.
    func mayStart(at mark: PacketIndex.Mark) -> Bool {
      switch self {
      case .packet(let index): mark.firstPacket <= index
      case .frame(let frame): mark.firstFrame <= frame
      case .behindByte(let offset): mark.firstPacket == 0 || mark.reader.position <= offset
      }
    }

    /// Returns whether all packets before `batch` precede the target.
    func mayStart(at batch: Batch) -> Bool {
      switch self {
      case .packet(let index): batch.firstPacket <= index
      case .frame(let frame): batch.firstFrame <= frame
      case .behindByte(let offset): batch.packets.first.map { $0.offset <= offset } ?? false
      }
    }

    func isMet(by entry: PacketIndex.Entry) -> Bool {
      switch self {
      case .packet(let index): entry.index == index
      case .frame(let frame): frame < entry.firstFrame &+ UInt64(entry.packet.frameCount)
      case .behindByte(let offset): entry.packet.offset > offset
      }
    }
  }

  private var pull: ReaderPull
  private(set) var batch: Batch

  /// Starts at `mark`, before its first packet.
  init(_ source: any ByteSource, at mark: PacketIndex.Mark) {
    pull = ReaderPull(source, reader: mark.reader)
    batch = Batch(mark)
  }

  /// Moves to the batch that contains the first packet that meets `target`.
  ///
  /// - Parameters:
  ///   - target: The packet to look for.
  ///   - mark: The last mark before the target.
  /// - Returns: The packet, or `nil` if no packet meets the target.
  /// - Throws: ``PacketError`` of the source.
  mutating func move(
    to target: Target, from mark: PacketIndex.Mark
  ) throws(PacketError) -> PacketIndex.Entry? {
    // Continuing from the current position avoids reading the same bytes again.
    if batch.firstPacket < mark.firstPacket || !target.mayStart(at: batch) {
      pull.restart(with: mark.reader)
      batch = Batch(mark)
    }
    while true {
      if let entry = batch.first(target) { return entry }
      guard try advance() else { return nil }
    }
  }

  /// Moves to the next packets.
  ///
  /// - Returns: Whether more packets follow.
  private mutating func advance() throws(PacketError) -> Bool {
    batch.firstFrame = batch.packets.reduce(batch.firstFrame) { $0 &+ UInt64($1.frameCount) }
    batch.firstPacket = batch.endPacket
    batch.packets.removeAll(keepingCapacity: true)
    batch.bytes = []
    while let step = try pull.next(into: &batch.packets) {
      guard case .gathered(let bytes) = step, !batch.packets.isEmpty else { continue }
      batch.bytes = bytes
      return true
    }
    return false
  }
}

extension GatheredPackets.Batch {
  fileprivate init(_ mark: PacketIndex.Mark) {
    self.init(
      firstPacket: mark.firstPacket, firstFrame: mark.firstFrame, packets: [], bytes: [])
  }
}
