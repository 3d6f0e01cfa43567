import AudioModel
import Testing

@testable import AudioContainers

/// Metadata in a movie.
@Suite struct MP4MetadataTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var boxes: [UInt8]
    var tags: [String: String]
  }

  private func info(_ boxes: [UInt8]) throws -> ContainerInfo {
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3])])
    file.movieBoxes = boxes
    let result = try readAll(file.bytes, with: MP4Reader(), mayGoBack: true)
    #expect(result.error == nil)
    return try #require(result.info)
  }

  static let samples: [Sample] = [
    Sample(
      testDescription: "texts of iTunes",
      boxes: itemList(
        item("©nam", Array("Títle".utf8)), item("©ART", Array("Artist".utf8)),
        item("©alb", Array("Album".utf8)), item("©wrt", Array("Composer".utf8)),
        item("©cmt", Array("Comment".utf8)), item("©too", Array("Encoder".utf8)),
        item("cprt", Array("Rights".utf8)), item("©gen", Array("Polka".utf8)),
        item("©st3", Array("Second title".utf8))),
      tags: [
        "title": "Títle", "artist": "Artist", "album": "Album", "composer": "Composer",
        "comments": "Comment", "encoding application": "Encoder", "copyright": "Rights",
        "genre": "Polka", "subtitle": "Second title",
      ]),
    Sample(
      testDescription: "numbers of iTunes",
      boxes: itemList(
        item("trkn", [0, 0, 0, 3, 0, 12, 0, 0], kind: 0), item("gnre", [0, 18], kind: 0),
        item("tmpo", [0, 120], kind: 21), item("©day", Array("2011-05-06".utf8)),
        namedItem("ISRC", "GBAYE0000351"), namedItem("initialkey", "Am"),
        item("disk", [0, 0, 0, 1, 0, 2], kind: 0), item("aART", Array("Others".utf8))),
      tags: [
        "disc number": "1/2", "album artist": "Others",
        "track number": "3/12", "genre": "Rock", "tempo": "120", "year": "2011",
        "recorded date": "2011-05-06", "ISRC": "GBAYE0000351", "key signature": "Am",
      ]),
    Sample(
      testDescription: "track of no total, genre of no name, tempo of nothing",
      boxes: itemList(
        item("trkn", [0, 0, 0, 3, 0, 0], kind: 0), item("gnre", [0, 0], kind: 0),
        item("tmpo", [], kind: 21), item("©nam", [])),
      tags: ["track number": "3"]),
    Sample(
      testDescription: "a description does not stand in for comments that follow",
      boxes: itemList(
        item("desc", Array("Description".utf8)), item("©cmt", Array("Comment".utf8))),
      tags: ["comments": "Comment"]),
    Sample(
      testDescription: "a description where there are no comments",
      boxes: itemList(item("desc", Array("Description".utf8))),
      tags: ["comments": "Description"]),
    Sample(
      testDescription: "the first of two values, UTF-16",
      boxes: itemList(
        item("©nam", [0, 0x41, 0x20, 0xAC], kind: 2), item("©nam", Array("Other".utf8))),
      tags: ["title": "A€"]),
    Sample(
      testDescription: "a list without version and flags",
      boxes: itemList(item("©nam", Array("Title".utf8)), isFull: false), tags: ["title": "Title"]),
    Sample(
      testDescription: "a list that is no child of user data",
      boxes: fullBox("meta", fullBox("hdlr", words(0), Array("mdir".utf8)))
        + itemList(item("©nam", Array("Title".utf8))), tags: ["title": "Title"]),
    Sample(
      testDescription: "text of QuickTime, in UTF-8 and in Mac OS Roman",
      boxes: box(
        "udta", box("©nam", [0, 4, 0x55, 0xC4] + Array("Títl".utf8.prefix(4))),
        box("©ART", [0, 4, 0, 0, 0x42, 0x8E, 0x61, 0x74]), [0, 0, 0, 0]),
      tags: ["title": "Tít", "artist": "Béat"]),
    Sample(
      testDescription: "keys of QuickTime",
      boxes: fullBox(
        "meta", fullBox("hdlr", words(0), Array("mdta".utf8)),
        fullBox(
          "keys", words(2), box("mdta", Array("com.apple.quicktime.title".utf8)),
          box("mdta", Array("com.apple.quicktime.artist".utf8))),
        box(
          "ilst", item("\u{0}\u{0}\u{0}\u{1}", Array("Title".utf8)),
          item("\u{0}\u{0}\u{0}\u{2}", Array("Artist".utf8)),
          item("\u{0}\u{0}\u{0}\u{3}", Array("Nobody".utf8)))),
      tags: ["title": "Title", "artist": "Artist"]),
    Sample(
      testDescription: "assets of 3GPP",
      boxes: box(
        "udta", fullBox("titl", [0x15, 0xC7], Array("Title".utf8), [0]),
        fullBox("perf", [0x15, 0xC7, 0xFE, 0xFF, 0, 0x41, 0, 0x42, 0, 0]),
        fullBox("yrrc", [7, 0xDB])),
      tags: ["title": "Title", "artist": "AB", "year": "2011"]),
  ]

  @Test(arguments: samples)
  func readsTags(sample: Sample) throws {
    #expect(try info(sample.boxes).tags.values == sample.tags)
  }

  @Test func truncatesALongText() throws {
    let text = [UInt8](repeating: 0x61, count: 100_000)
    let title = try info(itemList(item("©nam", text))).tags.values["title"]
    #expect(title?.utf8.count == Tags.longestText)
  }

  @Test("lyrics are longer than other texts")
  func lyrics() throws {
    let text = String(repeating: "la ", count: 3000) + "la"
    let tags = try info(itemList(item("©lyr", Array(text.utf8)))).tags
    #expect(tags.lyrics == text && tags.values == [:])
  }

  @Test(
    "the header of the extension has the duration with all fragments", arguments: [0, 1] as [UInt8])
  func overallDuration(version: UInt8) throws {
    let duration = version == 0 ? words(9000) : bigEndian(9000 as UInt64)
    let fragment = fragmentBytes(runs: [(0x200, 1, words(4))], payload: MP4Sample.payload([4]))
    let sample = MP4Sample.fragmented("", fragment, sizes: [4]) {
      $0.movieBoxes = box(
        "mvex", fullBox("mehd", version: version, duration),
        fullBox("trex", words(1, 1, 1024, 0, 0)))
    }
    let result = try readAll(sample.bytes, with: MP4Reader(), mayGoBack: true)
    let info = try #require(result.info)
    #expect(info.fragments == .present && info.overallDuration?.value == 9000)
    #expect((info.overallDuration?.timescale ?? 0) > 0)
    let plain = try self.info([])
    #expect(plain.fragments == .impossible && plain.overallDuration == nil)
  }

  @Test func keepsTheOffsetOfTheFirstPicture() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3, 4, 5]
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3])])
    file.movieBoxes = itemList(
      box("covr", box("data", words(13, 0), picture), box("data", words(14, 0), [9])))
    let bytes = file.bytes
    let result = try readAll(bytes, with: MP4Reader(), mayGoBack: true)
    let artwork = try #require(result.info?.tags.artwork?.extent)
    #expect(Array(bytes[Int(artwork.offset)...].prefix(Int(artwork.byteCount))) == picture)
  }

  @Test func readsNeroChapters() throws {
    func chapter(_ time: UInt64, _ title: String) -> [UInt8] {
      bigEndian(time) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    let list = chapter(0, "One") + chapter(15_000_000, "Two")
    for (version, head) in [(1, words(0) + [2]), (0, [2])] as [(UInt8, [UInt8])] {
      let found = try info(box("udta", fullBox("chpl", version: version, head, list)))
      #expect(
        found.tags.chapters == [Chapter(start: 0, title: "One"), Chapter(start: 1.5, title: "Two")])
      #expect(found.chapterTexts.isEmpty)
    }
  }

  /// Three texts: UTF-8, UTF-16 with trailing data, and one that is shorter than its stated size.
  private static let texts: [[UInt8]] = [
    [0, 3] + Array("Eïn".utf8.prefix(3)), [0, 4, 0xFE, 0xFF, 0, 0x42] + box("encd", words(256)),
    [0, 9, 0x43],
  ]

  @Test(arguments: ["text", "sbtl", "vide"], [true, false])
  func findsTheTextsOfAChapterTrack(handler: String, isFirst: Bool) throws {
    let sound = MP4Sample.aacTrack([3])
    var texts = MP4TrackBytes(entry: box("text"), timescale: 600, sizes: Self.texts.map(\.count))
    texts.handler = handler
    texts.identifier = 7
    texts.times = [(1, 300), (2, 900)]
    texts.samplesPerChunk = 2
    var file = MP4FileBytes(tracks: isFirst ? [texts, sound] : [sound, texts])
    file.tracks[isFirst ? 1 : 0].references = box("tref", box("chap", words(5, 7)))
    let titles = Array(Self.texts.joined())
    file.audio = isFirst ? titles : [1, 1, 1] + titles
    file.gap = 0
    let bytes = file.bytes
    let result = try readAll(bytes, with: MP4Reader(), mayGoBack: true)
    #expect(result.error == nil)
    let found = try #require(result.info).chapterTexts
    guard handler != "vide" else {
      #expect(found.isEmpty)
      return
    }
    #expect(found.map(\.start) == [0, 0.5, 2])
    let read = found.map { text in
      let start = Int(text.extent.offset)
      return ChapterText.title(Array(bytes[start..<start + Int(text.extent.byteCount)]).span)
    }
    #expect(read == ["Eï", "B", "C"])
    try ReaderLaws(mayGoBack: true) { MP4Reader() }.checkPrefixes(bytes)
  }

  @Test func aTrackWithTooManyTextsHasNoChapters() throws {
    var texts = MP4TrackBytes(
      entry: box("text"), sizes: [Int](repeating: 2, count: ChapterText.most + 1))
    texts.handler = "text"
    texts.identifier = 2
    var file = MP4FileBytes(tracks: [MP4Sample.aacTrack([3]), texts])
    file.tracks[0].references = box("tref", box("chap", words(2)))
    let result = try readAll(file.bytes, with: MP4Reader(), mayGoBack: true)
    #expect(result.info?.chapterTexts.isEmpty == true)
  }

  @Test(arguments: [0, 1] as [UInt8]) func readsAnIndexOfFragments(version: UInt8) throws {
    let times = version == 0 ? words(0, 100) : bigEndian(0 as UInt64) + bigEndian(100 as UInt64)
    let entries = words(0x8000_0000 | 40, 2048, 0, 60, 1024, 0)
    func fragments(track: UInt32, _ count: UInt32) -> [UInt8] {
      fullBox("sidx", version: version, words(track, 44_100), times, words(count), entries)
        + fragmentBytes(runs: [(0x200, 3, words(4, 5, 6))], payload: MP4Sample.payload([15]))
    }
    let start = MP4Sample.fragmented("", sizes: []).bytes
    for (track, count) in [(1, 2), (2, 2), (1, 3)] as [(UInt32, UInt32)] {
      let bytes = start + fragments(track: track, count)
      let result = try readAll(bytes, with: MP4Reader(), mayGoBack: true)
      #expect(result.error == nil)
      let info = try #require(result.info)
      let end = start.count + 8 + 4 + 8 + times.count + 4 + entries.count + 200
      #expect(
        info.fragmentIndex
          == (track == 1 && count == 2
            ? ContainerInfo.FragmentIndex(frameCount: 3072, end: UInt64(end)) : nil))
      try ReaderLaws(mayGoBack: true) { MP4Reader() }.checkCuts(bytes)
    }
  }
}
