import AudioModel
import Testing

@testable import AudioContainers

@Suite struct WAVReaderTests {
  let laws = ReaderLaws { WAVReader() }

  @Test(arguments: WAVSample.good)
  func readsFormatAndAudio(sample: WAVSample) throws {
    let result = try readAll(sample.bytes, with: WAVReader())
    #expect(result.error == nil)
    #expect(result.constant == sample.run)
    #expect(result.laterTags.values == sample.laterTags)
    let info = try #require(result.info)
    #expect(info.format == sample.format)
    #expect(info.fileType == sample.fileType)
    #expect(info.channelLayout == sample.layout)
    #expect(info.dataOffset == sample.run.offset)
    #expect(info.statedDataByteCount == sample.run.byteCount)
    #expect(info.packetSizeUpperBound == sample.format.bytesPerPacket)
    #expect(info.tags.values == sample.tags)
  }

  @Test("the fact chunk states the frames in the last block", arguments: [39, 40, 21, 20, 41, 0])
  func trimsByFacts(stated: UInt32) throws {
    let file = riff(
      formatChunk(tag: 2, channels: 2, bits: 4, container: 16),
      chunk("fact", littleEndian(stated)), chunk("data", [UInt8](repeating: 1, count: 64)))
    let info = try #require(try readAll(file, with: WAVReader()).info)
    #expect(info.magicCookie == Array(file[20..<36]))
    // Two blocks have 40 frames.
    let isBelievable = (21...40).contains(stated)
    #expect(info.trim?.validFrames == (isBelievable ? UInt64(stated) : nil))
    #expect(info.trim?.remainderFrames == (isBelievable ? 40 - Int(stated) : nil))
  }

  @Test(arguments: WAVSample.bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try readAll(sample.bytes, with: WAVReader()).error == sample.error)
  }

  @Test(arguments: WAVSample.good)
  func keepsTheReaderContract(sample: WAVSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(arguments: WAVSample.good)
  func everyPrefixWithoutAudioIsTruncated(sample: WAVSample) throws {
    for count in 1..<Int(sample.run.offset) {
      let result = try readAll(Array(sample.bytes.prefix(count)), with: WAVReader())
      #expect(result.error?.reason == .truncated, "prefix of \(count)")
    }
  }

  @Test func isSmall() {
    #expect(MemoryLayout<WAVReader>.size <= 1456)
  }

  @Test(
    arguments: [
      (44, 44, 8), (45, 48, 4), (48, 48, 4), (49, 52, 0), (0, 44, 8), (.max, 52, 0),
    ] as [(UInt64, UInt64, UInt64)])
  func resynchronisesToAFrame(offset: UInt64, start: UInt64, byteCount: UInt64) throws {
    let sample = WAVSample.plain[0]
    var reader = WAVReader()
    var packets: [Packet] = []
    guard case .info = try reader.next(sample.bytes.span, isEnd: true, into: &packets) else {
      Issue.record("no info")
      return
    }
    reader.resynchronise(at: offset)
    #expect(reader.position == start)
    let rest = sample.bytes.span.extracting(Int(start)...)
    let step = try reader.next(rest, isEnd: true, into: &packets)
    guard byteCount > 0 else {
      guard case .end = step else {
        Issue.record("packets after the data")
        return
      }
      return
    }
    guard case .constantPackets(let begin, let count) = step else {
      Issue.record("no packets")
      return
    }
    #expect(begin == start)
    #expect(count == byteCount)
  }
}
