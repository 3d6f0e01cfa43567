import AudioModel
import Foundation
import Testing

@testable import AudioContainers

/// A file with a picture before or after its audio.
struct PictureSample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var bytes: [UInt8]
  /// The expected picture of the recording, or `nil` if it has no picture.
  var picture: [UInt8]?

  /// Bytes that unsynchronisation changes and that contain no frame of audio.
  static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0, 0, 1, 0xFF, 0xFF, 0x10, 0xFF]
  static let other: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]

  static let frames = MPEGStream().frames(3)

  /// Returns a picture frame's body from version 2.3 on.
  private static func body(
    _ image: [UInt8], encoding: UInt8 = 0, description: [UInt8] = [0], type: UInt8 = 3,
    mime: String = "image/jpeg"
  ) -> [UInt8] {
    [encoding] + Array(mime.utf8) + [0, type] + description + image
  }

  /// Inserts a zero after each `FF`.
  private static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
  }

  private static func tag(_ name: String, _ tag: [UInt8], _ picture: [UInt8]?) -> PictureSample {
    PictureSample(testDescription: name, bytes: tag + frames, picture: picture)
  }

  static let all: [PictureSample] = id3 + unsynchronised + others + ogg

  private static let id3: [PictureSample] =
    [
      ("Latin 1", 0, Array("Für Elise".utf8) + [0]),
      ("UTF-16", 1, [0xFF, 0xFE, 0, 1, 0x41, 0, 0, 0]),
      ("UTF-16, high byte first", 2, [1, 0, 0, 0x41, 0, 0]),
      ("UTF-8", 3, Array("Ā".utf8) + [0]),
      ("UTF-16 without description", 1, [0, 0]),
    ].map { (name: String, encoding: UInt8, description: [UInt8]) in
      tag(
        "2.4, " + name,
        id3v2(id3Frame("APIC", body(image, encoding: encoding, description: description))), image)
    } + [
      tag("2.3", id3v2(id3Frame("APIC", body(image), version: 3), version: 3), image),
      tag(
        "2.2",
        id3v2(
          id3Frame("PIC", [0] + Array("JPG".utf8) + [3, 0x78, 0] + image, version: 2), version: 2),
        image),
      tag(
        "the front cover has priority over the first picture",
        id3v2(
          id3Frame("APIC", body(other, type: 4)) + id3Frame("TIT2", [0, 0x41])
            + id3Frame("APIC", body(image)) + id3Frame("APIC", body(other))), image),
      tag(
        "the first where none is the front",
        id3v2(id3Frame("APIC", body(image, type: 0)) + id3Frame("APIC", body(other, type: 4))),
        image),
      tag("an address", id3v2(id3Frame("APIC", body(image, mime: "-->"))), nil),
      tag(
        "a description without end", id3v2(id3Frame("APIC", body([1, 2], description: [0x41]))), nil
      ),
      tag("nothing behind the description", id3v2(id3Frame("APIC", body([]))), nil),
      tag("compressed", id3v2(id3Frame("APIC", body(image), flags: 0x0008)), nil),
      tag(
        "grouped, with its length",
        id3v2(id3Frame("APIC", [9, 0, 0, 0, 3] + body(image), flags: 0x0041)), image),
      tag(
        "large", id3v2(id3Frame("APIC", body([UInt8](repeating: 0x55, count: 9000)))),
        [UInt8](repeating: 0x55, count: 9000)),
    ]

  private static let unsynchronised: [PictureSample] = [
    tag(
      "2.4, unsynchronised frame",
      id3v2(
        id3Frame(
          "APIC", unsynchronised(body(image, encoding: 1, description: [0xFF, 0xFE, 0, 0])),
          flags: 0x0002)),
      image),
    tag(
      "2.4, unsynchronised tag",
      id3v2(id3Frame("APIC", unsynchronised(body(image))), flags: 0x80), image),
    tag(
      "2.3, unsynchronised tag",
      id3v2(
        unsynchronised(
          id3Frame("APIC", body(image, encoding: 1, description: [0xFF, 0xFE, 0, 0]), version: 3)
            + id3Frame("TIT2", [0, 0x41], version: 3)), version: 3, flags: 0x80), image),
    tag(
      "2.2, unsynchronised tag, large",
      id3v2(
        unsynchronised(
          id3Frame(
            "PIC", [0] + Array("JPG".utf8) + [0, 0] + [UInt8](repeating: 0xFF, count: 70_000),
            version: 2)), version: 2, flags: 0x80),
      [UInt8](repeating: 0xFF, count: 70_000)),
  ]

  private static func flacPicture(
    _ image: [UInt8], type: UInt32 = 3, mime: String = "image/png", stated: UInt32? = nil
  ) -> [UInt8] {
    flacBlock(
      6,
      bigEndian(type) + bigEndian(UInt32(mime.utf8.count)) + Array(mime.utf8)
        + bigEndian(3 as UInt32) + Array("abc".utf8) + [UInt8](repeating: 1, count: 16)
        + bigEndian(stated ?? UInt32(image.count)) + image)
  }

  private static func flacFile(_ name: String, _ blocks: [UInt8]..., picture: [UInt8]?)
    -> PictureSample
  {
    PictureSample(
      testDescription: "FLAC, " + name,
      bytes: flac([flacStreamInfo()] + blocks, frames: [flacFrame(0, [1, 2, 3])]), picture: picture)
  }

  private static let others: [PictureSample] = [
    flacFile("the front", flacPicture(other, type: 4), flacPicture(image), picture: image),
    flacFile("the first", flacPicture(image, type: 0), flacPicture(other, type: 4), picture: image),
    flacFile("address", flacPicture(image, mime: "-->"), picture: nil),
    flacFile("longer than its block", flacPicture(image, stated: 999), picture: image),
    flacFile("a block of nothing", flacBlock(6, [0, 0]), picture: nil),
    tag("APE", ape("Cover Art (Front)", Array("front.jpg".utf8) + [0] + image), image),
    tag("APE, the back", ape("Cover Art (Back)", [0x61, 0] + image), nil),
    tag("APE, a name without end", ape("Cover Art (Front)", [0x61]), nil),
    PictureSample(
      testDescription: "WAVE, behind the audio",
      bytes: riff(
        formatChunk(tag: 1, channels: 1, bits: 8), chunk("data", [1, 2]),
        chunk("id3 ", id3v2(id3Frame("APIC", body(image))))), picture: image),
    PictureSample(
      testDescription: "AIFF",
      bytes: aiff(
        aiffCommon(frames: 2, bits: 8), aiffChunk("ID3 ", id3v2(id3Frame("APIC", body(image)))),
        aiffSound([1, 2])), picture: image),
  ]

  /// Returns a file of Opus with a comment, on pages with a fixed number of segments.
  private static func opus(
    _ name: String, _ texts: [String], segments: Int = 255, picture: [UInt8]?
  ) -> PictureSample {
    var pages = OggPages()
    var all = pages.page([opusHead()], isFirst: true)
    all += pages.pages(opusTags(texts), segments: segments, granule: 0).joined()
    all += pages.page((0..<3).map { opusPacket($0) }, granule: 2880, isLast: true)
    return PictureSample(testDescription: "Opus, " + name, bytes: all, picture: picture)
  }

  private static func block(_ image: [UInt8], type: UInt32 = 3, mime: String = "image/png")
    -> String
  {
    text("METADATA_BLOCK_PICTURE", Array(flacPicture(image, type: type, mime: mime).dropFirst(4)))
  }

  private static func text(_ name: String, _ bytes: [UInt8]) -> String {
    name + "=" + Data(bytes).base64EncodedString()
  }

  private static let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  private static let ogg: [PictureSample] = [
    opus("a block", ["TITLE=t", block(image), "ARTIST=a"], picture: image),
    opus(
      "small letters", [block(image).replacing("METADATA", with: "metadata")], picture: image),
    opus("the front goes first", [block(other, type: 4), block(image)], picture: image),
    opus("the first", [block(image, type: 0), block(other, type: 4)], picture: image),
    opus("an address", [block(image, mime: "-->")], picture: nil),
    opus("no text of that kind", ["METADATA_BLOCK_PICTURE=AAAA*AAAA"], picture: nil),
    opus("too short", ["METADATA_BLOCK_PICTURE=AAAA", "COVERART="], picture: nil),
    opus("by the older name", [text("COVERART", image)], picture: image),
    opus("both", [text("COVERART", other), block(image, type: 0)], picture: image),
    opus("on many pages", ["TITLE=t", block(large)], segments: 3, picture: large),
    opus("small, on many pages", [block(image)], segments: 1, picture: image),
    {
      var pages = OggPages()
      let info = flacStreamInfo(frames: 4096)
      var all = pages.page([oggFLACHead(info, headers: 3)], isFirst: true)
      all += pages.page([flacBlock(4, vorbisComment([]))])
      all += pages.page([flacPicture(other, type: 4), flacPicture(image)])
      all += pages.page([flacFrame(0, [1, 2, 3])], granule: 4096, isLast: true)
      return PictureSample(testDescription: "FLAC in Ogg", bytes: all, picture: image)
    }(),
    {
      var pages = OggPages()
      var all = pages.page([vorbisHead()], isFirst: true)
      all += pages.page([vorbisTags([block(image)]), vorbisSetup()])
      all += pages.page((0..<4).map { vorbisPacket(isLong: true, $0) }, granule: 3000, isLast: true)
      return PictureSample(testDescription: "Vorbis", bytes: all, picture: image)
    }(),
  ]

  /// Returns an APEv2 tag with one binary item.
  private static func ape(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let item = littleEndian(UInt32(value.count)) + littleEndian(2 as UInt32) + Array(key.utf8) + [0]
    func edge(_ flags: UInt32) -> [UInt8] {
      Array("APETAGEX".utf8) + littleEndian(2000 as UInt32)
        + littleEndian(UInt32(item.count + value.count + 32)) + littleEndian(1 as UInt32)
        + littleEndian(flags) + [UInt8](repeating: 0, count: 8)
    }
    return edge(0xA000_0000) + item + value + edge(0x8000_0000)
  }
}

