import AudioModel
import Testing

@testable import AudioContainers

/// The contents of the chunks besides format, audio and packet table.
@Suite struct CAFDetailsTests {
  private static let description = cafDescription("lpcm", bytes: 2, frames: 1, bits: 16)
  private static let time: [UInt8] = [0xFE, 2, 3, 4, 0, 0, 0, 5]
  private static let markers =
    bigEndian(2 as UInt32) + bigEndian(3 as UInt32)
    + cafMarker("pbeg", at: 1.5, identifier: 10, time: time, channel: 2)
    + cafMarker("tmpo", at: 7, identifier: 11, time: cafNoTime)
  private static let regions =
    bigEndian(0 as UInt32) + bigEndian(2 as UInt32)
    + bigEndian(12 as UInt32) + bigEndian(3 as UInt32) + bigEndian(2 as UInt32)
    + cafMarker("rbeg", at: 0, identifier: 10, time: time)
    + cafMarker("rend", at: 9, identifier: 99, time: time)
    + bigEndian(13 as UInt32) + bigEndian(0 as UInt32) + bigEndian(0 as UInt32)
  private static let details: [[UInt8]] = [
    cafChunk("mark", markers), cafChunk("regn", regions),
    cafStrings([(10, "Anfang – début"), (12, ""), (13, "b")]),
    cafInformation([("title", "Lied"), ("artist", "Ä"), ("title", "second"), ("empty", "")]),
    cafChunk("kuki", [1, 2, 3]), cafChunk("kuki", [4]), cafChunk("uuid", [1]),
    cafChunk(
      "chan",
      bigEndian(0 as UInt32) + bigEndian(0 as UInt32) + bigEndian(1 as UInt32)
        + bigEndian(42 as UInt32) + bigEndian(1 as UInt32) + bigEndian((0.5 as Float).bitPattern)
        + bigEndian((-1 as Float).bitPattern) + bigEndian((2 as Float).bitPattern)),
  ]

  private func check(_ info: ContainerInfo?) throws {
    let info = try #require(info)
    #expect(info.magicCookie == [1, 2, 3])
    #expect(info.tags.values == ["title": "Lied", "artist": "Ä"])
    let description = ChannelDescription(label: 42, flags: 1, coordinates: SIMD3(0.5, -1, 2))
    #expect(info.channelLayout == ChannelLayout(tag: 0, descriptions: [description]))
    let time = SMPTETime(
      type: 2, hours: -2, minutes: 2, seconds: 3, frames: 4, subFrameSampleOffset: 5)
    let first = Marker(
      framePosition: 1.5, type: FourCC("p", "b", "e", "g").rawValue, identifier: 10, channel: 2,
      name: "Anfang – début", time: time)
    // The chunk states three markers and has two.
    #expect(
      info.markers == [
        first,
        Marker(framePosition: 7, type: FourCC("t", "m", "p", "o").rawValue, identifier: 11),
      ])
    #expect(info.regions.map(\.identifier) == [12, 13])
    #expect(info.regions.map(\.name) == ["", "b"])
    #expect(info.regions.map(\.flags) == [[.loopEnable, .playForward], []])
    #expect(info.regions.map { $0.markers.map(\.framePosition) } == [[0, 9], []])
    #expect(info.regions.first?.markers.first?.name == "Anfang – début")
    #expect(info.regions.first?.markers.first?.time == nil)
  }

  @Test func readsChunksBeforeTheAudio() throws {
    let bytes = caf(Self.description, Self.details.flatMap { $0 }, cafData([1, 2]))
    let result = try readAll(bytes, with: CAFReader())
    try check(result.info)
    #expect(result.completed == nil)
  }

  @Test func readsChunksAfterTheAudio() throws {
    let bytes = caf(Self.description, cafData([1, 2]), Self.details.flatMap { $0 })
    let result = try readAll(bytes, with: CAFReader())
    try check(result.completed)
    #expect(result.info?.channelLayout == .mono)
    #expect(result.info?.tags == Tags())
  }

  @Test func keepsTheReaderContract() throws {
    let laws = ReaderLaws { CAFReader() }
    let bytes = caf(Self.description, Self.details.flatMap { $0 }, cafData([1, 2]))
    try laws.checkCuts(bytes)
    try laws.checkPrefixes(bytes)
    try laws.checkByteValues(bytes)
    try laws.checkCuts(caf(Self.description, cafData([1, 2]), Self.details.flatMap { $0 }))
  }

  @Test func namesAreAsLongAsTheirChunkAtMost() {
    // A thousand names that all refer to one long text.
    let text = [UInt8](repeating: 0x61, count: 10_000)
    let entries = (0..<1000 as Range<UInt32>).flatMap { bigEndian($0) + bigEndian(0 as Int64) }
    let body = bigEndian(1000 as UInt32) + entries + text
    let names = CAFStrings.names(body.span)
    #expect(names.values.reduce(0) { $0 + $1.utf8.count } <= body.count)
    #expect(names.isEmpty == false)
  }

  @Test(arguments: [
    [], [0, 0, 0], bigEndian(UInt32.max), bigEndian(UInt32.max) + [0, 0, 0, 0],
    bigEndian(0 as UInt32) + bigEndian(UInt32.max) + [1],
  ])
  func shortBodiesAreIgnored(body: [UInt8]) {
    #expect(CAFMarkers.markers(body.span).isEmpty)
    #expect(CAFMarkers.regions(body.span).isEmpty)
    #expect(CAFStrings.names(body.span).isEmpty)
    #expect(ChannelLayout(chunk: body.span) == nil)
  }

  @Test func marksUseMemoryForReceivedBytesOnly() throws {
    let bytes = caf(
      Self.description, cafChunk("mark", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], size: 1 << 22))
    let error = try readAll(bytes, with: CAFReader()).error
    #expect(error == ContainerError(.truncated, at: UInt64(bytes.count)))
  }
}
