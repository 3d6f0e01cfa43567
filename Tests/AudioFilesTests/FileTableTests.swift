import AudioContainers
import AudioModel
import AudioTransport
import Testing

@testable import AudioFiles

@Suite struct FileTableTests {
  private static let packets = (0..<9000).map { index in
    Packet(offset: 100 + UInt64(index) * 6, byteCount: 4, frameCount: 10)
  }
  private static let bytes = (0..<100 + 9000 * 6).map { UInt8(truncatingIfNeeded: $0 * 3) }

  private func bytes(of packet: Packet) -> [UInt8] {
    Array(Self.bytes[Int(packet.offset)...].prefix(Int(packet.byteCount)))
  }

  @Test func aFileIsReadByItsTable() throws {
    let file = try PacketFile(
      MemoryByteSource(Self.bytes), reader: TableReader(packets: Self.packets))
    // Two bytes separate the packets.
    #expect(try file.audioByteCount() == 9000 * 4)
    #expect(try file.dataByteCount() == 9000 * 6 - 2)
    #expect(try file.packetCount() == 9000)
    #expect(try file.frameCount() == 90_000)
    #expect(try file.packetByteCount() == 36_000)
    #expect(try file.dataByteCount() == 9000 * 6 - 2)
    #expect(file.knownPacketCount == 0, "a table need not be taken in to be counted")
    for start in [0, 4095, 4096, 8990] {
      let read = try read(file, from: start, limit: 10, capacity: 40)
      #expect(read.packets == Self.packets[start..<start + 10].map(bytes))
    }
  }

  @Test func aTruncatedFileHasTheCompletePacketsBeforeTheEnd() throws {
    let file = try PacketFile(
      MemoryByteSource(Array(Self.bytes.prefix(100 + 6 * 50 + 3))),
      reader: TableReader(packets: Self.packets))
    #expect(try file.packetCount() == 50)
  }

  @Test(arguments: [1, 7, 1000, 1 << 20]) func aStreamReturnsPacketsInFileOrder(size: Int) throws {
    var stream = PacketStream(reader: TableReader(packets: Self.packets))
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: Self.bytes.count, by: size) {
      stream.append(Array(Self.bytes[start..<min(start + size, Self.bytes.count)]).span)
      found += try drain(&stream)
    }
    #expect(found == Self.packets.map(bytes))
  }

  @Test func aStreamSeeksByTheTable() throws {
    var stream = PacketStream(reader: TableReader(packets: Self.packets))
    stream.append(Array(Self.bytes.prefix(200)).span)
    _ = try drain(&stream)
    let place = try #require(stream.estimates.byteOffset(ofPacket: 5000))
    #expect(place == PacketEstimate(value: 5000 * 6, isExact: true))
    stream.continueElsewhere(at: 100 + place.value)
    stream.append(Array(Self.bytes[(100 + 5000 * 6)...].prefix(16)).span)
    #expect(try drain(&stream) == Self.packets[5000..<5003].map(bytes))
  }

  /// Three tables, each before its packets, as in a fragmented movie.
  @Test(arguments: [1, 7, 64, 1 << 20]) func tablesFollowEachOther(size: Int) throws {
    let counts = [3, 0, 200, 1]
    let bytes = FragmentReader.bytes(counts)
    let expected = FragmentReader.packets(counts).map { packet in
      Array(bytes[Int(packet.offset)...].prefix(Int(packet.byteCount)))
    }
    var stream = PacketStream(reader: FragmentReader())
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      stream.append(Array(bytes[start..<min(start + size, bytes.count)]).span)
      found += try drain(&stream)
    }
    #expect(found == expected)
    let file = try PacketFile(MemoryByteSource(bytes), reader: FragmentReader())
    #expect(try file.packetCount() == 204)
    let read = try read(file, from: 0, limit: 300, capacity: 1 << 16)
    #expect(read.packets == expected)
    // A seek to a packet of the current table works.
    var second = PacketStream(reader: FragmentReader())
    second.append(Array(bytes.prefix(60)).span)
    _ = try drain(&second)
    let packet = FragmentReader.packets(counts)[100]
    second.continueElsewhere(at: packet.offset)
    second.append(Array(bytes[Int(packet.offset)...]).span)
    #expect(try drain(&second) == Array(expected[100...]))
  }

  @Test func packetsOutOfFileOrderAreFoundBySeeking() throws {
    let packets = [600, 200, 400].map { Packet(offset: $0, byteCount: 4, frameCount: 1) }
    for (index, packet) in packets.enumerated() {
      var table = FileTable(ListTable(packets: packets))
      table.move(toPacketAt: packet.offset)
      #expect(table.next == packets[index])
    }
  }

  @Test func packetsBeforeTheStreamsPositionAreAnError() throws {
    let early = [Packet(offset: 2, byteCount: 4, frameCount: 1)]
    var stream = PacketStream(reader: TableReader(packets: early))
    stream.append(Array(Self.bytes.prefix(110)).span)
    #expect(try drain(&stream).isEmpty)
    stream.append(Array(Self.bytes[110..<200]).span)
    #expect(throws: PacketError.notOptimized) { try drain(&stream) }
  }

  private func drain(_ stream: inout PacketStream) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    while let event = try stream.next() {
      guard case .packets(let batch) = event else { continue }
      found += batch.packets.map {
        Array(batch.bytes[Int($0.offset)...].prefix(Int($0.byteCount)))
      }
    }
    return found
  }
}

