import AudioModel
import Testing

@testable import AudioContainers

/// Consecutive streams in one file.
@Suite struct OggChainTests {
  private let laws = ReaderLaws { OggReader() }

  /// A stream of one file.
  struct Link: Sendable {
    var serial: UInt32 = 7
    var channels: UInt8 = 2
    var preSkip: UInt16 = 312
    var packetCount = 30
    /// The number of frames by which the packets exceed the last granule.
    var cut: Int64 = 100
    var isMarked = true
    var isVorbis = false

    var packets: [[UInt8]] {
      (0..<packetCount).map { number in
        isVorbis
          ? vorbisPacket(isLong: false, number, count: 20 + number * 37 % 300)
          : opusPacket(number + Int(serial), count: 20 + number * 37 % 300)
      }
    }

    /// The frames of a packet.
    private var length: Int64 { isVorbis ? 128 : 960 }

    var frameCount: Int64 {
      isVorbis ? Int64(max(packetCount - 1, 0)) * length : Int64(packetCount) * length
    }

    var bytes: [UInt8] {
      var pages = OggPages(serial: serial)
      let head =
        isVorbis ? vorbisHead(channels: channels) : opusHead(channels: channels, preSkip: preSkip)
      var all = pages.page([head], isFirst: true)
      all += pages.page(isVorbis ? [vorbisTags(), vorbisSetup()] : [opusTags(["TITLE=\(serial)"])])
      for start in stride(from: 0, to: packetCount, by: 7) {
        let some = Array(packets[start..<min(start + 7, packetCount)])
        let isLast = start + 7 >= packetCount
        let before = Int64(start + some.count) - (isVorbis ? 1 : 0)
        all += pages.page(
          some, granule: before * length - (isLast ? cut : 0), isLast: isLast && isMarked)
      }
      return all
    }

    var trim: FrameTrim {
      let priming = isVorbis ? 0 : Int64(preSkip)
      return FrameTrim(
        primingFrames: Int(priming), validFrames: UInt64(frameCount - priming - cut),
        remainderFrames: Int(cut))
    }
  }

