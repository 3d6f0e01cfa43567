import AudioModel
import Testing

@testable import AudioContainers

/// The words in the tags of each format.
@Suite struct LyricsTests {
  private static let words = "First lïne\nSecond line"

  private func lyrics(_ tag: [UInt8]) throws -> String? {
    let result = try readAll(tag + MPEGStream().frames(3), with: DetectingReader())
    #expect(result.packets.count == 3 && result.info?.tags.values["lyrics"] == nil)
    return result.info?.tags.lyrics
  }

  @Test("ID3 tags of every version have lyrics", arguments: [2, 3, 4] as [UInt8])
  func id3(version: UInt8) throws {
    let name = version == 2 ? "ULT" : "USLT"
    let body = Array("eng".utf8) + [0xFF, 0xFE, 0, 0, 0xFF, 0xFE]
    let text = Self.words.utf16.flatMap { littleEndian($0) }
    let frames =
      id3Frame(name, [1] + body + text, version: version)
      + id3Frame(name, [0] + Array("deu\0Other".utf8), version: version)
    #expect(try lyrics(id3v2(frames, version: version)) == Self.words)
  }

  @Test("lyrics are longer than other texts, but not without a limit")
  func limit() throws {
    let long = [UInt8](repeating: 0x61, count: 100_000)
    let tag = id3v2(id3Frame("USLT", [3] + Array("eng\0".utf8) + long))
    #expect(try lyrics(tag)?.utf8.count == Tags.longestLyrics - 5)
    let comment = vorbisComment(["TITLE=" + String(decoding: long, as: UTF8.self)])
    #expect(VorbisComment.read(comment.span).values["title"]?.utf8.count == Tags.longestText)
    let words = vorbisComment(["LYRICS=" + String(decoding: long, as: UTF8.self)])
    #expect(VorbisComment.read(words.span).lyrics?.utf8.count == Tags.longestLyrics)
  }

  @Test(
    "short and empty lyrics of ID3 are ignored",
    arguments: [
      [], [3], [3, 0x65, 0x6E, 0x67], [3, 0x65, 0x6E, 0x67, 0], [1, 0x65, 0x6E, 0x67, 0],
    ])
  func empty(body: [UInt8]) throws {
    #expect(try lyrics(id3v2(id3Frame("USLT", body) + id3Frame("TIT2", [0, 0x41]))) == nil)
  }

  @Test("Vorbis comments have lyrics by two names", arguments: ["LYRICS", "unsyncedlyrics"])
  func vorbis(name: String) {
    let tags = VorbisComment.read(vorbisComment(["TITLE=T", "\(name)=\(Self.words)"]).span)
    #expect(tags.lyrics == Self.words && tags.values == ["title": "T"])
  }
}
