import Testing

@testable import AudioContainers

@Suite struct HLSSegmentTests {
  static let head = HLSMediaPlaylistTests.head

  static let ranges = [
    HLSCase(
      "a size and an offset", head + "#EXT-X-BYTERANGE:5@7\na\n",
      "live 10 s\n0 a 0+10 bytes 7+5"),
    HLSCase(
      "without an offset, a range follows the previous one",
      head + "#EXT-X-BYTERANGE:5@7\na\n#EXT-X-BYTERANGE:6\na\n#EXT-X-BYTERANGE:1\na\n",
      "live 10 s\n0 a 0+10 bytes 7+5\n1 a 10+10 bytes 12+6\n2 a 20+10 bytes 18+1"),
    HLSCase(
      "without an offset, the first range of a resource starts it",
      head + "#EXT-X-BYTERANGE:5@7\na\n#EXT-X-BYTERANGE:6\nb\n#EXT-X-BYTERANGE:3\na\n",
      "live 10 s\n0 a 0+10 bytes 7+5\n1 b 10+10 bytes 0+6\n2 a 20+10 bytes 0+3"),
    HLSCase(
      "an @ without an offset", head + "#EXT-X-BYTERANGE:5@\na\n#EXT-X-BYTERANGE:5@\na\n",
      "live 10 s\n0 a 0+10 bytes 0+5\n1 a 10+10 bytes 5+5"),
    HLSCase(
      "white space", head + "#EXT-X-BYTERANGE: 5 @ 7 \na\n", "live 10 s\n0 a 0+10 bytes 7+5"),
    HLSCase(
      "a range applies to one segment", head + "#EXT-X-BYTERANGE:5@7\na\na\n",
      "live 10 s\n0 a 0+10 bytes 7+5\n1 a 10+10"),
    HLSCase("no size", head + "#EXT-X-BYTERANGE:@7\na\n", "error: byteRange, line 3"),
    HLSCase("a negative size", head + "#EXT-X-BYTERANGE:-5@7\na\n", "error: byteRange, line 3"),
    HLSCase("a negative offset", head + "#EXT-X-BYTERANGE:5@-7\na\n", "error: byteRange, line 3"),
    HLSCase(
      "a sum beyond 64 bits",
      head
        + String(repeating: "#EXT-X-BYTERANGE:1152921504606846976\na\n", count: 3),
      "error: byteRange, line 7"),
    HLSCase(
      "a size beyond 64 bits", head + "#EXT-X-BYTERANGE:99999999999999999999@0\na\n",
      "error: byteRange, line 3"),
  ]

  static let keys = [
    HLSCase(
      "a key applies until the next one",
      head + "a\n#EXT-X-KEY:METHOD=AES-128,URI=\"k1\"\nb\nc\n"
        + "#EXT-X-KEY:METHOD=AES-128,URI=\"k2\",IV=0X00ff\nd\n#EXT-X-KEY:METHOD=NONE\ne\n",
      """
      live 10 s
      0 a 0+10
      1 b 10+10 key(aes128 k1)
      2 c 20+10 key(aes128 k1)
      3 d 30+10 key(aes128 k2 iv ff)
      4 e 40+10
      """),
    HLSCase(
      "keys of different formats apply together",
      head + "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\",KEYFORMAT=\"com.a\","
        + "KEYFORMATVERSIONS=\"1/2\"\n#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\"\na\n"
        + "#EXT-X-KEY:METHOD=AES-256,URI=\"l\",KEYFORMAT=\"identity\"\nb\n",
      """
      live 10 s
      0 a 0+10 key(sampleAES skd://x com.a 1/2) key(sampleAESCTR k)
      1 b 10+10 key(sampleAES skd://x com.a 1/2) key(other("AES-256") l)
      """),
    HLSCase(
      "the largest vector",
      head + "#EXT-X-KEY:METHOD=AES-128,IV=0x" + String(repeating: "f", count: 32)
        + ",URI=\"k\"\na\n",
      "live 10 s\n0 a 0+10 key(aes128 k iv " + String(repeating: "f", count: 32) + ")"),
    HLSCase(
      "a vector of more than 16 bytes",
      head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1" + String(repeating: "0", count: 32),
      "error: key, line 3"),
    HLSCase(
      "a vector without digits", head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x",
      "error: key, line 3"),
    HLSCase(
      "a vector in decimal", head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12",
      "error: key, line 3"),
    HLSCase("no method", head + "#EXT-X-KEY:URI=\"k\"\na\n", "error: key, line 3"),
    HLSCase("no URI", head + "#EXT-X-KEY:METHOD=AES-128\na\n", "error: key, line 3"),
  ]

