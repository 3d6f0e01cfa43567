internal import AudioContainers
internal import AudioModel

/// The table of packets that a file brings along, and how far it has been used.
struct FileTable: Sendable {
  private let table: any PacketTable
  private var index = 0

  /// Packets taken at a time.
  private static let batchLength = 4096

  init(_ table: any PacketTable) {
    self.table = table
  }

  /// The next packet to take, or `nil` where all have been.
  var next: Packet? { index < table.count ? table.packet(at: index) : nil }

  /// The packet with this index, or `nil` where there is none.
  func packet(at index: UInt64) -> Packet? {
    index < UInt64(max(table.count, 0)) ? table.packet(at: Int(index)) : nil
  }

  /// Takes some of the next packets, as long as they lie whole between two places of the file.
  mutating func take(
    from start: UInt64 = 0, upTo end: UInt64, into packets: inout [Packet]
  ) {
    // A few at first, since there may be no more between the two places.
    var length = 4
    while packets.count < Self.batchLength, index < table.count {
      let first = packets.count
      let count = min(length, table.count - index, Self.batchLength - first)
      table.append(index..<index + count, to: &packets)
      let lying = packets[first...].prefix { packet in
        packet.offset >= start && packet.offset <= end
          && UInt64(packet.byteCount) <= end - packet.offset
      }.count
      index += lying
      guard lying == count else {
        packets.removeLast(count - lying)
        return
      }
      length *= 4
    }
  }

  /// Goes on with the first packet that starts at `offset` or behind it.
  mutating func move(toPacketAt offset: UInt64) {
    var low = 0
    var high = table.count
    while low < high {
      let middle = low + (high - low) / 2
      if table.packet(at: middle).offset < offset { low = middle + 1 } else { high = middle }
    }
    index = low
    // A file may have its packets in another order than that of time.
    guard low == table.count || table.packet(at: low).offset != offset else { return }
    index = (0..<table.count).first { table.packet(at: $0).offset == offset } ?? low
  }
}
