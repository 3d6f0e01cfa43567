import Testing

@testable import AudioContainers

/// Sound Check values in iTunes' tags and in the info dictionary.
@Suite struct SoundCheckTests {
  private static let text =
    " 00000A78 00000A74 00000C7C 00000C6C 00000000 00000000 000051F7 00005634 00000000 000186A0"
  private static let values = [
    "sc ave perceived power coeff": "2680 2676", "sc max perceived power coeff": "3196 3180",
    "sc max perceived power msec": "0 0", "sc peak amplitude": "20983 22068",
    "sc peak amplitude msec": "0 100000",
  ]

  @Test func textsAndValuesAreEquivalent() {
    #expect(SoundCheck.values(Self.text) == Self.values)
    #expect(SoundCheck.text(Self.values) == Self.text)
  }

  @Test(arguments: [
    "", " ", "0 0 0 0", " 00000A78 00000A74 00000C7C", "0 0 0 0 0 0", "0 0 0 0 X",
    "0 0 0 0 100000000", String(repeating: " 0", count: 5 * 65), " 0 0 0 0 Größe",
  ])
  func invalidValuesAreDropped(_ text: String) {
    #expect(SoundCheck.values(text).isEmpty)
  }

  @Test(arguments: [
    ("sc peak amplitude", nil), ("sc peak amplitude", "1"), ("sc peak amplitude", "1 x"),
    ("sc peak amplitude", "1 -1"), ("sc peak amplitude", "1 4294967296"),
    ("sc ave perceived power coeff", ""),
  ])
  func incompleteValuesGiveNoText(_ key: String, _ value: String?) {
    var values = Self.values
    values[key] = value
    #expect(SoundCheck.text(values) == nil)
  }

  /// The contents of a tag survive reading, writing and changes.
  @Test func survivesAnID3Tag() throws {
    var tags = Tags()
    tags.values = Self.values
    tags.values["comments"] = "For people"
    for version: UInt8 in [3, 4] {
      let written = ID3v2Writer.tag(
        version: version, ID3v2Writer.frames(tags, picture: [], version: version))
      #expect(try read(written) == tags.values)
      var other = tags
      other.values["sc peak amplitude"] = "1 2"
      let edited = try #require(ID3v2Editor.edited(written, tags: other, picture: nil))
      #expect(try read(edited) == other.values)
      #expect(edited.count == written.count)
    }
  }

  private func read(_ tag: [UInt8]) throws -> [String: String] {
    let result = try readAll(tag + MPEGStream().frames(3), with: DetectingReader())
    #expect(result.packets.count == 3)
    return result.info?.tags.values ?? [:]
  }
}