  static let maps = [
    HLSCase(
      "a map applies until the next one",
      head + "a\n#EXT-X-MAP:URI=\"m\"\nb\nc\n#EXT-X-MAP:URI=\"n\",BYTERANGE=\"720@8\"\nd\n",
      """
      live 10 s
      0 a 0+10
      1 b 10+10 map(m)
      2 c 20+10 map(m)
      3 d 30+10 map(n bytes 8+720)
      """),
    HLSCase(
      "a map has the keys before it",
      head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n#EXT-X-MAP:URI=\"m\"\n"
        + "#EXT-X-KEY:METHOD=NONE\na\n#EXT-X-MAP:URI=\"n\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"l\"\nb",
      """
      live 10 s
      0 a 0+10 map(m key(aes128 k iv 1))
      1 b 10+10 key(aes128 l) map(n)
      """),
    HLSCase(
      "a byte range without an offset or quotation marks",
      head + "#EXT-X-MAP:URI=\"m\",BYTERANGE=720\na\n",
      "live 10 s\n0 a 0+10 map(m bytes 0+720)"),
    HLSCase("no URI", head + "#EXT-X-MAP:BYTERANGE=\"1@0\"\n", "error: map, line 3"),
    HLSCase(
      "an invalid byte range", head + "#EXT-X-MAP:URI=\"m\",BYTERANGE=\"x\"\n",
      "error: byteRange, line 3"),
  ]

  static let others = [
    HLSCase(
      "a gap applies to one segment", head + "#EXT-X-GAP\na\nb\n",
      "live 10 s\n0 a 0+10 gap\n1 b 10+10"),
    HLSCase(
      "a bit rate applies until the next one",
      head + "#EXT-X-BITRATE:384\na\nb\n"
        + "#EXT-X-BITRATE:0\nc\n",
      "live 10 s\n0 a 0+10 384000 bit/s\n1 b 10+10 384000 bit/s\n2 c 20+10"),
    HLSCase(
      "dates are computed from neighbours, forward and back",
      head + "#EXTINF:2,\na\n#EXTINF:3,\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00.5Z\nb\n"
        + "#EXTINF:4,\n#EXT-X-DISCONTINUITY\nc\n"
        + "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T01:00:00Z\nd\n",
      """
      live 10 s
      0 a 0+2 about 58.5
      1 b 2+3 at 60.5
      2 c 5+4 discontinuity timeline 1 about 63.5
      3 d 9+10 timeline 1 at 3600
      """),
    HLSCase(
      "an invalid date is computed",
      head + "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:01:00Z\na\n"
        + "#EXT-X-PROGRAM-DATE-TIME:soon\nb\n",
      "live 10 s\n0 a 0+10 at 60\n1 b 10+10 about 70"),
  ]

  @Test("byte ranges", arguments: ranges)
  func readsRanges(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("keys", arguments: keys)
  func readsKeys(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("initialisation sections", arguments: maps)
  func readsMaps(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("gaps, bit rates, and dates", arguments: others)
  func readsOthers(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("without a stated vector, the number of each segment is its vector")
  func countsVectors() throws {
    let text = Self.head + "#EXT-X-MEDIA-SEQUENCE:258\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\na\nb\n"
    let vectors = try hlsMedia(text).segments.map {
      try #require($0.key).vectorBytes(forSequence: $0.sequence)
    }
    let zeros = [UInt8](repeating: 0, count: 14)
    #expect(vectors == [zeros + [1, 2], zeros + [1, 3]])
    let stated = HLSKey(
      method: .aes128, uri: "", vector: 0x0123_4567_89AB_CDEF_0011_2233_4455_6677,
      format: HLSKey.identityFormat)
    let bytes: [UInt8] = [
      0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
    ]
    #expect(stated.vectorBytes(forSequence: 5) == bytes)
    #expect(try hlsMedia(text).segments[0].key?.vectorBytes(forSequence: nil) == zeros + [0, 0])
  }

  @Test("only keys of the identity format are usable")
  func findsUsableKey() throws {
    let text =
      Self.head + "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"d\",KEYFORMAT=\"com.a\"\na\n"
      + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\nb\n"
    #expect(try hlsMedia(text).segments.map { $0.key?.uri } == [nil, "k"])
  }

  @Test(
    "the encrypted part of a byte range is a multiple of 16 bytes",
    arguments: [(0, 0), (1, 16), (16, 16), (17, 32)])
  func widensRange(clear: Int, encrypted: Int) {
    #expect(HLSByteRange(offset: 3, byteCount: clear).encryptedByteCount == encrypted)
  }

  @Test("date ranges keep all attributes, even from several tags")
  func readsDateRanges() throws {
    let text =
      Self.head
        + """
        #EXT-X-DATERANGE:ID="a",CLASS="c",START-DATE="1970-01-01T00:00:10Z",X-SONG="One",X-N=0x1F
        #EXT-X-DATERANGE:ID="b",START-DATE="1970-01-01T00:00:20Z",PLANNED-DURATION=5,END-ON-NEXT=YES
        #EXT-X-DATERANGE:START-DATE="1970-01-01T00:00:20Z"
        #EXT-X-DATERANGE:ID="a",DURATION=3.5,END-DATE="1970-01-01T00:00:13.5Z",X-SONG="Two",X-M="m"
        """
    let ranges = try hlsMedia(text).dateRanges
    #expect(ranges.map(\.identifier) == ["a", "b"])
    #expect(ranges.map(\.start) == [10, 20])
    #expect(ranges.map(\.end) == [13.5, nil])
    #expect(ranges.map(\.duration) == [3.5, nil])
    #expect(ranges.map(\.plannedDuration) == [nil, 5])
    #expect(ranges.map(\.endsAtNext) == [false, true])
    #expect(ranges.map(\.group) == ["c", nil])
    #expect(ranges[0].values == ["X-SONG": "One", "X-N": "0x1F", "X-M": "m"])
  }
}
