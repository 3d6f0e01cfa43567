import AudioModel
import AudioSyntax

/// The packets of a CAF file whose codec states the frames in each packet.
///
/// Some writers state one frame count for all packets, although the counts vary. The reader then
/// finds the packets with the sizes from the packet table, and each packet states its own frames.
struct CAFCountedPackets: Sendable {
  /// Maximum number of first packets to examine before the format is reported.
  private static let packetsLookedAt = 16
  /// Maximum number of bytes to examine.
  static let bytesLookedAt: UInt64 = 1 << 16

  private let table: CAFPacketTable
  private let format: StreamFormat
  /// The index of the next packet.
  private var index = 0
  /// Packets of the table from ``index``, in reverse order.
  private var pending: [Packet] = []

  init(_ table: CAFPacketTable, _ format: StreamFormat) {
    self.table = table
    self.format = format
  }

  /// Whether the codec's packets state their own frames.
  static func canCount(_ format: StreamFormat) -> Bool {
    switch format.formatID {
    case .opus, .amrNarrowBand, .amrWideBand, .ac3, .enhancedAC3, .mpegLayer1, .mpegLayer2,
      .mpegLayer3:
      true
    default: false
    }
  }

  /// The frames that a packet states, at the rate of the format.
  ///
  /// - Returns: `nil` if the packet is invalid for the codec, or if Opus does not have the rate.
  static func frameCount(_ packet: Span<UInt8>, _ format: StreamFormat) -> UInt32? {
    guard let frames = PacketFrames.count(packet, format.formatID), frames > 0 else { return nil }
    guard format.formatID == .opus else { return frames }
    // Opus packets count at 48 kHz: RFC 6716, 3.1.
    let stated = Double(frames) * format.sampleRate / Double(OpusHeader.sampleRate)
    guard stated >= 1, stated == stated.rounded(), stated <= Double(frames) else { return nil }
    return UInt32(stated)
  }

  /// Bytes from the start of the audio that hold the first packets.
  static func byteCountLookedAt(_ table: CAFPacketTable) -> Int {
    guard let last = first(of: table).last else { return 0 }
    return Int(last.offset &- table.dataStart) + Int(last.byteCount)
  }

  private static func first(of table: CAFPacketTable) -> [Packet] {
    var packets: [Packet] = []
    table.append(0..<min(table.count, packetsLookedAt), to: &packets)
    return packets.filter {
      $0.byteCount > 0 && ($0.offset &- table.dataStart) + UInt64($0.byteCount) <= bytesLookedAt
    }
  }

  /// The frame counts of the first packets, as far as the window holds them.
  ///
  /// - Parameters:
  ///   - table: The packets.
  ///   - audio: The window from the start of the audio.
  ///   - format: The format of the packets.
  /// - Returns: Frame counts, without those of invalid packets.
  static func firstFrameCounts(
    _ table: CAFPacketTable, _ audio: Span<UInt8>, _ format: StreamFormat
  ) -> [UInt32] {
    first(of: table).compactMap { packet in
      let start = Int(packet.offset &- table.dataStart)
      guard start + Int(packet.byteCount) <= audio.count else { return nil }
      return frameCount(audio.extracting(start..<start + Int(packet.byteCount)), format)
    }
  }

  /// Appends the packets that lie whole in the view, and moves the view after them.
  mutating func read(_ view: inout WindowView, into packets: inout [Packet]) -> CAFScanner.Outcome {
    var count = 0
    while var packet = next() {
      if view.position < packet.offset { view.advance(to: packet.offset) }
      let byteCount = Int(packet.byteCount)
      // No packet of these codecs is this large: the table is damaged from here on.
      guard byteCount <= Self.bytesLookedAt else { return count > 0 ? .packets : .end }
      guard view.holds(byteCount) else {
        if count > 0 { return .packets }
        return view.isEnd ? .end : .needs(byteCount)
      }
      let bytes = view.bytes.extracting(view.index..<view.index + byteCount)
      packet.frameCount = Self.frameCount(bytes, format) ?? packet.frameCount
      packets.append(packet)
      count += 1
      index += 1
      pending.removeLast()
      view.advance(to: packet.offset.clampedAdding(UInt64(byteCount)))
    }
    return count > 0 ? .packets : .end
  }

  private mutating func next() -> Packet? {
    if pending.isEmpty, index < table.count {
      let end = index - index % CAFPacketTable.blockLength + CAFPacketTable.blockLength
      table.append(index..<min(end, table.count), to: &pending)
      pending.reverse()
    }
    return pending.last
  }

  /// Continues with the first packet that starts at or after `offset`.
  ///
  /// - Returns: The start of that packet.
  mutating func move(to offset: UInt64) -> UInt64 {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table.packet(at: middle).offset < offset { low = middle + 1 } else { high = middle }
    }
    index = low
    pending = []
    return low < table.count ? table.packet(at: low).offset : table.endOffset
  }
}
