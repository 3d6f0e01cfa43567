import AudioModel
import Testing

@testable import AudioContainers

@Suite struct CAFReaderTests {
  let laws = ReaderLaws(mayGoBack: true) { CAFReader() }

  private func read(_ bytes: [UInt8]) throws -> ReadResult {
    try readAll(bytes, with: CAFReader(), mayGoBack: true)
  }

  @Test(arguments: CAFSample.good)
  func readsFormatAndPackets(sample: CAFSample) throws {
    let result = try read(sample.bytes)
    #expect(result.error == nil)
    let info = try #require(result.info)
    #expect(info.fileType == .caff)
    #expect(info.format == sample.format)
    #expect(info.dataOffset == sample.dataOffset)
    #expect((result.completed ?? info).trim == sample.trim)
    #expect(result.constant == sample.run)
    #expect(result.tablePackets == sample.table.map { Self.packets($0, from: sample.dataOffset) })
    #expect(result.packets == Self.packets(sample.scanned, from: sample.dataOffset))
    let largest = (result.packets + (result.tablePackets ?? [])).map { Int($0.byteCount) }.max()
    #expect(info.packetSizeUpperBound >= max(largest ?? 0, sample.format.bytesPerPacket, 1))
  }

  @Test(arguments: CAFSample.bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try read(sample.bytes).error == sample.error)
  }

  @Test(arguments: CAFSample.good)
  func keepsTheReaderContract(sample: CAFSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(arguments: CAFSample.bad)
  func keepsTheReaderContractForBadFiles(sample: BadSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test func onlyMovesForwardWithATable() throws {
    for sample in CAFSample.linear + CAFSample.tables {
      _ = try readAll(sample.bytes, with: CAFReader())
    }
  }

  @Test(
    arguments: [(68, 68, 8), (69, 72, 4), (72, 72, 4), (73, 76, 0), (0, 68, 8)]
      as [(UInt64, UInt64, UInt64)])
  func resynchronisesToAFrame(offset: UInt64, start: UInt64, byteCount: UInt64) throws {
    let bytes = CAFSample.linear[0].bytes
    var (reader, packets) = try started(bytes)
    reader.resynchronise(at: offset)
    #expect(reader.position == start)
    let rest = bytes.span.extracting(Int(start)...)
    let step = try reader.next(rest, isEnd: true, into: &packets)
    guard case .constantPackets(let begin, let count) = step
    else {
      Issue.record("no packets")
      return
    }
    #expect(begin == start)
    #expect(count == byteCount)
  }

  @Test func resynchronisesToAdjacentPackets() throws {
    let packet: [UInt8] = [0x0C] + [UInt8](repeating: 0x0C, count: 13)
    let audio = [[UInt8]](repeating: packet, count: 40).flatMap { $0 }
    let bytes = caf(
      cafDescription("samr", rate: 8000, frames: 160), cafData(audio, size: -1))
    let whole = try read(bytes).packets
    #expect(whole.count == 40)
    for offset in [68, 75, 82, 300, 68 + 39 * 14, 68 + 39 * 14 + 1, 10_000] as [UInt64] {
      var (reader, packets) = try started(bytes)
      reader.resynchronise(at: offset)
      let start = min(Int(reader.position), bytes.count)
      let step = try reader.next(bytes.span.extracting(start...), isEnd: true, into: &packets)
      // Every byte looks like the start of a packet, so only the distance is reliable.
      if case .packets = step {
        #expect(packets.allSatisfy { $0.offset >= offset && $0.byteCount == 14 })
      } else {
        #expect(offset > 68 + 39 * 14)
      }
    }
  }

  /// Returns a reader with known info.
  private func started(_ bytes: [UInt8]) throws -> (CAFReader, [Packet]) {
    var reader = CAFReader()
    var packets: [Packet] = []
    guard case .info = try reader.next(bytes.span, isEnd: true, into: &packets) else {
      Issue.record("no info")
      return (reader, packets)
    }
    return (reader, packets)
  }

  /// Returns adjacent packets with these bytes and frames.
  private static func packets(_ sizes: [[UInt32]], from offset: UInt64) -> [Packet] {
    var place = offset
    return sizes.map { size in
      defer { place += UInt64(size[0]) }
      return Packet(offset: place, byteCount: size[0], frameCount: size[1])
    }
  }
}
