import AudioModel
import Testing

@testable import AudioContainers

/// A tag and its contents.
struct TagSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  var values: [String: String]

  /// UTF-16 with a mark, least significant byte first.
  private static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { littleEndian($0) }
  }

  /// Inserts a zero after each `FF`.
  private static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
  }

  static let all: [TagSample] = frames + encodings + structure

  static let frames: [TagSample] = [
    TagSample(
      testDescription: "2.4, every frame",
      bytes: id3v2(
        [
          "TIT2", "TIT3", "TPE1", "TALB", "TRCK", "TCOM", "TCOP", "TSSE", "TBPM", "TKEY", "TEXT",
          "TSRC", "TPE2", "TPOS", "TDRC", "TCON", "TLEN",
        ].flatMap { name -> [UInt8] in
          let text = ["TDRC": "2001-02-03", "TCON": "17", "TLEN": "61500"][name] ?? name
          return id3Frame(name, [3] + Array(text.utf8))
        } + id3Frame("COMM", [3] + Array("eng\0hi".utf8))),
      values: [
        "title": "TIT2", "subtitle": "TIT3", "artist": "TPE1", "album": "TALB",
        "track number": "TRCK", "composer": "TCOM", "copyright": "TCOP",
        "album artist": "TPE2", "disc number": "TPOS",
        "encoding application": "TSSE", "tempo": "TBPM", "key signature": "TKEY",
        "lyricist": "TEXT", "ISRC": "TSRC", "year": "2001", "recorded date": "2001-02-03",
        "genre": "Rock", "approximate duration in seconds": "61.500", "comments": "hi",
      ]),
    TagSample(
      testDescription: "2.3",
      bytes: id3v2(
        id3Frame("TYER", [0] + Array("1987".utf8), version: 3)
          + id3Frame("TCON", [0] + Array("(4)(17)Own".utf8), version: 3)
          + id3Frame("TRCK", [0] + Array("3/12".utf8), version: 3), version: 3),
      values: ["year": "1987", "genre": "Own", "track number": "3/12"]),
    TagSample(
      testDescription: "2.2",
      bytes: id3v2(
        id3Frame("TT2", [0, 0x41], version: 2) + id3Frame("PIC", [1, 2, 3], version: 2)
          + id3Frame("TYE", [0] + Array("1987".utf8), version: 2)
          + id3Frame("TCO", [0] + Array("(RX)".utf8), version: 2)
          + id3Frame("COM", [0] + Array("eng\0x".utf8), version: 2), version: 2),
      values: ["title": "A", "year": "1987", "genre": "Remix", "comments": "x"]),
    TagSample(
      testDescription: "comments of a program's own are not shown, the first other one is",
      bytes: id3v2(
        id3Frame("COMM", [0] + Array("engiTunNORM\0 0001".utf8))
          + id3Frame("COMM", [0] + Array("engnote\0yes".utf8))
          + id3Frame("COMM", [0] + Array("eng\0late".utf8))),
      values: ["comments": "yes"]),
    TagSample(
      testDescription: "several values, the first frame counts",
      bytes: id3v2(
        id3Frame("TPE1", [3] + Array("One\0Two\0".utf8))
          + id3Frame("TPE1", [3] + Array("Three".utf8))
          + id3Frame("TCON", [3] + Array("17\0Mine\0".utf8))),
      values: ["artist": "One/Two", "genre": "Rock/Mine"]),
  ]

  static let encodings: [TagSample] = [
    TagSample(
      testDescription: "Latin 1", bytes: id3v2(id3Frame("TIT2", [0, 0x4D, 0xFC, 0x72])),
      values: ["title": "Mür"]),
    TagSample(
      testDescription: "UTF-16, either order",
      bytes: id3v2(
        id3Frame("TIT2", [1] + wide("Mü😀"))
          + id3Frame("TPE1", [1, 0xFE, 0xFF] + "Bß".utf16.flatMap { bigEndian($0) })
          + id3Frame("TALB", [2] + "C".utf16.flatMap { bigEndian($0) })
          + id3Frame("TCOM", [1] + wide("D") + [0, 0] + wide("E") + [0, 0, 7])),
      values: ["title": "Mü😀", "artist": "Bß", "album": "C", "composer": "D/E"]),
    TagSample(
      testDescription: "UTF-16 comment",
      bytes: id3v2(
        id3Frame("COMM", [1] + Array("eng".utf8) + wide("") + [0, 0] + wide("Ā\u{100}"))),
      values: ["comments": "ĀĀ"]),
    TagSample(
      testDescription: "broken UTF-8 becomes replacement characters",
      bytes: id3v2(id3Frame("TIT2", [3, 0x41, 0xC3])), values: ["title": "A\u{FFFD}"]),
    TagSample(
      testDescription: "a long text is cut off",
      bytes: id3v2(
        id3Frame("TIT2", [0] + [UInt8](repeating: 0x61, count: 10_000))
          + id3Frame("TPE1", [0, 0x42])),
      values: ["title": String(repeating: "a", count: 4095), "artist": "B"]),
    TagSample(testDescription: "empty", bytes: id3v2(id3Frame("TIT2", [])), values: [:]),
  ]

  static let structure: [TagSample] = [
    TagSample(
      testDescription:
        "2.4 with extended header, footer, grouping, length and unsynchronised frame",
      bytes: id3v2(
        [0, 0, 0, 6, 1, 0] + id3Frame("TIT2", [9, 0, 0, 0, 3, 3, 0x41, 0x42], flags: 0x0041)
          + id3Frame("TPE1", [0, 0xFF, 0, 0xE9], flags: 0x0002), flags: 0x40, footer: true),
      values: ["title": "AB", "artist": "ÿé"]),
    TagSample(
      testDescription: "2.3 with extended header, unsynchronised",
      bytes: id3v2(
        unsynchronised(
          bigEndian(6 as UInt32) + [0, 0, 0, 0, 0, 0]
            + id3Frame("APIC", [0xFF, 0xFF, 0, 0xFF, 0xE0, 0xFF], version: 3)
            + id3Frame("TIT2", [0, 0xFF, 0xE9], version: 3)), version: 3, flags: 0xC0),
      values: ["title": "ÿé"]),
    TagSample(
      testDescription: "compressed and encrypted frames are left out",
      bytes: id3v2(
        id3Frame("TIT2", [0, 0x41], flags: 0x0008) + id3Frame("TPE1", [0, 0x42], flags: 0x0004)
          + id3Frame("TALB", [0, 0x43])),
      values: ["album": "C"]),
    TagSample(
      testDescription: "a size of 2.4 that was written as in 2.3",
      bytes: id3v2(
        Array("TIT2".utf8) + bigEndian(200 as UInt32) + [0, 0, 0]
          + [UInt8](repeating: 0x61, count: 199) + id3Frame("TPE1", [0, 0x42])),
      values: ["title": String(repeating: "a", count: 199), "artist": "B"]),
    TagSample(
      testDescription: "a frame that is longer than its tag ends it",
      bytes: id3v2(id3Frame("TPE1", [0, 0x42]) + id3Frame("TIT2", [0, 0x41], size: 4000)),
      values: ["artist": "B"]),
    TagSample(
      testDescription: "padding", bytes: id3v2(id3Frame("TIT2", [0, 0x41]), padding: 500),
      values: ["title": "A"]),
    TagSample(
      testDescription: "a later version is passed over",
      bytes: id3v2(id3Frame("TIT2", [0, 0x41]), version: 5), values: [:]),
    TagSample(
      testDescription: "APE",
      bytes: apeTag([
        ("TITLE", "Ä"), ("Artist", "B"), ("Cover Art (Front)", "x\0y"), ("Track", "1/2"),
        ("Year", "1999"), ("Record Date", "2000"), ("BPM", "120"), ("Album Artist", "C"),
        ("Disc", "2"),
      ]),
      values: [
        "title": "Ä", "artist": "B", "track number": "1/2", "year": "1999",
        "recorded date": "2000", "tempo": "120", "album artist": "C", "disc number": "2",
      ]),
  ]
}

