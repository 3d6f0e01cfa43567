import AudioContainers
import AudioModel
import AudioTransport
import Testing

@testable import AudioFiles

@Suite struct PacketFileTests {
  @Test(arguments: RecordFile.all, [1, 7, 1000, 1 << 20])
  func findsEveryPacketWithShortReads(file: RecordFile, longestRead: Int) throws {
    // Reading large files byte by byte would add no coverage.
    guard longestRead > 1 || file.bytes.count < 50_000 else { return }
    let source = TrickleSource(file.bytes, longestRead: longestRead)
    let packets = try PacketFile(source, reader: RecordReader())
    #expect(try readAll(packets, atOnce: 17) == file.packets)
    #expect(try packets.packetCount() == UInt64(file.packets.count))
    #expect(try packets.maximumPacketSize() == file.packets.map(\.count).max() ?? 0)
    #expect(try packets.frameCount() == UInt64(file.packets.count) * 100)
    try packets.scanAll()
    let hasTag = file.bytes.suffix(17).elementsEqual(RecordFile.tag)
    #expect(packets.info.tags.values["title"] == (hasTag ? "0123456789ABCDEF" : nil))
  }

  @Test(arguments: RecordFile.all) func readsFromAnyPacket(file: RecordFile) throws {
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: RecordReader())
    for start in stride(from: file.packets.count, through: 0, by: -13) {
      let read = try read(packets, from: start, limit: 3, capacity: 200_000)
      #expect(read.packets == Array(file.packets.dropFirst(start).prefix(3)))
      let isCut = start + 3 > file.packets.count
      #expect(read.reading.end == (isCut ? .endOfFile : .asMuchAsAsked))
    }
  }

  @Test func returnsThePacketsThatFit() throws {
    let file = RecordFile("sizes", sizes: [10, 20, 30, 40])
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: RecordReader())
    let cases: [(capacity: Int, limit: Int, count: Int, end: PacketReading.End)] = [
      (0, 4, 0, .bufferIsFull), (9, 4, 0, .bufferIsFull), (10, 4, 1, .bufferIsFull),
      (10, 1, 1, .asMuchAsAsked), (59, 4, 2, .bufferIsFull), (60, 3, 3, .asMuchAsAsked),
      (100, 4, 4, .asMuchAsAsked), (1000, 9, 4, .endOfFile),
    ]
    for (capacity, limit, count, end) in cases {
      let read = try read(packets, from: 0, limit: limit, capacity: capacity)
      #expect(read.packets == Array(file.packets.prefix(count)))
      #expect(read.reading.end == end, "\(capacity) bytes, \(limit) packets")
    }
  }

  @Test func readsOnlyTheNecessaryBytes() throws {
    let file = RecordFile("long", sizes: Array(repeating: 1000, count: 3000))
    let source = TrickleSource(file.bytes, longestRead: .max)
    let packets = try PacketFile(source, reader: RecordReader())
    _ = try read(packets, from: 0, limit: 10, capacity: 10_000)
    #expect(source.furthest <= 256 << 10)
    #expect(packets.knownPacketCount < 300)
    _ = try packets.packetCount()
    let once = source.bytesRead
    _ = try packets.packetCount()
    _ = try packets.maximumPacketSize()
    #expect(source.bytesRead == once)
    #expect(once <= file.bytes.count + 1 << 20)
  }

  @Test func anEarlyEndIsTemporary() throws {
    let file = RecordFile("grows", sizes: Array(repeating: 50, count: 20))
    let source = TrickleSource(file.bytes, longestRead: .max)
    source.available = 4 + 53 * 7
    let packets = try PacketFile(source, reader: RecordReader())
    #expect(try packets.packetCount() == 7)
    #expect(try readAll(packets, atOnce: 3) == Array(file.packets.prefix(7)))
    source.available = 4 + 53 * 9 + 20
    #expect(try packets.packetCount() == 9)
    source.available = file.bytes.count
    #expect(try readAll(packets, atOnce: 3) == file.packets)
    #expect(try packets.packetCount() == 20)
  }

  @Test func anErrorKeepsThePacketsBeforeIt() throws {
    let file = RecordFile("broken", sizes: [10, 20, 30], tail: [0xEE, 1, 2])
    let packets = try PacketFile(MemoryByteSource(file.bytes), reader: RecordReader())
    #expect(try read(packets, from: 0, limit: 9, capacity: 100).packets == file.packets)
    let broken = PacketError.container(ContainerError(.malformed, at: 73))
    #expect(throws: broken) { try packets.scan(to: 3) }
    #expect(try packets.packetCount() == 3)
  }

  @Test func aReadMayBeRepeatedAfterASourceError() throws {
    let file = RecordFile("long", sizes: Array(repeating: 1000, count: 1000))
    let source = TrickleSource(file.bytes, longestRead: 65536)
    let packets = try PacketFile(source, reader: RecordReader())
    source.error = TransportError(.timedOut)
    #expect(throws: PacketError.transport(TransportError(.timedOut))) {
      try packets.packetCount()
    }
    source.error = nil
    #expect(try packets.packetCount() == 1000)
  }

  @Test func refusesInvalidFiles() {
    let cases: [([UInt8], ContainerError)] = [
      ([], ContainerError(.truncated, at: 0)), ([1, 2], ContainerError(.truncated, at: 2)),
      ([1, 2, 3, 4, 5], ContainerError(.unrecognised, at: 0)),
    ]
    for (bytes, error) in cases {
      #expect(throws: PacketError.container(error)) {
        try PacketFile(MemoryByteSource(bytes), reader: RecordReader())
      }
    }
  }

  @Test(arguments: [
    (FrameTrim(primingFrames: 105, validFrames: 800, remainderFrames: 95), 10, 800, 95),
    (FrameTrim(primingFrames: 105, validFrames: 0, remainderFrames: 95), 10, 800, 95),
    (FrameTrim(primingFrames: 105, validFrames: 800, remainderFrames: 95), 9, 795, 0),
    (FrameTrim(primingFrames: 105, validFrames: 790, remainderFrames: 105), 9, 790, 5),
    (FrameTrim(primingFrames: 105, validFrames: 800, remainderFrames: 95), 12, 1000, 95),
    (FrameTrim(primingFrames: 105, validFrames: .max, remainderFrames: 95), 10, 800, 95),
    (FrameTrim(primingFrames: 105, validFrames: 800, remainderFrames: 95), 1, 0, 0),
    (FrameTrim(primingFrames: -5, validFrames: 0, remainderFrames: -7), 2, 200, 0),
  ])
  func trimAgreesWithThePackets(
    stated: FrameTrim, count: Int, valid: UInt64, remainder: Int
  ) throws {
    let file = RecordFile("trimmed", sizes: Array(repeating: 9, count: count))
    let packets = try PacketFile(
      MemoryByteSource(file.bytes), reader: TrimmedReader(trim: stated))
    let trim = try #require(try packets.frameTrim())
    #expect(trim.validFrames == valid)
    #expect(trim.remainderFrames == remainder)
    #expect(UInt64(trim.primingFrames + trim.remainderFrames) + valid == UInt64(count) * 100)
    #expect(try packets.recordingFrameCount() == valid)
  }

  private func readAll(_ file: PacketFile, atOnce limit: Int) throws -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while true {
      let (more, reading) = try read(file, from: packets.count, limit: limit, capacity: 70_000)
      packets += more
      #expect(reading.end != .asMuchAsAsked || more.count == limit)
      if reading.end == .endOfFile { return packets }
    }
  }
}

