import AudioModel
import Testing

@testable import AudioFiles

@Suite struct PacketIndexTests {
  /// Packet lists that change the table's pattern in every way.
  static let lists: [String: [Packet]] = [
    "none": [],
    "one": [Packet(offset: 10, byteCount: 4, frameCount: 3)],
    "side by side": make(count: 1000, gap: 0) { 100 + $0 % 50 },
    "with headers": make(count: 1000, gap: 7) { 300 + $0 * 31 % 90 },
    "empty ones": make(count: 300, gap: 7) { $0 % 3 == 0 ? 0 : 5 },
    "too large for two bytes": make(count: 40, gap: 0) { $0 % 5 == 4 ? 70_000 : 65_535 },
    "odd ones between": make(count: 500, gap: 0) { 40 + $0 % 9 }.enumerated().map { index, packet in
      Packet(
        offset: packet.offset + UInt64(index / 17) * 3, byteCount: packet.byteCount,
        frameCount: index % 29 == 28 ? 2048 : 1024)
    },
  ]

  private static func make(
    count: Int, gap: Int, size: (Int) -> Int
  ) -> [Packet] {
    var offset = 44
    return (0..<count).map { index in
      defer { offset += size(index) + gap }
      return Packet(offset: UInt64(offset), byteCount: UInt32(size(index)), frameCount: 1152)
    }
  }

  /// A station of 24 hours has three million packets of MP3.
  @Test func forgetsPacketsOfAnEndlessStream() throws {
    let packets = Self.make(count: 300_000, gap: 7) { 400 + $0 % 50 }
    var table = PacketIndex()
    for start in stride(from: 0, to: packets.count, by: 4) {
      table.append(Array(packets[start..<start + 4]))
      table.forget(before: UInt64(start))
      #expect(table.sizes.count <= 70_000 && table.blocks.count <= 600)
    }
    #expect(table.packetCount == 300_000)
    #expect(table.frameCount == 300_000 * 1152)
    #expect(table.entry(at: 0) == nil)
    for index in 299_000..<300_000 {
      let entry = try #require(table.entry(at: UInt64(index)))
      #expect(entry.packet == packets[index])
      #expect(entry.firstFrame == UInt64(index) * 1152)
    }
  }

  @Test(arguments: lists.keys.sorted(), [1, 3, 128, 500, 10_000])
  func keepsEveryPacket(name: String, batch: Int) throws {
    let packets = try #require(Self.lists[name])
    var table = PacketIndex()
    for start in stride(from: 0, to: packets.count, by: batch) {
      table.append(Array(packets[start..<min(start + batch, packets.count)]))
    }
    #expect(table.packetCount == UInt64(packets.count))
    #expect(table.frameCount == packets.reduce(0) { $0 + UInt64($1.frameCount) })
    #expect(table.byteCount == packets.reduce(0) { $0 + UInt64($1.byteCount) })
    #expect(table.largestPacket == packets.map(\.byteCount).max() ?? 0)
    #expect(table.firstOffset == packets.first?.offset ?? 0)
    #expect(table.endOffset == packets.last.map { $0.offset + UInt64($0.byteCount) } ?? 0)
    var frame: UInt64 = 0
    for (index, packet) in packets.enumerated() {
      let entry = try #require(table.entry(at: UInt64(index)))
      #expect(entry == .init(index: UInt64(index), firstFrame: frame, packet: packet))
      #expect(table.entry(holdingFrame: frame) == entry)
      #expect(table.entry(holdingFrame: frame + UInt64(packet.frameCount) - 1) == entry)
      if packet.byteCount > 0 {
        #expect(table.entry(holdingByte: packet.offset) == entry)
        #expect(table.entry(holdingByte: packet.offset + UInt64(packet.byteCount) - 1) == entry)
      }
      frame += UInt64(packet.frameCount)
    }
    #expect(table.entry(at: UInt64(packets.count)) == nil)
    #expect(table.entry(holdingFrame: frame) == nil)
    #expect(table.entry(holdingByte: table.endOffset) == nil)
    for start in [0, 1, 127, 128, 129, packets.count - 1, packets.count] where start >= 0 {
      var walked: [Packet] = []
      table.forEach(from: UInt64(start)) {
        walked.append($0)
        return walked.count < 200
      }
      #expect(walked == Array(packets.dropFirst(start).prefix(200)))
    }
  }

  @Test func aRunOfAnyLengthIsOneEntry() throws {
    var table = PacketIndex()
    table.append(run: 1 << 40, of: 4, frames: 1, at: 44)
    #expect(table.packetCount == 1 << 40)
    #expect(table.endOffset == 44 + 4 << 40)
    let far = try #require(table.entry(at: 1 << 39))
    #expect(far.packet == Packet(offset: 44 + 4 << 39, byteCount: 4, frameCount: 1))
    #expect(table.entry(holdingByte: 44 + 4 << 39 + 3) == far)
    #expect(table.entry(holdingFrame: 1 << 39) == far)
  }

  @Test func packetsMayBeOutOfFileOrder() throws {
    func packets(_ count: Int, at offset: Int) -> [Packet] {
      (0..<count).map {
        Packet(offset: UInt64(offset + $0 * 10), byteCount: 10, frameCount: 1)
      }
    }
    let all = packets(300, at: 50_000) + packets(300, at: 100) + packets(10, at: 20_000)
    var table = PacketIndex()
    for start in stride(from: 0, to: all.count, by: 70) {
      table.append(Array(all[start..<min(start + 70, all.count)]))
    }
    #expect(table.endOffset == 53_000)
    for (index, packet) in all.enumerated() {
      #expect(table.entry(at: UInt64(index))?.packet == packet)
      #expect(table.entry(holdingByte: packet.offset)?.index == UInt64(index))
      #expect(table.entry(holdingByte: packet.offset + 9)?.index == UInt64(index))
    }
    for offset in [99, 3100, 19_999, 20_100, 49_999, 53_000] as [UInt64] {
      #expect(table.entry(holdingByte: offset) == nil)
    }
  }
}
