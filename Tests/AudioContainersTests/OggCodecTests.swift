import AudioModel
import Testing

@testable import AudioContainers
@testable import AudioSyntax

/// The special rules of Opus, Vorbis and FLAC in Ogg.
@Suite struct OggCodecTests {
  private func read(_ pages: [[UInt8]]) throws -> ReadResult {
    try readAll(pages.flatMap { $0 }, with: OggReader())
  }

  // MARK: - Opus

  @Test(
    arguments: [
      // Source: RFC 6716, table 2; frames at 48 kHz.
      (0x00, [480]), (0x08, [960]), (0x10, [1920]), (0x18, [2880]), (0x60, [480]), (0x68, [960]),
      (0x78, [960]), (0x80, [120]), (0x88, [240]), (0x90, [480]), (0x98, [960]), (0xF8, [960]),
      (0x01, [960]), (0xE2, [240]), (0x1A, [5760]),
    ] as [(UInt8, [UInt32])])
  func opusPacketsStateTheirLength(first: UInt8, frames: [UInt32]) throws {
    #expect(try opus([[first, 0, 0]]).packets.map(\.frameCount) == frames)
  }

  @Test func opusPacketsMayHaveManyFrames() throws {
    let packets: [[UInt8]] = [[0xE3, 48, 1], [0xFB, 6], [0x1B, 0x82]]
    #expect(try opus(packets).packets.map(\.frameCount) == [5760, 5760, 5760])
    // Zero, too many, or not stated.
    #expect(try opus([[0xE3, 0], [0xE3, 49], [0x1B, 3], [0xE3]]).packets.isEmpty)
  }

  @Test func opusPacketsMayDiffer() throws {
    let result = try opus([[0xF8, 0], [0xE0, 0]])
    #expect(result.info?.format.framesPerPacket == 0)
    #expect(result.packets.map(\.frameCount) == [960, 120])
  }

  private func opus(_ packets: [[UInt8]]) throws -> ReadResult {
    var pages = OggPages()
    return try read([
      pages.page([opusHead()], isFirst: true), pages.page([opusTags()]),
      pages.page(packets, granule: 100_000),
    ])
  }

  @Test(arguments: [
    (opusHead(channels: 1), ChannelLayout.mono),
    (opusHead(channels: 2), .stereo),
    (opusHead(channels: 3, family: 1, table: [2, 1, 0, 1, 2]), ChannelLayout(tag: 9_830_403)),
    (opusHead(channels: 4, family: 1, table: [2, 2, 0, 1, 2, 3]), ChannelLayout(tag: 12_124_164)),
    (
      opusHead(channels: 6, family: 1, table: [4, 2, 0, 4, 1, 2, 3, 5]),
      ChannelLayout(tag: 13_959_174)
    ),
    (opusHead(channels: 2, family: 255, table: [2, 0, 0, 1]), ChannelLayout(tag: 147 << 16 | 2)),
    (opusHead(channels: 1, family: 9, table: [1, 0, 255]), ChannelLayout(tag: 147 << 16 | 1)),
  ])
  func opusMappingsGiveLayouts(head: [UInt8], layout: ChannelLayout) throws {
    var pages = OggPages()
    let result = try read([
      pages.page([head], isFirst: true), pages.page([opusTags()]),
      pages.page([opusPacket(1)], granule: 960),
    ])
    #expect(result.info?.channelLayout == layout)
    #expect(result.info?.magicCookie == head)
  }

