internal import AudioContainers
internal import AudioModel

/// The table of packets that a file brings along, and how far it has been used.
struct FileTable: Sendable {
  private let table: any PacketTable
  private var index = 0
  /// Packets in the tables before this one.
  private let firstPacket: UInt64

  /// Packets taken at a time.
  private static let batchLength = 4096

  /// Starts with the first packet of a table, which goes on behind another one.
  init(_ table: any PacketTable, behind other: FileTable? = nil) {
    self.table = table
    firstPacket = other.map { $0.firstPacket &+ UInt64($0.table.count) } ?? 0
  }

  /// The next packet to take, or `nil` where all have been.
  var next: Packet? { index < table.count ? table.packet(at: index) : nil }

  /// The packet with this index in the whole file, or `nil` if it is in another table.
  func packet(at index: UInt64) -> Packet? {
    guard index >= firstPacket, index - firstPacket < UInt64(max(table.count, 0)) else {
      return nil
    }
    return table.packet(at: Int(index - firstPacket))
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
