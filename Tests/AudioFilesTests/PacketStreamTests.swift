import AudioContainers
import AudioModel
import Testing

@testable import AudioFiles

@Suite struct PacketStreamTests {
  /// All reports of a stream, with packets taken one by one.
  private enum Said: Equatable {
    case info(ContainerInfo)
    case packet([UInt8], frames: UInt32)
    case tags(Tags)
    case trim
  }

  @Test(arguments: RecordFile.all) func anyDivisionGivesTheSameResult(file: RecordFile) throws {
    let whole = try push(file.bytes, pieces: .max)
    #expect(packets(of: whole) == file.packets)
    for size in [1, 2, 3, 7, 64, 1000, 65536] {
      #expect(try push(file.bytes, pieces: size) == whole, "pieces of \(size)")
    }
  }

  @Test func lastPacketComesWithTheEnd() throws {
    let file = RecordFile("two", sizes: [5, 6])
    var stream = PacketStream(reader: RecordReader())
    #expect(packets(of: try push(file.bytes, to: &stream)) == [file.packets[0]])
    stream.finish()
    #expect(packets(of: try drain(&stream)) == [file.packets[1]])
    stream.finish()
    #expect(try drain(&stream).isEmpty)
  }

  @Test(arguments: RecordFile.all) func continuesAfterATemporaryEnd(file: RecordFile) throws {
    let whole = try push(file.bytes, pieces: .max)
    for cut in Array(0..<min(file.bytes.count, 60)) + [file.bytes.count / 2, file.bytes.count] {
      var stream = PacketStream(reader: RecordReader())
      var said = try push(Array(file.bytes.prefix(cut)), to: &stream)
      for _ in 0..<2 {
        stream.finish()
        if cut < 4 {
          #expect(throws: PacketError.self) { try drain(&stream) }
        } else {
          said += try drain(&stream)
        }
      }
      said += try push(Array(file.bytes.dropFirst(cut)), to: &stream)
      stream.finish()
      said += try drain(&stream)
      #expect(said == whole, "cut at \(cut)")
      #expect(stream.totals.packetCount == file.packets.count)
      #expect(stream.totals.packetByteCount == file.packets.reduce(0) { $0 + $1.count })
      // From the end of the header to the end of the last packet.
      var end = file.bytes.count
      if case .tags = said.last { end -= RecordFile.tag.count }
      #expect(stream.totals.coveredByteCount == end - 4)
    }
  }

  @Test func continuesAtAnotherPosition() throws {
    let file = RecordFile("many", sizes: Array(repeating: 50, count: 100))
    var stream = PacketStream(reader: RecordReader())
    _ = try push(Array(file.bytes[..<(4 + 53 * 10 + 20)]), to: &stream)
    stream.continueElsewhere(at: 4 + 53 * 40)
    #expect(stream.offset == 4 + 53 * 40)
    let said = try push(Array(file.bytes[(4 + 53 * 40)..<(4 + 53 * 45 + 1)]), to: &stream)
    #expect(packets(of: said) == Array(file.packets[40..<45]))
    #expect(stream.totals.packetCount == 15)
    #expect(stream.totals.packetByteCount == 15 * 50)
    // The first of the new packets has an unknown start in the file.
    #expect(stream.totals.coveredByteCount == 15 * 53 - 3)
  }

  @Test func storesAtMostOnePiece() throws {
    let file = RecordFile("many", sizes: Array(repeating: 500, count: 4000))
    var stream = PacketStream(reader: RecordReader())
    for start in stride(from: 0, to: file.bytes.count, by: 100) {
      let piece = Array(file.bytes[start..<min(start + 100, file.bytes.count)])
      _ = try push(piece, to: &stream)
      #expect(stream.heldByteCount <= 504 + 100)
    }
  }

  @Test func errorsHaveTheSamePosition() {
    let file = RecordFile("broken", sizes: [10, 20], tail: [0xEE])
    for size in [1, 5, 1000] {
      #expect(throws: PacketError.container(ContainerError(.malformed, at: 40))) {
        try push(file.bytes, pieces: size)
      }
    }
  }

  @Test func aJumpBackIsNotStreamable() {
    var stream = PacketStream(reader: BackwardReader())
    #expect(throws: PacketError.notOptimized) {
      try push(Array(repeating: 1, count: 100), to: &stream)
    }
  }

  @Test func aJumpForwardSkipsReceivedBytes() throws {
    for size in [1, 3, 10, 1000] {
      var stream = PacketStream(reader: SkippingReader())
      let bytes = (0..<100).map { UInt8($0) }
      var said: [Said] = []
      for start in stride(from: 0, to: 100, by: size) {
        said += try push(Array(bytes[start..<min(start + size, 100)]), to: &stream)
      }
      #expect(packets(of: said) == [[50, 51, 52, 53]])
    }
  }

  private func push(_ bytes: [UInt8], pieces size: Int) throws -> [Said] {
    var stream = PacketStream(reader: RecordReader())
    var said: [Said] = []
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
      said += try push(
        Array(bytes[start..<min(start + min(size, bytes.count), bytes.count)]), to: &stream)
    }
    stream.finish()
    return said + (try drain(&stream))
  }

  private func push(_ bytes: [UInt8], to stream: inout PacketStream) throws -> [Said] {
    stream.append(bytes.span)
    return try drain(&stream)
  }

  private func drain(_ stream: inout PacketStream) throws -> [Said] {
    var said: [Said] = []
    while let event = try stream.next() {
      switch event {
      case .info(let info): said.append(.info(info))
      case .tags(let tags): said.append(.tags(tags))
      case .trim: said.append(.trim)
      case .link: Issue.record("expected one stream")
      case .packets(let batch):
        #expect(batch.packetCount == batch.packets.count)
        for packet in batch.packets {
          let bytes = batch.bytes[Int(packet.offset)...].prefix(Int(packet.byteCount))
          said.append(.packet(Array(bytes), frames: packet.frameCount))
        }
      }
    }
    return said
  }

  private func packets(of said: [Said]) -> [[UInt8]] {
    said.compactMap { if case .packet(let bytes, _) = $0 { bytes } else { nil } }
  }
}

/// Goes back after ten bytes, as with a table that points to earlier packets.
private struct BackwardReader: ContainerReader {
  private(set) var position: UInt64 = 10

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    if window.count >= 10 { position = 0 }
    return .needs(10)
  }

  mutating func resynchronise(at offset: UInt64) {}
}

/// Has one packet, after fifty bytes of padding.
private struct SkippingReader: ContainerReader {
  private(set) var position: UInt64 = 0
  private var hasFound = false

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    position = max(position, 50)
    guard !hasFound else { return .end }
    guard window.count >= 4, window[0] == 50 else { return .needs(4) }
    packets.append(Packet(offset: 50, byteCount: 4, frameCount: 1))
    hasFound = true
    return .packets
  }

  mutating func resynchronise(at offset: UInt64) {}
}