  @Test(arguments: [
    opusHead(channels: 0), opusHead(version: 16), opusHead(channels: 3),
    opusHead(channels: 2, family: 1, table: [1, 0, 0]),
    opusHead(channels: 2, family: 1, table: [1, 0, 0, 1]),
    opusHead(channels: 2, family: 1, table: [0, 0, 0, 1]),
    opusHead(channels: 2, family: 1, table: [1, 2, 0, 1]),
    opusHead(channels: 9, family: 1, table: [9, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    Array(opusHead().dropLast()),
  ])
  func invalidOpusHeadersAreRefused(head: [UInt8]) throws {
    var pages = OggPages()
    let result = try read([pages.page([head], isFirst: true), pages.page([opusTags()])])
    #expect(result.error?.reason == .unsupportedFormat)
  }

  @Test func granulesTrimOpus() throws {
    /// Returns a file of 10 packets on two pages, or on one.
    func trim(_ granules: [Int64]) throws -> FrameTrim? {
      var pages = OggPages()
      var all = [pages.page([opusHead()], isFirst: true), pages.page([opusTags()])]
      let packets = (0..<10 / granules.count).map { opusPacket($0) }
      for (index, granule) in granules.enumerated() {
        all.append(pages.page(packets, granule: granule, isLast: index == granules.count - 1))
      }
      let result = try read(all)
      return (result.completed ?? result.info)?.trim
    }
    func expected(_ remainder: Int) -> FrameTrim {
      FrameTrim(
        primingFrames: 312, validFrames: UInt64(9600 - 312 - remainder), remainderFrames: remainder)
    }
    #expect(try trim([4800, 9600]) == expected(0))
    #expect(try trim([4800, 9000]) == expected(600))
    // Broadcasts do not start at 0; the granule of the first page gives their start.
    #expect(try trim([1_004_800, 1_009_500]) == expected(100))
    // More than the last packet.
    #expect(try trim([4800, 6000]) == expected(3600))
    // Later than the packets: the end is complete.
    #expect(try trim([4800, 99_000]) == expected(0))
    #expect(try trim([9500]) == expected(100))
    #expect(
      try trim([-9_223_372_036_854_775_808, 9_223_372_036_854_775_807])?.primingFrames == 312)
  }

  // MARK: - Vorbis

  private func vorbis(
    _ packets: [[[UInt8]]], granules: [Int64], setup: [UInt8] = vorbisSetup(),
    tags: [UInt8] = vorbisTags(["ARTIST=a"])
  ) throws -> ReadResult {
    var pages = OggPages()
    var all = [pages.page([vorbisHead()], isFirst: true), pages.page([tags, setup])]
    for (index, some) in packets.enumerated() {
      let isLast = index == packets.count - 1
      all.append(pages.page(some, granule: granules[index], isLast: isLast))
    }
    return try read(all)
  }

  private static let windows = [false, true, true, false, false, true]
  private static let packets = windows.enumerated().map { vorbisPacket(isLong: $1, $0) }

  @Test func readsVorbis() throws {
    let result = try vorbis([Self.packets], granules: [3000])
    #expect(result.error == nil)
    #expect(result.gathered == Self.packets)
    #expect(result.packets.map(\.frameCount) == [0, 576, 1024, 576, 128, 576])
    let info = try #require(result.info)
    #expect(
      info.format
        == StreamFormat(sampleRate: 44_100, formatID: FourCC("v", "o", "r", "b"), channelCount: 2))
    #expect(info.tags.values == ["artist": "a"])
    let tags = vorbisTags(["ARTIST=a"])
    #expect(
      info.magicCookie == [2, 30, UInt8(tags.count)] + vorbisHead() + tags + vorbisSetup())
    #expect(info.packetSizeUpperBound == 65_536 + 2 * 2048 * 4)
  }

  @Test func granulesTrimVorbis() throws {
    let half = [Array(Self.packets[..<3]), Array(Self.packets[3...])]
    func trim(_ granules: [Int64]) throws -> FrameTrim? {
      let result = try vorbis(half, granules: granules)
      return (result.completed ?? result.info)?.trim
    }
    func expected(_ priming: Int, _ remainder: Int) -> FrameTrim {
      FrameTrim(
        primingFrames: priming, validFrames: UInt64(2880 - priming - remainder),
        remainderFrames: remainder)
    }
    #expect(try trim([1600, 2880]) == expected(0, 0))
    #expect(try trim([1600, 2000]) == expected(0, 880))
    // The first page has more frames than its granule states, so the first frames are not played.
    #expect(try trim([1500, 2780]) == expected(100, 0))
    #expect(try trim([5000, 6270]) == expected(0, 10))
  }

  @Test(arguments: [1, 2, 3, 5, 8, 33, 64])
  func findsAllModes(count: Int) throws {
    let areLong = (0..<count).map { $0 % 3 != 0 }
    let setup = vorbisSetup(areLong)
    let found = VorbisModes(setup: setup.span)
    let modes = try #require(found)
    #expect(modes.count == count)
    for (number, isLong) in areLong.enumerated() {
      let packet = [UInt8(number << 1), 0]
      let answer = modes.isLong(packet.span)
      #expect(answer == isLong)
    }
    // A header, an empty packet, and a nonexistent mode.
    for packet in [[1], [], count == 5 ? [6 << 1] : [1]] as [[UInt8]] {
      let answer = modes.isLong(packet.span)
      #expect(answer == nil)
    }
  }

  @Test func aLongCommentIsNotInTheCookie() throws {
    let tags = vorbisTags(["TITLE=x", String(repeating: "y", count: 100_000)])
    var pages = OggPages()
    var all = [pages.page([vorbisHead()], isFirst: true)]
    all += pages.pages(tags, segments: 255, granule: 0)
    all.append(pages.page([vorbisSetup()]))
    all.append(pages.page(Self.packets, granule: 2880, isLast: true))
    let result = try read(all)
    #expect(result.info?.tags.values["title"] == "x")
    #expect(result.info?.magicCookie.prefix(3) == [2, 30, 16])
    #expect(result.gathered == Self.packets)
  }

  @Test func anotherSetupIsAnotherStream() throws {
    func link(_ serial: UInt32, _ setup: [UInt8]) -> [[UInt8]] {
      var pages = OggPages(serial: serial)
      return [
        pages.page([vorbisHead()], isFirst: true), pages.page([vorbisTags(), setup]),
        pages.page(Self.packets, granule: 2880, isLast: true),
      ]
    }
    let same = try read(link(1, vorbisSetup()) + link(2, vorbisSetup()))
    #expect(same.gathered == Self.packets + Self.packets)
    let other = try read(link(1, vorbisSetup()) + link(2, vorbisSetup(filling: 41)))
    #expect(other.gathered == Self.packets + Self.packets)
    #expect(same.links.map(\.link.isAlike) == [true])
    #expect(other.links.map(\.link.isAlike) == [false])
    #expect(other.error == nil)
  }

  @Test(
    arguments: [
      vorbisSetup().map { _ in 0 }, [5], Array(vorbisSetup(filling: 0).dropLast(9)),
    ] as [[UInt8]])
  func setupsWithoutModesAreRefused(setup: [UInt8]) throws {
    #expect(
      try vorbis([Self.packets], granules: [0], setup: setup).error?.reason == .malformed)
  }

  @Test(arguments: [
    vorbisHead(channels: 0), vorbisHead(rate: 0), vorbisHead(windows: 0xB5),
    vorbisHead(windows: 0xE8), vorbisHead(windows: 0x8B), Array(vorbisHead().dropLast()),
  ])
  func invalidVorbisHeadersAreRefused(head: [UInt8]) throws {
    var pages = OggPages()
    let result = try read([pages.page([head], isFirst: true), pages.page([vorbisTags()])])
    #expect(result.error?.reason == .unsupportedFormat)
  }

  // MARK: - FLAC

  private static let frames = (0..<9 as Range<UInt32>).map {
    flacFrame($0, [UInt8](repeating: 5, count: Int($0) * 150))
  }

  private func flac(headers: UInt16, blocks: [[UInt8]]) throws -> ReadResult {
    var pages = OggPages()
    var all = [
      pages.page([oggFLACHead(flacStreamInfo(frames: 36_000), headers: headers)], isFirst: true)
    ]
    all += blocks.map { pages.page([$0]) }
    all.append(pages.page(Array(Self.frames.prefix(4)), granule: 16_384))
    all.append(pages.page(Array(Self.frames.dropFirst(4)), granule: 36_000, isLast: true))
    return try read(all)
  }

  @Test(arguments: [0, 2] as [UInt16]) func readsFLAC(headers: UInt16) throws {
    let blocks = [
      flacBlock(4, vorbisComment(["TITLE=t"])), [0x81] + flacBlock(1, [0, 0]).dropFirst(),
    ]
    let result = try flac(headers: headers, blocks: blocks)
    #expect(result.error == nil)
    #expect(result.gathered == Self.frames)
    #expect(result.packets.allSatisfy { $0.frameCount == 4096 })
    let info = try #require(result.info)
    #expect(info.format.formatID == .flac)
    #expect(info.format.framesPerPacket == 4096)
    #expect(info.tags.values == ["title": "t"])
    let native = try readAll(
      AudioContainersTests.flac([flacStreamInfo(frames: 36_000)], frames: Self.frames),
      with: FLACReader())
    #expect(info.magicCookie.dropFirst(16) == native.info?.magicCookie.dropFirst(16))
    #expect(info.trim == native.info?.trim)
  }

  @Test func aFrameEndsUncountedHeaders() throws {
    let result = try flac(headers: 0, blocks: [flacBlock(4, vorbisComment(["TITLE=t"]))])
    #expect(result.gathered == Self.frames)
    #expect(
      try flac(headers: 5, blocks: [flacBlock(4, vorbisComment([]))]).error?.reason == .malformed)
  }
}
