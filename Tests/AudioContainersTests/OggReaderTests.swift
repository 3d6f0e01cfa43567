import AudioModel
import Testing

@testable import AudioContainers

/// Pages and packets of any codec.
@Suite struct OggReaderTests {
  let laws = ReaderLaws { OggReader() }

  private static let packets = (0..<30).map { opusPacket($0, count: 20 + $0 * 37 % 700) }

  /// Returns the packets after headers, with a fixed number on each page.
  private static func file(
    _ packets: [[UInt8]] = packets, perPage: Int = 7, serial: UInt32 = 7, preSkip: UInt16 = 312,
    cutFromEnd: Int64 = 100
  ) -> [UInt8] {
    pages(packets, perPage: perPage, serial: serial, preSkip: preSkip, cutFromEnd: cutFromEnd)
      .flatMap { $0 }
  }

  private static func pages(
    _ packets: [[UInt8]] = packets, perPage: Int = 7, serial: UInt32 = 7, preSkip: UInt16 = 312,
    cutFromEnd: Int64 = 100, channels: UInt8 = 2
  ) -> [[UInt8]] {
    var pages = OggPages(serial: serial)
    var all = [pages.page([opusHead(channels: channels, preSkip: preSkip)], isFirst: true)]
    all.append(pages.page([opusTags(["TITLE=t"])]))
    for start in stride(from: 0, to: packets.count, by: perPage) {
      let some = Array(packets[start..<min(start + perPage, packets.count)])
      let isLast = start + perPage >= packets.count
      let granule = Int64(start + some.count) * 960 - (isLast ? cutFromEnd : 0)
      all.append(pages.page(some, granule: granule, isLast: isLast))
    }
    return all
  }

