import AudioContainers
import AudioModel
import Testing

@testable import AudioFiles

/// Seek points that the file names.
@Suite struct SeekPointTests {
  private static let points = [
    SeekPoint(frame: 0, byteOffset: 0), SeekPoint(frame: 1000, byteOffset: 300),
    SeekPoint(frame: 3000, byteOffset: 1300),
  ]

  @Test(
    arguments: [
      (0, 0, true), (5, 150, false), (10, 300, true), (20, 800, false), (30, 1300, true),
      (60, 2600, false),
    ] as [(UInt64, UInt64, Bool)])
  func seekPointsGivePacketOffsets(index: UInt64, offset: UInt64, isExact: Bool) throws {
    var stream = PacketStream(reader: PointReader(points: Self.points))
    let byte: [UInt8] = [1]
    stream.append(byte.span)
    while try stream.next() != nil {}
    #expect(
      stream.estimates.byteOffset(ofPacket: index)
        == PacketEstimate(value: offset, isExact: isExact))
  }

  @Test(arguments: [[], [SeekPoint(frame: 0, byteOffset: 0)]])
  func tooFewSeekPointsAreIgnored(points: [SeekPoint]) throws {
    var stream = PacketStream(reader: PointReader(points: points))
    let byte: [UInt8] = [1]
    stream.append(byte.span)
    while try stream.next() != nil {}
    #expect(stream.estimates.byteOffset(ofPacket: 7) == nil)
    #expect(stream.estimates.byteOffset(ofPacket: .max) == nil)
  }
}

/// Has information, but no packets.
private struct PointReader: ContainerReader {
  var points: [SeekPoint]
  private(set) var position: UInt64 = 0
  private var hasInfo = false

  init(points: [SeekPoint]) { self.points = points }

  mutating func next(
    _ window: Span<UInt8>, isEnd: Bool, into packets: inout [Packet]
  ) throws(ContainerError) -> ReaderStep {
    guard !hasInfo else { return .end }
    hasInfo = true
    var info = ContainerInfo(
      fileType: .flac,
      format: StreamFormat(
        sampleRate: 8000, formatID: .flac, framesPerPacket: 100, channelCount: 1),
      dataOffset: 0, packetSizeUpperBound: 100)
    info.seekPoints = points
    return .info(info)
  }

  mutating func resynchronise(at offset: UInt64) {}
}
