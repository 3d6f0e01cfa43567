internal import AudioContainers
internal import AudioModel

/// The packet table of a file, and the current position in it.
struct FileTable: Sendable {
  private let table: any PacketTable
  private var index = 0
  /// Packets in the preceding tables.
  private let firstPacket: UInt64

  /// Maximum packets in one batch.
  private static let batchLength = 4096

  /// Starts with the first packet of a table, which may continue another table.
  init(_ table: any PacketTable, behind other: FileTable? = nil) {
    self.table = table
    firstPacket = other.map { $0.firstPacket &+ UInt64($0.table.count) } ?? 0
  }

  /// The next packet to take, or `nil` after the last one.
  var next: Packet? { index < table.count ? table.packet(at: index) : nil }

  /// The packet with this index in the whole file, or `nil` if it is in another table.
  func packet(at index: UInt64) -> Packet? {
    guard index >= firstPacket, index - firstPacket < UInt64(max(table.count, 0)) else {
      return nil
    }
    return table.packet(at: Int(index - firstPacket))
  }

  /// Takes some of the next packets, as long as they lie entirely within a range of the file.
  mutating func take(
    from start: UInt64 = 0, upTo end: UInt64, into packets: inout [Packet]
  ) {
    // Start with a few packets, because the range may not contain more.
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

  /// Continues with the first packet that starts at or after `offset`.
  mutating func move(toPacketAt offset: UInt64) {
    var low = 0
    var high = table.count
    while low < high {
      let middle = low + (high - low) / 2
      if table.packet(at: middle).offset < offset { low = middle + 1 } else { high = middle }
    }
    index = low
    // The packets of a file need not be in chronological order.
    guard low == table.count || table.packet(at: low).offset != offset else { return }
    index = (0..<table.count).first { table.packet(at: $0).offset == offset } ?? low
  }
}