/// Reads packets and splits them.
func read(
  _ file: PacketFile, from first: Int, limit: Int, capacity: Int
) throws -> (packets: [[UInt8]], reading: PacketReading) {
  var buffer = [UInt8](repeating: 0xFF, count: capacity)
  var span = buffer.mutableSpan
  var descriptions: [Packet] = []
  let reading = try file.read(
    from: UInt64(first), limit: limit, into: &span, describing: &descriptions)
  var packets: [[UInt8]] = []
  if file.info.format.bytesPerPacket > 0 {
    let size = file.info.format.bytesPerPacket
    packets = (0..<reading.packetCount).map { Array(buffer[$0 * size..<($0 + 1) * size]) }
  } else {
    #expect(descriptions.count == reading.packetCount)
    packets = descriptions.map { Array(buffer[Int($0.offset)...].prefix(Int($0.byteCount))) }
  }
  #expect(packets.reduce(0) { $0 + $1.count } == reading.byteCount)
  return (packets, reading)
}

/// The test format with a trim.
private struct TrimmedReader: ContainerReader {
  var trim: FrameTrim
  var reader = RecordReader()
  var position: UInt64 { reader.position }

  init(trim: FrameTrim) {
    self.trim = trim
  }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    let step = try reader.next(window, isEnd: isEnd, into: &packets)
    guard case .info(var info) = step else { return step }
    info.trim = trim
    return .info(info)
  }

  mutating func resynchronise(at offset: UInt64) { reader.resynchronise(at: offset) }
}

/// A memory source that returns few bytes at a time, or fails.
final class TrickleSource: ByteSource {
  private let bytes: [UInt8]
  private let longestRead: Int
  var available: Int
  var error: TransportError?
  private(set) var furthest = 0
  private(set) var bytesRead = 0

  init(_ bytes: [UInt8], longestRead: Int) {
    self.bytes = bytes
    self.longestRead = longestRead
    available = bytes.count
  }

  var byteCount: UInt64? { UInt64(bytes.count) }

  func read(
    at offset: UInt64, into buffer: inout MutableSpan<UInt8>
  ) throws(TransportError) -> Int {
    if let error { throw error }
    guard offset < UInt64(available) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, longestRead, available - start)
    for index in 0..<count { buffer[index] = bytes[start + index] }
    furthest = max(furthest, start + count)
    bytesRead += count
    return count
  }
}
