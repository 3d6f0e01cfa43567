import AudioModel
import Testing

@testable import AudioContainers

/// Unusual tags, as written by iTunes and other programs.
@Suite struct ID3OddTagTests {
  private func tags(_ tag: [UInt8]) throws -> Tags {
    try #require(try readAll(tag + MPEGStream().frames(4), with: DetectingReader()).info).tags
  }

  @Test("a flag without an extended header loses no frame", arguments: [3, 4] as [UInt8])
  func flagWithoutHeader(version: UInt8) throws {
    let frames = id3Frame("TIT2", [3, 0x41], version: version)
    #expect(try tags(id3v2(frames, version: version, flags: 0x40)).values == ["title": "A"])
  }

  @Test("an extended header of 2.3 may count its own size", arguments: [6, 10] as [UInt32])
  func sizeOfTheHeader(size: UInt32) throws {
    let header = bigEndian(size) + [0, 0] + bigEndian(20 as UInt32)
    let frames = header + id3Frame("TIT2", [3, 0x41], version: 3)
    #expect(try tags(id3v2(frames, version: 3, flags: 0x40)).values == ["title": "A"])
  }

  @Test("short names in a tag of version 2.3 are read as in 2.2")
  func shortNames() throws {
    let frames =
      id3Frame("TT2\0", [0, 0x41], version: 3) + id3Frame("TP1\0", [0, 0x42], version: 3)
    #expect(try tags(id3v2(frames, version: 3)).values == ["title": "A", "artist": "B"])
  }

  @Test("iTunes' text gives the recording's length", arguments: ["COMM", "TXXX"])
  func gapless(name: String) throws {
    let text = " 00000000 00000451 00000107 0000000000000A50 00000000"
    let language: [UInt8] = name == "COMM" ? Array("eng".utf8) : []
    let body = [0] + language + Array("iTunSMPB\0".utf8) + text.utf8
    let tag = id3v2(id3Frame(name, body, version: 3), version: 3)
    let info = try #require(
      try readAll(tag + MPEGStream().frames(4), with: DetectingReader()).info)
    #expect(
      info.trim == FrameTrim(primingFrames: 1105, validFrames: 2640, remainderFrames: 263))
    #expect(info.tags.values["comments"] == nil)
  }
}