@Suite struct TagTests {
  private static let frames = MPEGStream().frames(3)

  @Test(arguments: TagSample.all)
  func readsTheText(sample: TagSample) throws {
    let result = try readAll(sample.bytes + Self.frames, with: DetectingReader())
    #expect(result.info?.tags.values == sample.values)
    #expect(result.packets.first?.offset == UInt64(sample.bytes.count))
    #expect(result.packets.count == 3)
  }

  @Test(arguments: TagSample.all)
  func keepsTheReaderContract(sample: TagSample) throws {
    let laws = ReaderLaws { DetectingReader() }
    try laws.checkCuts(sample.bytes + Self.frames)
    guard sample.bytes.count < 1000 else { return }
    try laws.checkPrefixes(sample.bytes + Self.frames)
    try laws.checkByteValues(sample.bytes + Self.frames)
  }

  @Test(arguments: [
    ("17", "Rock"), ("(17)", "Rock"), ("(17)Roll", "Roll"), ("(4)(8)", "Disco/Jazz"),
    ("CR", "Cover"),
    ("((ok", "(ok"), ("(999)", "(999)"), ("255", "255"), ("Rock", "Rock"), ("(", "("), ("", ""),
    ("191", "Psybient"), ("79", "Hard Rock"), ("125", "Dance Hall"),
  ])
  func namesGenres(text: String, name: String) {
    #expect(ID3Genre.name(ofContentType: text) == name)
  }

