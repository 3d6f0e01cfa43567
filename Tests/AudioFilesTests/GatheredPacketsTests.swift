import AudioContainers
import AudioModel
import AudioTransport
import Testing

@testable import AudioFiles

/// Packets that their reader assembles.
@Suite struct GatheredPacketsTests {
  @Test(arguments: RecordFile.all, [7, 1000, 1 << 20])
  func aFileReturnsTheReadersBytes(file: RecordFile, longestRead: Int) throws {
    let source = TrickleSource(file.bytes, longestRead: longestRead)
    let packets = try PacketFile(source, reader: GatheringReader())
    var all: [[UInt8]] = []
    while true {
      let (more, reading) = try read(packets, from: all.count, limit: 17, capacity: 70_000)
      all += more
      if reading.end == .endOfFile { break }
    }
    #expect(all == file.gathered)
    #expect(try packets.packetCount() == UInt64(file.packets.count))
    #expect(try packets.maximumPacketSize() == file.packets.map(\.count).max() ?? 0)
    #expect(try packets.frameCount() == UInt64(file.packets.count) * 100)
    #expect(try packets.packetByteCount() == UInt64(file.packets.joined().count))
  }

  @Test(arguments: RecordFile.all) func aFileReadsFromAnyPacket(file: RecordFile) throws {
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: GatheringReader())
    let gathered = file.gathered
    let backwards = Array(stride(from: file.packets.count, through: 0, by: -13))
    for start in backwards + backwards.reversed() {
      let read = try read(packets, from: start, limit: 3, capacity: 200_000)
      #expect(read.packets == Array(gathered.dropFirst(start).prefix(3)))
      let isCut = start + 3 > file.packets.count
      #expect(read.reading.end == (isCut ? .endOfFile : .asMuchAsAsked))
    }
  }

  @Test func aFileReturnsThePacketsThatFit() throws {
    let file = RecordFile("sizes", sizes: [10, 20, 30, 40])
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: GatheringReader())
    let cases: [(capacity: Int, limit: Int, count: Int, end: PacketReading.End)] = [
      (9, 4, 0, .bufferIsFull), (10, 4, 1, .bufferIsFull), (10, 1, 1, .asMuchAsAsked),
      (59, 4, 2, .bufferIsFull), (60, 3, 3, .asMuchAsAsked), (1000, 9, 4, .endOfFile),
    ]
    for (capacity, limit, count, end) in cases {
      let read = try read(packets, from: 0, limit: limit, capacity: capacity)
      #expect(read.packets == Array(file.gathered.prefix(count)))
      #expect(read.reading.end == end, "\(capacity) bytes, \(limit) packets")
    }
  }

  @Test(arguments: RecordFile.all) func aFileFindsPacketOffsets(file: RecordFile) throws {
    let plain = try PacketFile(MemoryByteSource(file.bytes), reader: RecordReader())
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: GatheringReader())
    let count = UInt64(file.packets.count)
    for index in stride(from: 0, through: count, by: 7) {
      let expected = try plain.place(ofPacket: index)
      #expect(try packets.place(ofPacket: index) == expected)
      #expect(try packets.place(holdingFrame: index * 100) == expected)
      #expect(try packets.place(holdingFrame: index * 100 + 99) == expected)
      if let expected, expected.packet.byteCount > 0 {
        #expect(try packets.place(nearByte: expected.packet.offset) == expected)
      }
    }
    #expect(try packets.place(nearByte: UInt64(file.bytes.count)) == nil)
  }

  @Test func anEarlyEndIsTemporary() throws {
    let file = RecordFile("grows", sizes: Array(repeating: 50, count: 20))
    let source = TrickleSource(file.bytes, longestRead: .max)
    source.available = 4 + 53 * 7
    let packets = try PacketFile(source, reader: GatheringReader())
    #expect(try packets.packetCount() == 7)
    source.available = file.bytes.count
    #expect(try read(packets, from: 0, limit: 30, capacity: 2000).packets == file.gathered)
  }

  @Test(arguments: RecordFile.all) func anyDivisionOfAStreamGivesTheSameResult(file: RecordFile)
    throws
  {
    for size in [1, 7, 1000, 1 << 20] {
      var stream = PacketStream(reader: GatheringReader())
      var all: [[UInt8]] = []
      for start in stride(from: 0, to: file.bytes.count, by: size) {
        stream.append(Array(file.bytes[start..<min(start + size, file.bytes.count)]).span)
        all += try drain(&stream)
      }
      stream.finish()
      all += try drain(&stream)
      #expect(all == file.gathered, "pieces of \(size)")
      #expect(stream.totals.packetByteCount == UInt64(file.packets.joined().count))
    }
  }

  private func drain(_ stream: inout PacketStream) throws -> [[UInt8]] {
    var all: [[UInt8]] = []
    while let event = try stream.next() {
      guard case .packets(let batch) = event else { continue }
      all += batch.packets.map {
        Array(batch.bytes[Int($0.offset)...].prefix(Int($0.byteCount)))
      }
    }
    return all
  }
}

/// Returns the packets of ``RecordReader`` with inverted bits.
private struct GatheringReader: ContainerReader {
  private var reader = RecordReader()

  var position: UInt64 { reader.position }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    let start = position
    let count = packets.count
    let step = try reader.next(window, isEnd: isEnd, into: &packets)
    guard case .packets = step else { return step }
    var bytes: [UInt8] = []
    for packet in packets[count...] {
      let from = Int(packet.offset - start)
      for index in from..<from + Int(packet.byteCount) { bytes.append(~window[index]) }
    }
    return .gathered(bytes)
  }

  mutating func resynchronise(at offset: UInt64) { reader.resynchronise(at: offset) }
}

extension RecordFile {
  fileprivate var gathered: [[UInt8]] { packets.map { $0.map { ~$0 } } }
}