  @Test func readsOpus() throws {
    let result = try readAll(Self.file(), with: OggReader())
    #expect(result.error == nil)
    #expect(result.gathered == Self.packets)
    #expect(result.packets.map(\.frameCount) == Array(repeating: 960, count: 30))
    let info = try #require(result.info)
    #expect(info.fileType == FourCC("O", "g", "g", "f"))
    #expect(
      info.format
        == StreamFormat(
          sampleRate: 48_000, formatID: .opus, framesPerPacket: 960, channelCount: 2))
    #expect(info.magicCookie == opusHead())
    #expect(info.channelLayout == .stereo)
    #expect(info.tags.values == ["title": "t"])
    #expect(info.dataOffset == UInt64(Self.pages()[0].count + Self.pages()[1].count))
    #expect(info.trim == FrameTrim(primingFrames: 312, validFrames: 0, remainderFrames: 0))
    #expect(
      result.completed?.trim
        == FrameTrim(primingFrames: 312, validFrames: 28_800 - 412, remainderFrames: 100))
  }

  /// The last pages alone give the frames of the recording if they belong to the first stream.
  @Test func lastPagesGiveTheTrim() throws {
    let whole = try readAll(Self.file(), with: OggReader())
    let pages = Self.pages()
    let tail = pages[0..<4].reduce(0) { $0 + $1.count }
    var reader = OggReader()
    #expect(try readOn(&reader, Self.file(), untilInfo: true) == nil)
    let inFront = reader
    reader.resynchronise(at: UInt64(tail) - 50)
    #expect(try readOn(&reader, Self.file())?.trim == whole.completed?.trim)
    for other in [Self.file(serial: 8), Self.file() + Self.file(serial: 8, cutFromEnd: 7)] {
      var reader = inFront
      reader.resynchronise(at: UInt64(tail) - 50)
      #expect(try readOn(&reader, other) == nil)
    }
  }

  /// Continues reading from a reader's position.
  ///
  /// - Returns: The completed info at the end; `nil` if another stream follows.
  private func readOn(
    _ reader: inout OggReader, _ file: [UInt8], untilInfo: Bool = false
  ) throws -> ContainerInfo? {
    var packets: [Packet] = []
    var completed: ContainerInfo?
    while true {
      let rest = file.span.extracting(Int(reader.position)...)
      switch try reader.next(rest, isEnd: true, into: &packets) {
      case .info where untilInfo: return nil
      case .completed(let info): completed = info
      case .link: return nil
      case .end, .needs: return completed
      default: continue
      }
    }
  }

  @Test func keepsTheReaderContract() throws {
    try laws.checkCuts(Self.file())
    try laws.checkPrefixes(Self.file(), step: 13)
    try laws.checkByteValues(Self.file(Array(Self.packets.prefix(3)), perPage: 2))
  }

  @Test func detectsOgg() throws {
    let detected = try readAll(Self.file(), with: DetectingReader())
    #expect(detected == (try readAll(Self.file(), with: OggReader())))
  }

  @Test(arguments: [1, 2, 254, 255, 256, 509, 510, 511, 1000, 70_000])
  func readsPacketsOfAnyLengthOverPages(count: Int) throws {
    for segments in [1, 2, 255] {
      var pages = OggPages()
      var file = pages.page([opusHead()], isFirst: true) + pages.page([opusTags()])
      let packets = [opusPacket(1, count: count), opusPacket(2, count: count), opusPacket(3)]
      for (index, packet) in packets.enumerated() {
        file += pages.pages(packet, segments: segments, granule: Int64(index + 1) * 960).joined()
      }
      let result = try readAll(file, inPiecesOf: 999, with: OggReader())
      // The limit of an Opus packet of one coded stream.
      #expect(result.gathered == packets.filter { $0.count <= 61_440 })
      #expect(result.error == nil)
    }
  }

  @Test func packetOffsetsAreThoseOfTheirFirstBytes() throws {
    var pages = OggPages()
    var file = pages.page([opusHead()], isFirst: true) + pages.page([opusTags()])
    let start = file.count
    let long = opusPacket(1, count: 600)
    file += pages.page([opusPacket(0), Array(long.prefix(510))], granule: 960, endsInside: true)
    let second = file.count
    file += pages.page(
      [Array(long.dropFirst(510)), opusPacket(2)], granule: 2880, isContinued: true)
    let result = try readAll(file, with: OggReader())
    #expect(result.gathered == [opusPacket(0), long, opusPacket(2)])
    #expect(
      result.packets.map(\.offset)
        == [UInt64(start + 30), UInt64(start + 80), UInt64(second + 29 + 90)])
  }

  @Test func dropsPacketsWithAMissingPage() throws {
    var pages = OggPages()
    let long = opusPacket(1, count: 600)
    let head = pages.page([opusHead()], isFirst: true) + pages.page([opusTags()])
    let first = pages.page(
      [opusPacket(0), Array(long.prefix(510))], granule: 960, endsInside: true)
    let middle = pages.page([Array(long[510..<510])], granule: -1, isContinued: true)
    let last = pages.page([[1, 2], opusPacket(2)], granule: 2880, isContinued: true)
    _ = middle
    let result = try readAll(head + first + last, with: OggReader())
    #expect(result.gathered == [opusPacket(0), opusPacket(2)])
    // A page that does not continue a packet ends the previous one.
    var others = OggPages()
    let begin = others.page([opusHead()], isFirst: true) + others.page([opusTags()])
    let part = others.page(
      [opusPacket(0), Array(long.prefix(510))], granule: 960, endsInside: true)
    let other = others.page([opusPacket(3)], granule: 1920)
    #expect(
      try readAll(begin + part + other, with: OggReader()).gathered
        == [opusPacket(0), opusPacket(3)])
  }

  @Test func continuesAfterDamageAndJunk() throws {
    let pages = Self.pages()
    for damaged in 2..<pages.count {
      var changed = pages
      changed[damaged][40] ^= 0x10
      let expected = Self.packets.indices.filter { $0 / 7 + 2 != damaged }.map { Self.packets[$0] }
      #expect(try readAll(changed.flatMap { $0 }, with: OggReader()).gathered == expected)
    }
    let junk = Array("OggOgOggS\0\u{9}more".utf8)
    let result = try readAll(Array(pages.joined(separator: junk)), with: OggReader())
    #expect(result.gathered == Self.packets)
    try laws.checkCuts(Array(pages.joined(separator: junk)), sizes: [1, 2, 3, 5, 100])
  }

  @Test func skipsParallelStreams() throws {
    var video = OggPages(serial: 1)
    var text = OggPages(serial: 2)
    let mine = Self.pages(serial: 3)
    var file = video.page([Array("\u{80}theora".utf8)], isFirst: true) + mine[0]
    file += text.page([Array("fishead\0".utf8)], isFirst: true)
    // Further audio streams are skipped, too.
    file += Self.pages(serial: 4)[0]
    for page in mine.dropFirst() {
      file += page + video.page([[1, 2, 3]], granule: 5) + text.page([opusPacket(9)], granule: 5)
    }
    let result = try readAll(file, with: OggReader())
    #expect(result.gathered == Self.packets)
    #expect(result.completed?.trim?.remainderFrames == 100)
    try laws.checkCuts(file, sizes: [1, 7, 1000])
  }

  @Test func resynchronisesToAWholePacket() throws {
    let file = Self.file()
    let all = try readAll(file, with: OggReader())
    for offset in stride(from: 0, through: file.count, by: 11) {
      var reader = OggReader()
      var ignored: [Packet] = []
      while true {
        let rest = file.span.extracting(Int(reader.position)...)
        if case .info = try reader.next(rest, isEnd: true, into: &ignored) { break }
      }
      reader.resynchronise(at: UInt64(offset))
      var packets: [Packet] = []
      var isAtEnd = false
      while !isAtEnd {
        let rest = file.span.extracting(min(Int(reader.position), file.count)...)
        if case .end = try reader.next(rest, isEnd: true, into: &packets) { isAtEnd = true }
      }
      // The packets of pages that start there or later.
      let firstPage = packets.first.map(\.offset) ?? .max
      #expect(packets == all.packets.filter { $0.offset >= firstPage })
      #expect(packets.allSatisfy { $0.offset >= UInt64(offset) })
      #expect(packets.count >= all.packets.count { $0.offset >= UInt64(offset) } - 7)
    }
  }

  @Test func acceptsAnUnknownStreamAfterASeek() throws {
    let second = Self.pages(serial: 8)
    let file = Self.file() + second.flatMap { $0 }
    var reader = OggReader()
    var packets: [Packet] = []
    while true {
      let rest = file.span.extracting(Int(reader.position)...)
      if case .info = try reader.next(rest, isEnd: true, into: &packets) { break }
    }
    reader.resynchronise(at: UInt64(file.count - second[6].count - second[5].count))
    packets.removeAll()
    while true {
      let rest = file.span.extracting(min(Int(reader.position), file.count)...)
      if case .end = try reader.next(rest, isEnd: true, into: &packets) { break }
    }
    #expect(packets.count == 9)
  }

  @Test func limitsTheSearchThroughFalsePages() throws {
    // Each of these would be a page of 65 kB.
    let mark = Array("OggS\0\0".utf8) + [UInt8](repeating: 255, count: 21)
    let junk = Array(repeatElement(mark, count: 40_000).joined())
    let pages = Self.pages()
    let file = pages[0] + pages[1] + junk + pages.dropFirst(2).joined()
    let whole = try readAll(file, with: OggReader())
    #expect(whole.gathered?.last == Self.packets.last)
    #expect(try readAll(file, inPiecesOf: 65_536, with: OggReader()) == whole)
  }

  @Test func limitsTheSizeOfAPacket() throws {
    var pages = OggPages()
    var file = pages.page([opusHead()], isFirst: true) + pages.page([opusTags()])
    file += pages.pages(opusPacket(1, count: 300_000), segments: 255, granule: 960).joined()
    file += pages.page([opusPacket(2)], granule: 1920)
    #expect(try readAll(file, with: OggReader()).gathered == [opusPacket(2)])
  }

  @Test(
    arguments: [
      ([], ContainerError(.empty, at: 0)),
      (Array("OggS".utf8), ContainerError(.truncated, at: 4)),
      (pages()[0], ContainerError(.truncated, at: UInt64(pages()[0].count))),
      (pages()[2], ContainerError(.malformed, at: 0)),
      (pages()[0] + pages()[2], ContainerError(.malformed, at: UInt64(pages()[0].count + 34))),
    ] as [([UInt8], ContainerError)])
  func reportsErrorsWithTheirOffsets(bytes: [UInt8], error: ContainerError) throws {
    #expect(try readAll(bytes, with: OggReader()).error == error)
  }

  @Test func refusesUnsupportedStreams() throws {
    for (name, isSpeex) in [("Speex   1.2", true), ("\u{1}video   ", false)] {
      var pages = OggPages()
      let head = pages.page([Array(name.utf8)], isFirst: true)
      let more = pages.page([[1]])
      let error =
        isSpeex
        ? ContainerError(.needsLibrary(.ogg), at: 0)
        : ContainerError(.unsupportedFormat, at: UInt64(head.count))
      #expect(try readAll(head, with: OggReader()).error == error)
      #expect(try readAll(head + more, with: OggReader()).error == error)
    }
  }
}
