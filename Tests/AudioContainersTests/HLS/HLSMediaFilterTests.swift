import Testing

@testable import AudioContainers

/// Segments of each kind, in pieces of any size.
@Suite struct HLSMediaFilterTests {
  private static let packed =
    HLSPackedAudioTests.tag(HLSPackedAudioTests.timestamp(HLSPackedAudioTests.value))
    + HLSPackedAudioTests.audio + [UInt8](repeating: 0x55, count: 40)

  /// Filters segments, each in pieces.
  private static func filter(
    _ segments: [[UInt8]], map: [UInt8]? = nil, pieceByteCount: Int
  ) throws(HLSMediaFilter.Refusal) -> (bytes: [UInt8], timestamps: [UInt64?]) {
    var filter = HLSMediaFilter()
    if let map { filter.takeMap(map) }
    var output: [UInt8] = []
    var timestamps: [UInt64?] = []
    for segment in segments {
      filter.beginSegment()
      for start in stride(from: 0, to: segment.count, by: pieceByteCount) {
        let end = min(start + pieceByteCount, segment.count)
        try filter.read(segment.span.extracting(start..<end), isEnd: false, into: &output)
      }
      let nothing: [UInt8] = []
      try filter.read(nothing.span, isEnd: true, into: &output)
      timestamps.append(filter.isTimeKnown ? filter.timestamp : .max)
    }
    return (output, timestamps)
  }

  @Test("tags of packed audio are removed from each segment", arguments: [1, 3, 16, 1000])
  func packedAudio(pieceByteCount: Int) throws {
    let plain: [UInt8] = HLSPackedAudioTests.audio + [1, 2, 3]
    let result = try Self.filter([Self.packed, plain], pieceByteCount: pieceByteCount)
    #expect(result.bytes == Self.packed.suffix(44) + plain)
    #expect(result.timestamps == [HLSPackedAudioTests.expected, nil])
  }

  @Test("a transport stream becomes the frames in it", arguments: [1, 100, 188, 5000])
  func transportStream(pieceByteCount: Int) throws {
    let stream = TransportStreamTests.stream
    let result = try Self.filter([stream, stream], pieceByteCount: pieceByteCount)
    #expect(result.bytes == TransportStreamTests.sound + TransportStreamTests.sound)
    #expect(result.timestamps == [TransportStreamTests.time, TransportStreamTests.time])
  }

  @Test("an empty segment adds no bytes")
  func empty() throws {
    let result = try Self.filter([[], Self.packed], pieceByteCount: 7)
    #expect(result.bytes == Self.packed.suffix(44))
  }

  @Test("a page, and a transport stream without sound, are refused")
  func refusals() {
    let page = Array("<!DOCTYPE html><title>Not here</title>".utf8)
    #expect(throws: HLSMediaFilter.Refusal.notMedia) {
      try Self.filter([page], pieceByteCount: 5)
    }
    let video = TransportStreamTests.programs + TransportStreamTests.map([(0x1B, 0x101, [])])
    #expect(throws: HLSMediaFilter.Refusal.notMedia) {
      try Self.filter([video], pieceByteCount: 188)
    }
    let secret = TransportStreamTests.programs + TransportStreamTests.map([(0xCF, 0x101, [])])
    #expect(throws: HLSMediaFilter.Refusal.protected) {
      try Self.filter([secret], pieceByteCount: 188)
    }
  }
}