  struct Chain: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var links: [Link]
    /// The links that have audio.
    var audible: [Link] { links.filter { $0.packetCount > 0 } }
    var bytes: [UInt8] { links.flatMap(\.bytes) }
  }

  static let chains = [
    Chain(testDescription: "two alike", links: [Link(), Link(serial: 8, preSkip: 500, cut: 50)]),
    Chain(
      testDescription: "three, one serial",
      links: [Link(), Link(packetCount: 3, cut: 0), Link(packetCount: 8, cut: 900)]),
    Chain(
      testDescription: "last pages not marked",
      links: [Link(isMarked: false), Link(serial: 8, isMarked: false), Link(serial: 9)]),
    Chain(
      testDescription: "no audio in the middle",
      links: [Link(), Link(serial: 8, packetCount: 0), Link(serial: 9)]),
    Chain(
      testDescription: "no audio at the start", links: [Link(packetCount: 0), Link(serial: 8)]),
    Chain(
      testDescription: "no audio at the end", links: [Link(), Link(serial: 9, packetCount: 0)]),
    Chain(
      testDescription: "one page each",
      links: [
        Link(packetCount: 3), Link(serial: 8, packetCount: 2), Link(serial: 9, packetCount: 1),
      ]
    ),
    Chain(
      testDescription: "another number of channels",
      links: [Link(), Link(serial: 8, channels: 1), Link(serial: 9)]),
    Chain(
      testDescription: "another codec", links: [Link(), Link(serial: 8, cut: 20, isVorbis: true)]),
    Chain(
      testDescription: "Vorbis",
      links: [Link(cut: 20, isVorbis: true), Link(serial: 8, cut: 30, isVorbis: true)]),
  ]

  @Test("each link has its packets, priming and remainder", arguments: chains)
  func linksAreApart(chain: Chain) throws {
    let result = try readAll(chain.bytes, with: OggReader())
    #expect(result.error == nil)
    #expect(result.gathered == chain.audible.flatMap(\.packets))
    #expect(
      result.packets.reduce(0) { $0 + Int64($1.frameCount) }
        == chain.audible.reduce(0) { $0 + $1.frameCount })
    let ended = result.links.map(\.completed?.trim) + [result.completed?.trim]
    #expect(ended == chain.audible.map(\.trim))
    var packetCount = 0
    for (link, before) in zip(chain.audible.dropFirst(), chain.audible) {
      packetCount += before.packetCount
      let found = try #require(result.links.first { $0.packetCount == packetCount })
      let isAlike = link.channels == before.channels && link.isVorbis == before.isVorbis
      #expect(found.link.isAlike == isAlike)
      #expect(found.link.info.format.channelCount == Int(link.channels))
      #expect(found.link.info.format.formatID == (link.isVorbis ? .vorbis : .opus))
      #expect(found.link.info.dataOffset == result.info?.dataOffset)
      #expect(
        found.link.info.trim
          == FrameTrim(primingFrames: link.trim.primingFrames, validFrames: 0, remainderFrames: 0))
    }
  }

  /// A stream must know a link's remainder in time to drop its last packets.
  @Test("a link's remainder comes before its last packets", arguments: chains)
  func remainderComesInTime(chain: Chain) throws {
    let result = try readAll(chain.bytes, with: OggReader())
    var first = 0
    for link in chain.audible {
      let packets = first..<first + link.packetCount
      first = packets.upperBound
      guard link.cut > 0 else { continue }
      #expect(
        result.trims.contains { $0.trim == link.trim && packets.contains($0.packetCount) })
    }
  }

  @Test("any division of the bytes gives the same links", arguments: chains)
  func keepsTheLaws(chain: Chain) throws {
    try laws.checkCuts(chain.bytes, sizes: [1, 7, 1000])
    try laws.checkPrefixes(chain.bytes, step: 13)
  }

  @Test("no value of any byte of a chain traps or hangs")
  func anyByte() throws {
    let links = [Link(packetCount: 2), Link(serial: 8, packetCount: 2, isVorbis: true)]
    try laws.checkByteValues(links.flatMap(\.bytes))
  }

  @Test("a truncated link loses only its last packets")
  func cutLink() throws {
    let first = Link(packetCount: 30)
    let cut = first.bytes.dropLast(300)
    let result = try readAll(cut + Link(serial: 8).bytes, with: OggReader())
    #expect(result.error == nil)
    #expect(result.gathered == Array(first.packets.prefix(28)) + Link(serial: 8).packets)
    #expect(
      result.links.first?.completed?.trim
        == FrameTrim(primingFrames: 312, validFrames: 28 * 960 - 312, remainderFrames: 0))
  }

  @Test(
    "an unreadable link is an error after all readable ones",
    arguments: [
      [Array("Speex   1.2".utf8), [1, 2, 3]], [Array("\u{1}video   ".utf8), [1, 2, 3]],
      [opusHead(), [1, 2, 3]],
    ])
  func unreadableLink(packets: [[UInt8]]) throws {
    var pages = OggPages(serial: 8)
    let head = pages.page([packets[0]], isFirst: true)
    let other = head + pages.page([packets[1]], granule: 960)
    let bytes = Link().bytes + other + Link(serial: 9).bytes
    let result = try readAll(bytes, with: OggReader())
    #expect(result.gathered == Link().packets)
    #expect(result.completed?.trim == Link().trim)
    #expect(result.error?.reason == .unsupportedFormat)
    #expect((result.error?.offset ?? 0) >= UInt64(Link().bytes.count))
    // Headers without audio can be dropped.
    #expect(try readAll(Link().bytes + head, with: OggReader()).error == nil)
    try laws.checkCuts(bytes, sizes: [1, 7, 1000])
  }

  @Test("the end of a file does not give the length of a chain")
  func endIsNoTrim() throws {
    let file = Link().bytes + Link(serial: 8).bytes
    var reader = OggReader()
    var packets: [Packet] = []
    while true {
      let rest = file.span.extracting(Int(reader.position)...)
      if case .info = try reader.next(rest, isEnd: true, into: &packets) { break }
    }
    reader.resynchronise(at: UInt64(file.count - 600))
    while true {
      let rest = file.span.extracting(min(Int(reader.position), file.count)...)
      let step = try reader.next(rest, isEnd: true, into: &packets)
      if case .completed = step { Issue.record("the first link's granules give no length") }
      if case .end = step { break }
    }
    #expect(!packets.isEmpty)
  }
}