  @Test func readsTagsOfWAVEFiles() throws {
    let format = formatChunk(tag: 1, channels: 1, bits: 8)
    let list = chunk(
      "LIST",
      Array("INFO".utf8) + chunk("INAM", Array("Näme\0".utf8))
        + chunk("ICRD", Array("2001-02-03".utf8))
        + chunk("IART", [0xC4, 0x72, 0x74]) + chunk("ZZZZ", [1]) + chunk("ISFT", Array("x\0".utf8)))
    let values = [
      "title": "Näme", "year": "2001", "recorded date": "2001-02-03", "artist": "Ärt",
      "encoding application": "x",
    ]
    let tag = chunk("id3 ", id3v2(id3Frame("TALB", [0, 0x43]), padding: 11))
    let before = riff(format, list, tag, chunk("data", [1, 2]))
    let first = try readAll(before, with: DetectingReader())
    #expect(first.info?.tags.values == values.merging(["album": "C"]) { old, _ in old })
    let after = riff(format, chunk("data", [1, 2]), chunk("LIST", Array("adtl".utf8)), list, tag)
    let second = try readAll(after, with: DetectingReader())
    #expect(second.info?.tags.values == [:])
    #expect(second.laterTags.values == values.merging(["album": "C"]) { old, _ in old })
    for bytes in [before, after] {
      let laws = ReaderLaws { WAVReader() }
      try laws.checkCuts(bytes)
      try laws.checkPrefixes(bytes)
      try laws.checkByteValues(bytes)
    }
  }

  @Test func keepsATagInsideItsChunk() throws {
    var tag = id3v2(id3Frame("TALB", [0, 0x43]))
    tag[8] = 0x7F
    let bytes = riff(
      chunk("id3 ", tag), formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2]))
    let result = try readAll(bytes, with: DetectingReader())
    #expect(result.info?.tags.values == ["album": "C"])
    #expect(result.constant?.byteCount == 2)
  }

  /// The next chunk is found regardless of the stated size of the last item.
  @Test(arguments: 1...40) func keepsTheLastFrameInsideItsChunk(more: UInt8) throws {
    var tag = id3v2(id3Frame("TALB", [0, 0x43]) + id3Frame("TPE1", [0, 0x44]))
    tag[29] += more
    let item = chunk("IART", Array("Art\0".utf8), size: 4 + UInt32(more))
    let list = chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array("Name".utf8)) + item)
    let bytes = riff(
      chunk("id3 ", tag), list, formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2]))
    for size in [1, 7, bytes.count] {
      let result = try readAll(bytes, inPiecesOf: size, with: DetectingReader())
      #expect(result.error == nil)
      #expect(result.info?.tags.values == ["album": "C", "title": "Name"])
      #expect(result.constant?.byteCount == 2)
    }
  }

  /// With inserted zeros, a frame as long as its tag in bytes becomes longer.
  @Test func keepsAnUnsynchronisedFrameInsideItsChunk() throws {
    let picture = id3Frame("APIC", [0, 0x61, 0, 3, 0] + [UInt8](repeating: 0xFF, count: 9))
    var tag = id3v2(id3Frame("TALB", [0, 0x43]) + picture)
    tag[3] = 3
    tag[5] |= 0x80
    tag.replaceSubrange((tag.count - 8)..., with: [0, 0xFF, 0, 0xFF, 0, 0xFF, 0, 0xFF])
    let bytes = riff(
      chunk("id3 ", tag), formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2]))
    for size in [1, 7, bytes.count] {
      let result = try readAll(bytes, inPiecesOf: size, with: DetectingReader())
      #expect(result.error == nil)
      #expect(result.info?.tags.values == ["album": "C"])
      #expect(result.constant?.byteCount == 2)
    }
  }
}
