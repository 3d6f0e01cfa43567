import AudioModel
import Testing

@testable import AudioContainers

/// Checks that a reader finds the contents of a file of constant packets.
func check<Reader: ContainerReader>(_ sample: ConstantSample, with reader: Reader) throws {
  let result = try readAll(sample.bytes, with: reader)
  #expect(result.error == nil)
  #expect(result.constant == sample.run)
  let info = try #require(result.info)
  #expect(info.fileType == sample.fileType)
  #expect(info.format == sample.format)
  #expect(info.dataOffset == sample.run.offset)
  #expect(info.statedDataByteCount == sample.run.byteCount)
  let packets = sample.run.byteCount.map { $0 / UInt64(sample.format.bytesPerPacket) }
  #expect(info.statedPacketCount == packets)
  #expect(info.packetSizeUpperBound == sample.format.bytesPerPacket)
  let bits = Double(sample.format.bytesPerPacket * 8) / Double(sample.format.framesPerPacket)
  #expect(info.statedBitRate == Int(44_100 * bits))
}

/// Checks that a reader with known info continues at the correct position.
///
/// - Parameters:
///   - reader: A fresh reader.
///   - bytes: The file.
///   - offset: The requested position.
///   - start: The expected position.
///   - byteCount: The bytes of the packets from there on, or `nil` without packets.
/// - Throws: The reader's error.
func checkResynchronising<Reader: ContainerReader>(
  _ reader: Reader, _ bytes: [UInt8], at offset: UInt64, startsAt start: UInt64,
  giving byteCount: UInt64?
) throws {
  var reader = reader
  var packets: [Packet] = []
  guard case .info = try reader.next(bytes.span, isEnd: true, into: &packets) else {
    Issue.record("no info")
    return
  }
  reader.resynchronise(at: offset)
  #expect(reader.position == start)
  let rest = bytes.span.extracting(min(Int(start), bytes.count)...)
  let step = try reader.next(rest, isEnd: true, into: &packets)
  switch (step, byteCount) {
  case (.constantPackets(let begin, let count), let byteCount?):
    #expect(begin == start)
    #expect(count == byteCount)
  case (.end, nil): break
  default: Issue.record("unexpected step: \(step)")
  }
}
