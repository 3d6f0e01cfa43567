import AudioModel
import Testing

@testable import AudioContainers

@Suite struct AIFFReaderTests {
  let laws = ReaderLaws { AIFFReader() }

  @Test(arguments: AIFFSample.good)
  func readsFormatAndAudio(sample: ConstantSample) throws {
    try check(sample, with: AIFFReader())
  }

  @Test(arguments: AIFFSample.bad)
  func reportsErrorsWithTheirOffsets(sample: BadSample) throws {
    #expect(try readAll(sample.bytes, with: AIFFReader()).error == sample.error)
  }

  @Test func returnsNoSecondInfoAfterASeek() throws {
    // The contents of the first chunk look like sound to a second scan.
    let bytes = aiff(aiffCommon(frames: 0), aiffChunk("XXXX", aiffSound([1, 2, 3, 4])))
    var reader = AIFFReader()
    var packets: [Packet] = []
    guard case .info = try reader.next(bytes.span, isEnd: true, into: &packets) else {
      Issue.record("no info")
      return
    }
    reader.resynchronise(at: 0)
    while true {
      let start = min(Int(clamping: reader.position), bytes.count)
      let step = try reader.next(bytes.span.extracting(start...), isEnd: true, into: &packets)
      if case .info = step { Issue.record("a second info") }
      if case .end = step { break }
    }
  }

  @Test(arguments: AIFFSample.good)
  func keepsTheReaderContract(sample: ConstantSample) throws {
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(
    arguments: [
      ([0x3F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], 1),
      ([0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], 8000),
      ([0x40, 0x0C, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], 11_025),
      ([0x40, 0x0D, 0xAD, 0xC5, 0xE8, 0xBA, 0x2E, 0x8B, 0xA2, 0xE8], 22_242.954_545_454_545),
      ([0x40, 0x10, 0xBB, 0x80, 0, 0, 0, 0, 0, 0], 192_000),
    ] as [([UInt8], Double)])
  func readsRatesInEightyBits(rate: [UInt8], hertz: Double) throws {
    let bytes = aiff(aiffCommon(frames: 0, rate: rate))
    #expect(try readAll(bytes, with: AIFFReader()).info?.format.sampleRate == hertz)
  }

  @Test(
    arguments: [(54, 54, 8), (55, 58, 4), (58, 58, 4), (59, 62, 0), (0, 54, 8), (63, 63, nil)]
      as [(UInt64, UInt64, UInt64?)])
  func resynchronisesToAFrame(offset: UInt64, start: UInt64, byteCount: UInt64?) throws {
    try checkResynchronising(
      AIFFReader(), AIFFSample.plain[0].bytes, at: offset, startsAt: start, giving: byteCount)
  }
}

/// The contents of the chunks besides format and sound.
@Suite struct AIFFDetailsTests {
  private static let details: [[UInt8]] = [
    aiffChunk(
      "INST", [60, 0, 0, 127, 1, 127, 0, 0] + [0, 2, 0, 1, 0, 2] + [0, 1, 0, 2, 0, 9]),
    aiffChunk(
      "MARK",
      bigEndian(3 as UInt16) + aiffMarker(1, at: 10, "beg") + aiffMarker(2, at: 20, "Ende")
        + aiffMarker(3, at: 30, "")),
    aiffChunk("NAME", Array("Lied".utf8)), aiffChunk("AUTH", Array("Ä".utf8)),
    aiffChunk("(c) ", [0x32, 0xE9]), aiffChunk("ANNO", Array("first".utf8)),
    aiffChunk("ANNO", Array("second".utf8)),
    aiffChunk("CHAN", bigEndian(0x0071_0005 as UInt32) + [UInt8](repeating: 0, count: 8)),
  ]

  private func check(_ info: ContainerInfo?) throws {
    let info = try #require(info)
    #expect(
      info.tags.values == ["title": "Lied", "artist": "Ä", "copyright": "2é", "comments": "first"])
    #expect(info.channelLayout == ChannelLayout(tag: 0x0071_0005))
    let markers = [
      Marker(framePosition: 10, identifier: 1, name: "beg"),
      Marker(framePosition: 20, identifier: 2, name: "Ende"),
      Marker(framePosition: 30, identifier: 3),
    ]
    #expect(info.markers == markers)
    // The second marker of the release loop is missing.
    let region = try #require(info.regions.first)
    #expect(info.regions.count == 1)
    #expect(region.flags == [.loopEnable, .playForward, .playBackward])
    #expect(region.markers.map(\.framePosition) == [10, 20])
    #expect(region.markers.map { FourCC(rawValue: $0.type).description } == ["slbg", "slen"])
  }

  private static let common = aiffCommon(frames: 1)
  private static let before = aiff(common, details.flatMap { $0 }, aiffSound([1, 2]))
  private static let after = aiff(common, aiffSound([1, 2]), details.flatMap { $0 })

  @Test func readsChunksBeforeTheSound() throws {
    let result = try readAll(Self.before, with: AIFFReader())
    try check(result.info)
    #expect(result.completed == nil)
  }

  @Test func readsChunksAfterTheSound() throws {
    let result = try readAll(Self.after, with: AIFFReader())
    try check(result.completed)
    #expect(result.info?.markers == [])
    #expect(result.info?.channelLayout == .mono)
  }

  @Test func readsCommentsOfTheFile() throws {
    func comment(_ marker: UInt16, _ text: String) -> [UInt8] {
      let body = bigEndian(0 as UInt32) + bigEndian(marker) + bigEndian(UInt16(text.utf8.count))
      return body + Array(text.utf8) + (text.utf8.count % 2 == 1 ? [0] : [])
    }
    let body =
      bigEndian(9 as UInt16) + comment(0, "one") + comment(4, "of a marker") + comment(0, "two!")
    let bytes = aiff(Self.common, aiffChunk("COMT", body), aiffSound([1, 2]))
    #expect(
      try readAll(bytes, with: AIFFReader()).info?.tags.values == ["comments": "one\ntwo!"])
  }

  @Test func readsAnID3Tag() throws {
    let frame = Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0] + [0, 0x68, 0x69]
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    let bytes = aiff(Self.common, aiffSound([1, 2]), aiffChunk("ID3 ", tag))
    #expect(try readAll(bytes, with: AIFFReader()).completed?.tags.values == ["title": "hi"])
  }

  @Test func keepsTheReaderContract() throws {
    let laws = ReaderLaws { AIFFReader() }
    for bytes in [Self.before, Self.after] {
      try laws.checkCuts(bytes)
      try laws.checkPrefixes(bytes)
      try laws.checkByteValues(bytes)
    }
  }
}