/// A table that is a list.
private struct ListTable: PacketTable {
  var packets: [Packet]
  var count: Int { packets.count }
  var maximumPacketSize: Int { packets.reduce(0) { max($0, Int($1.byteCount)) } }
  var frameCount: UInt64 { firstFrame(ofPacket: count) }
  var byteCount: UInt64 { packets.reduce(0) { $0 + UInt64($1.byteCount) } }
  var endOffset: UInt64 { packets.reduce(0) { max($0, $1.offset + UInt64($1.byteCount)) } }

  func packet(at index: Int) -> Packet { packets[index] }

  func firstFrame(ofPacket index: Int) -> UInt64 {
    packets[..<index].reduce(0) { $0 + UInt64($1.frameCount) }
  }

  func packetIndex(atFrame frame: UInt64) -> Int {
    packets.indices.first { firstFrame(ofPacket: $0 + 1) > frame } ?? count
  }
}

/// Delivers a table after a header of 100 bytes.
private struct TableReader: ContainerReader {
  private(set) var position: UInt64 = 0
  private var packets: [Packet]
  private var step = 0

  init(packets: [Packet]) {
    self.packets = packets
  }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    switch step {
    case 0:
      guard window.count >= 100 else { return .needs(100) }
      step = 1
      position = 100
      return .info(
        ContainerInfo(
          fileType: FourCC("t", "a", "b", "l"),
          format: StreamFormat(
            sampleRate: 8000, formatID: FourCC("t", "a", "b", "l"), channelCount: 1),
          dataOffset: 100, packetSizeUpperBound: 4))
    case 1:
      guard window.count >= 20 || isEnd else { return .needs(20) }
      step = 2
      position = max(position, self.packets.last.map { $0.offset + UInt64($0.byteCount) } ?? 0)
      return .table(ListTable(packets: self.packets))
    default: return .end
    }
  }

  mutating func resynchronise(at offset: UInt64) {}
}

/// A fragmented test format: a count, and as many packets of 7 bytes.
private struct FragmentReader: ContainerReader {
  private(set) var position: UInt64 = 0
  private var hasInfo = false

  static func bytes(_ counts: [Int]) -> [UInt8] {
    counts.flatMap { count in
      [UInt8(count)] + (0..<count * 7).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ count) }
    }
  }

  static func packets(_ counts: [Int]) -> [Packet] {
    var start: UInt64 = 0
    return counts.flatMap { count in
      defer { start += UInt64(1 + count * 7) }
      return table(count, at: start + 1)
    }
  }

  private static func table(_ count: Int, at offset: UInt64) -> [Packet] {
    (0..<count).map {
      Packet(offset: offset + UInt64($0 * 7), byteCount: 7, frameCount: 10)
    }
  }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard hasInfo else {
      hasInfo = true
      return .info(
        ContainerInfo(
          fileType: FourCC("f", "r", "a", "g"),
          format: StreamFormat(
            sampleRate: 8000, formatID: FourCC("f", "r", "a", "g"), channelCount: 1),
          dataOffset: 1, packetSizeUpperBound: 7))
    }
    guard window.count > 0 else { return isEnd ? .end : .needs(1) }
    let count = Int(window[0])
    let start = position + 1
    position = start + UInt64(count * 7)
    return .table(ListTable(packets: Self.table(count, at: start)))
  }

  mutating func resynchronise(at offset: UInt64) {
    position = offset
  }
}
