import AudioModel
import Testing

@testable import AudioContainers

/// Marks, loops and texts of WAVE files.
@Suite struct WAVDetailsTests {
  private static let format = formatChunk(tag: 1, channels: 1, bits: 16)
  private static let audio = chunk("data", [1, 2])

  private static func cue(_ identifier: UInt32, at frame: UInt32) -> [UInt8] {
    littleEndian(identifier) + littleEndian(0 as UInt32) + Array("data".utf8)
      + littleEndian(0 as UInt32) + littleEndian(0 as UInt32) + littleEndian(frame)
  }

  private static func loop(_ identifier: UInt32, type: UInt32, _ start: UInt32, _ end: UInt32)
    -> [UInt8]
  {
    littleEndian(identifier) + littleEndian(type) + littleEndian(start) + littleEndian(end)
      + [UInt8](repeating: 0, count: 8)
  }

  /// Returns a text of a fixed length.
  private static func field(_ text: String, _ count: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
  }

  private static let details: [[UInt8]] = [
    // Three are stated, but only two exist.
    chunk("cue ", littleEndian(3 as UInt32) + cue(7, at: 100) + cue(8, at: 200)),
    chunk(
      "smpl",
      [UInt8](repeating: 0, count: 28) + littleEndian(2 as UInt32) + littleEndian(0 as UInt32)
        + loop(1, type: 0, 10, 19) + loop(2, type: 1, 30, 39)),
    chunk(
      "LIST",
      Array("adtl".utf8) + chunk("labl", littleEndian(7 as UInt32) + Array("seven".utf8) + [0])
        + chunk("note", littleEndian(7 as UInt32) + Array("no name".utf8))
        + chunk(
          "ltxt",
          littleEndian(8 as UInt32) + littleEndian(50 as UInt32) + Array("rgn ".utf8)
            + [UInt8](repeating: 0, count: 8) + Array("stretch".utf8))
        + chunk("ltxt", littleEndian(9 as UInt32) + [UInt8](repeating: 0, count: 16))),
    chunk(
      "bext",
      field("Broadcast", 256) + field("Studio", 32) + field("ref", 32) + field("2024-05-06", 10)
        + field("10:00:00", 8)),
  ]

  private func check(_ info: ContainerInfo?) throws {
    let info = try #require(info)
    #expect(
      info.markers == [
        Marker(framePosition: 100, identifier: 7, name: "seven"),
        Marker(framePosition: 200, identifier: 8),
      ])
    #expect(info.regions.map(\.identifier) == [1, 2, 8])
    #expect(
      info.regions.map { $0.markers.map(\.framePosition) } == [[10, 20], [30, 40], [200, 250]])
    #expect(
      info.regions.map(\.flags) == [
        [.loopEnable, .playForward], [.loopEnable, .playForward, .playBackward], [],
      ])
    #expect(info.regions.last?.name == "stretch")
    #expect(info.tags.values == ["comments": "Broadcast", "recorded date": "2024-05-06"])
  }

  private static let before = riff(format, details.flatMap { $0 }, audio)
  private static let after = riff(format, audio, details.flatMap { $0 })

  @Test func readsChunksBeforeTheAudio() throws {
    let result = try readAll(Self.before, with: WAVReader())
    try check(result.info)
    #expect(result.completed == nil)
  }

  @Test func readsChunksAfterTheAudio() throws {
    let result = try readAll(Self.after, with: WAVReader())
    try check(result.completed)
    #expect(result.info?.markers == [])
  }

  @Test func tagsOverrideTheBroadcastTexts() throws {
    let list = chunk("LIST", Array("INFO".utf8) + chunk("ICMT", Array("tag".utf8)))
    let bytes = riff(Self.format, Self.details[3], Self.audio, list, Self.details[0])
    let result = try readAll(bytes, with: WAVReader())
    #expect(result.info?.tags.values["comments"] == "Broadcast")
    #expect(result.laterTags.values == ["comments": "tag"])
    #expect(result.completed?.tags.values["comments"] == "tag")
  }

  @Test func keepsTheReaderContract() throws {
    let laws = ReaderLaws { WAVReader() }
    try laws.checkCuts(Self.before)
    try laws.checkCuts(Self.after)
    try laws.checkPrefixes(Self.before)
    try laws.checkByteValues(Self.before)
  }

  @Test func manyRegionsTakeLinearTime() {
    var details = WAVDetails()
    let count = 40_000 as UInt32
    let cues = (0..<count).flatMap { Self.cue($0, at: $0) }
    details.take(FourCC("c", "u", "e", " "), (littleEndian(count) + cues).span)
    let stretches = (0..<count).flatMap {
      chunk("ltxt", littleEndian($0) + [UInt8](repeating: 0, count: 16))
    }
    details.take(FourCC("a", "d", "t", "l"), (Array("adtl".utf8) + stretches).span)
    var info = ContainerInfo(
      fileType: .wave, format: StreamFormat(sampleRate: 1, formatID: .linearPCM, channelCount: 1),
      dataOffset: 0, packetSizeUpperBound: 1)
    details.fill(&info)
    #expect(info.markers.count == Int(count))
    #expect(info.regions.count == Int(count))
  }
}