@Suite struct PictureTests {
  @Test(arguments: PictureSample.all) func findsThePicture(sample: PictureSample) throws {
    let result = try readAll(sample.bytes, with: DetectingReader())
    #expect(result.error == nil)
    let artwork = result.info?.tags.artwork ?? result.laterTags.artwork
    let found = artwork.map { artwork in
      let start = Int(artwork.extent.offset)
      let bytes = sample.bytes[start..<start + Int(artwork.extent.byteCount)]
      return artwork.picture(Array(bytes))
    }
    #expect(found == sample.picture)
  }

  @Test(arguments: PictureSample.all) func keepsTheReaderContract(sample: PictureSample) throws {
    let laws = ReaderLaws { DetectingReader() }
    guard sample.bytes.count < 4000 else { return }
    try laws.checkCuts(sample.bytes)
    try laws.checkPrefixes(sample.bytes)
    try laws.checkByteValues(sample.bytes)
  }

  @Test(
    arguments: [
      ("", []), ("TQ==", [0x4D]), ("TQ", [0x4D]), ("TWE=", [0x4D, 0x61]),
      ("TWFu", [0x4D, 0x61, 0x6E]),
      ("+/+/", [0xFB, 0xFF, 0xBF]), ("A", nil), ("TQ=a", nil), ("T===", nil), ("TW Fu", nil),
    ] as [(String, [UInt8]?)]) func readsBase64(text: String, bytes: [UInt8]?)
  {
    let all = Array("=\(text)=".utf8)
    let range = 1..<all.count - 1
    let count = Base64.byteCount(all.span, range)
    #expect(count == bytes?.count)
    guard let bytes else { return }
    let decoded = Base64.decode(all.span, range)
    #expect(decoded == bytes)
  }

