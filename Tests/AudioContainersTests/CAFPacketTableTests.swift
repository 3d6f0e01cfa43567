import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

@Suite struct CAFPacketTableTests {
  /// Sizes and frame counts that take one to five bytes each.
  private static let sizes: [(bytes: UInt32, frames: UInt32)] = (0..<1000).map {
    let bytes = [0, 1, 127, 128, 300, 16_383, 16_384, UInt32.max][$0 % 8]
    return (bytes, UInt32($0 % 5) * 100)
  }

  private func table(
    _ sizes: [(bytes: UInt32, frames: UInt32)], bytes: Int = 0, frames: Int = 0,
    inPiecesOf piece: Int = .max
  ) throws -> CAFPacketTable {
    let format = StreamFormat(
      sampleRate: 44_100, formatID: .mpeg4AAC, bytesPerPacket: bytes, framesPerPacket: frames,
      channelCount: 2)
    let entries = sizes.flatMap {
      (bytes == 0 ? cafInteger($0.bytes) : []) + (frames == 0 ? cafInteger($0.frames) : [])
    }
    let header = bigEndian(Int64(sizes.count)) + [UInt8](repeating: 0, count: 16)
    var builder = try CAFPacketTableBuilder(header: header.span, format: format, at: 0)
    var place = 0
    while place < entries.count {
      let end = place + min(piece, entries.count - place)
      try builder.append(entries.span.extracting(place..<end), at: 0)
      place = end
    }
    #expect(builder.isComplete)
    return builder.finished()
  }

  @Test(arguments: [(0, 0), (0, 1024), (50, 0)])
  func findsPacketsByIndex(bytes: Int, frames: Int) throws {
    var table = try table(Self.sizes, bytes: bytes, frames: frames, inPiecesOf: 7)
    table.dataStart = 1000
    var (offset, frame) = (UInt64(1000), UInt64(0))
    var largest = 0
    for (index, size) in Self.sizes.enumerated() {
      let packet = Packet(
        offset: offset, byteCount: bytes > 0 ? UInt32(bytes) : size.bytes,
        frameCount: frames > 0 ? UInt32(frames) : size.frames)
      #expect(table.packet(at: index) == packet)
      #expect(table.firstFrame(ofPacket: index) == frame)
      if packet.frameCount > 0 {
        #expect(table.packetIndex(atFrame: frame) == index)
        #expect(table.packetIndex(atFrame: frame + UInt64(packet.frameCount) - 1) == index)
      }
      offset += UInt64(packet.byteCount)
      frame += UInt64(packet.frameCount)
      largest = max(largest, Int(packet.byteCount))
    }
    #expect(table.count == Self.sizes.count)
    #expect(table.frameCount == frame)
    #expect(table.firstFrame(ofPacket: table.count) == frame)
    #expect(table.packetIndex(atFrame: frame) == table.count)
    #expect(table.packetIndex(atFrame: .max) == table.count)
    #expect(table.maximumPacketSize == largest)
    #expect(table.byteCount == offset - 1000)
  }

  @Test func dropsMissingPackets() throws {
    let sizes = (0..<300).map { (bytes: UInt32($0 % 7), frames: UInt32(1024)) }
    let whole = try table(sizes, frames: 1024)
    for limit in 0...whole.byteCount + 1 {
      var cut = whole
      cut.limit(toByteCount: limit)
      let fitting = (0..<whole.count).prefix {
        let packet = whole.packet(at: $0)
        return packet.offset + UInt64(packet.byteCount) <= limit
      }
      #expect(cut.count == fitting.count)
      let packets = fitting.map { whole.packet(at: $0) }
      #expect((0..<cut.count).map { cut.packet(at: $0) } == packets)
      #expect(cut.byteCount == packets.reduce(0) { $0 + UInt64($1.byteCount) })
      #expect(cut.frameCount == UInt64(packets.count) * 1024)
      #expect(cut.maximumPacketSize == packets.map { Int($0.byteCount) }.max() ?? 0)
    }
  }

  @Test func usesAtMostFourBytesPerPacket() throws {
    // AAC at 256 kbit/s: sizes of two bytes.
    let sizes = (0..<100_000).map { (bytes: UInt32(600 + $0 % 300), frames: UInt32(1024)) }
    let table = try table(sizes, frames: 1024, inPiecesOf: 1 << 14)
    let bytes =
      table.entries.capacity + table.blocks.capacity * MemoryLayout<CAFPacketTable.Block>.stride
    #expect(bytes <= 4 * sizes.count)
  }
}
