import AudioModel

/// The packets of a CAF file of a codec whose packets tell their own frames.
///
/// Some writers give all packets one length in the description though packets of several lengths
/// follow. The packets are then found by reading, with the sizes of the packet table, and each has
/// the frames that it states.
struct CAFCountedPackets: Sendable {
  /// Packets at the start that are looked at before the format is reported.
  private static let packetsLookedAt = 16
  /// Bytes that the look may take.
  private static let bytesLookedAt: UInt64 = 1 << 16

  private let table: CAFPacketTable
  private let format: StreamFormat
  /// The packet that is read next.
  private var index = 0
  /// Packets of the table from ``index`` on, in reverse order.
  private var pending: [Packet] = []

  init(_ table: CAFPacketTable, _ format: StreamFormat) {
    self.table = table
    self.format = format
  }

  /// Whether packets of a codec tell their own frames.
  static func canCount(_ format: StreamFormat) -> Bool {
    switch format.formatID {
    case .opus, .amrNarrowBand, .amrWideBand, .ac3, .enhancedAC3, .mpegLayer1, .mpegLayer2,
      .mpegLayer3:
      true
    default: false
    }
  }

  /// Frames that a packet states, at the rate of the format.
  ///
  /// - Returns: `nil` if it is no packet of the codec, or if the rate is none of Opus.
  static func frameCount(_ packet: Span<UInt8>, _ format: StreamFormat) -> UInt32? {
    guard let frames = PacketFrames.count(packet, format.formatID), frames > 0 else { return nil }
    guard format.formatID == .opus else { return frames }
    // Its packets count at 48 kHz: RFC 6716, 3.1.
    let told = Double(frames) * format.sampleRate / Double(OpusHeader.sampleRate)
    guard told >= 1, told == told.rounded(), told <= Double(frames) else { return nil }
    return UInt32(told)
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

  /// Frames of each of the first packets, as far as these are in the window.
  ///
  /// - Parameters:
  ///   - table: The packets.
  ///   - audio: The window from the start of the audio on.
  ///   - format: What the packets are.
  /// - Returns: Fewer if some are no packets of the codec.
  static func firstFrameCounts(
    _ table: CAFPacketTable, _ audio: Span<UInt8>, _ format: StreamFormat
  ) -> [UInt32] {
    first(of: table).compactMap { packet in
      let start = Int(packet.offset &- table.dataStart)
      guard start + Int(packet.byteCount) <= audio.count else { return nil }
      return frameCount(audio.extracting(start..<start + Int(packet.byteCount)), format)
    }
  }

  /// Appends the packets that lie whole in the view, and moves it behind them.
  mutating func read(_ view: inout WindowView, into packets: inout [Packet]) -> CAFScanner.Outcome {
    var count = 0
    while var packet = next() {
      if view.position < packet.offset { view.advance(to: packet.offset) }
      let byteCount = Int(packet.byteCount)
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

  /// Goes on with the first packet that starts at `offset` or behind it.
  ///
  /// - Returns: Where that packet starts.
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