  /// If a picture has moved, no other bytes are returned in its place.
  @Test func otherBytesAreNotReturnedAsAPicture() throws {
    let sample = try #require(PictureSample.all.first { $0.testDescription == "Opus, a block" })
    let artwork = try #require(
      try readAll(sample.bytes, with: DetectingReader()).info?.tags.artwork)
    let start = Int(artwork.extent.offset)
    var pages = Array(sample.bytes[start..<start + Int(artwork.extent.byteCount)])
    #expect(artwork.picture(pages) == PictureSample.image)
    pages[100] ^= 1
    #expect(artwork.picture(pages).isEmpty)
    #expect(artwork.picture([]).isEmpty)
  }

  @Test func aPictureThatIsTooLargeIsNotReported() throws {
    var tag = id3v2(id3Frame("APIC", [0, 0, 3, 0, 1], size: 65 << 20))
    tag.replaceSubrange(6..<10, with: synchsafe(66 << 20))
    let result = try readAll(tag + [UInt8](repeating: 0, count: 100), with: DetectingReader())
    #expect(result.info == nil)
    var reader = ID3v2Reader()
    var view = WindowView(tag.span, at: 0, isEnd: true)
    #expect(reader.read(&view) == nil)
    #expect(reader.tags.artwork == nil)
    #expect(reader.tags.id3Tag == FileExtent(offset: 0, byteCount: 10 + 66 << 20))
  }

  @Test func chaptersAreSortedByTime() throws {
    func chapter(_ start: UInt32, _ frames: [UInt8]) -> [UInt8] {
      id3Frame(
        "CHAP",
        Array("ch\(start)".utf8) + [0] + bigEndian(start) + bigEndian(start + 1)
          + [UInt8](repeating: 0xFF, count: 8) + frames)
    }
    let tag = id3v2(
      chapter(61_500, id3Frame("WXXX", [0, 0]) + id3Frame("TIT2", [3] + Array("Zwei".utf8)))
        + chapter(0, id3Frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0])) + chapter(70_000, [])
        + id3Frame("CHAP", [1, 2, 3]) + id3Frame("TIT2", [0, 0x42]))
    let result = try readAll(tag + PictureSample.frames, with: DetectingReader())
    #expect(
      result.info?.tags.chapters == [
        Chapter(start: 0, title: "A"), Chapter(start: 61.5, title: "Zwei"),
        Chapter(start: 70, title: ""),
      ])
    #expect(result.info?.tags.values == ["title": "B"])
    #expect(result.info?.tags.id3Tag == FileExtent(offset: 0, byteCount: UInt64(tag.count)))
    try ReaderLaws { DetectingReader() }.checkByteValues(tag + PictureSample.frames)
  }

  @Test func theOffsetOfTheTagIsReported() throws {
    let tag = id3v2(id3Frame("TIT2", [0, 0x41]), footer: true)
    let last = id3v1(title: "B")
    let both = try readAll(tag + PictureSample.frames + last, with: DetectingReader())
    #expect(both.info?.tags.id3Tag == FileExtent(offset: 0, byteCount: UInt64(tag.count)))
    let start = UInt64(PictureSample.frames.count)
    let trailing = try readAll(PictureSample.frames + last, with: DetectingReader())
    #expect(trailing.info?.tags.id3Tag == nil)
    #expect(trailing.laterTags.id3Tag == FileExtent(offset: start, byteCount: 128))
  }
}
