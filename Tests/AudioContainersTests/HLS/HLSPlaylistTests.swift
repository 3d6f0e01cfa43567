import Testing

@testable import AudioContainers

@Suite struct HLSPlaylistTests {
  static let texts = [
    HLSCase(
      "byte order mark", "\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:5\na", "live 5 s\n0 a 0+5"),
    HLSCase(
      "CR and LF, empty lines, and white space",
      "\r\n#EXTM3U\r\n\r\n \t\r#EXT-X-TARGETDURATION:5 \r\n a \r\r\tb\r\n",
      "live 5 s\n0 a 0+5\n1 b 5+5"),
    HLSCase(
      "comments before the first tag", "# by hand\n#EXTM3U\n#EXT-X-TARGETDURATION:5\n", "live 5 s"),
    HLSCase("no first tag", "#EXT-X-TARGETDURATION:5\n#EXTINF:4,\na\n", "live 5 s\n0 a 0+4"),
    HLSCase(
      "control characters", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,a\u{1}b\na\n",
      "live 5 s\n0 a 0+4 'a\u{1}b'"),
    HLSCase(
      "a letter with a combining accent after a separator",
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\u{301}a\na\n", "live 5 s\n0 a 0+4 '\u{301}a'"),
    HLSCase(
      "CR and LF end one line", "#EXTM3U\r\n\r\n#EXT-X-BYTERANGE:x\r\n", "error: byteRange, line 3"),
    HLSCase("CR ends a line", "#EXTM3U\r\r#EXT-X-BYTERANGE:x\r", "error: byteRange, line 3"),
    HLSCase("nothing", "", "error: notPlaylist, line 1"),
    HLSCase("a web page", "<html>\n<body>", "error: notPlaylist, line 1"),
    HLSCase("a comment", "# a\n", "error: notPlaylist, line 1"),
    HLSCase("an entry before any tag", "\n\na\n#EXTM3U\n", "error: notPlaylist, line 3"),
    HLSCase("only the first tag", "#EXTM3U\n\n", "error: empty, line 2"),
    HLSCase("no duration at all", "#EXTM3U\n#EXT-X-VERSION:3\n", "error: empty, line 2"),
    HLSCase(
      "entries without tags of streaming", "#EXTM3U\n#EXTINF:3,A\na.mp3\n",
      "error: plainList, line 3"),
    HLSCase(
      "a variant among segments", "#EXTM3U\n#EXTINF:3,\na\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb\n",
      "error: mixedKinds, line 4"),
    HLSCase(
      "a segment among variants", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb\n#EXTINF:3,\na\n",
      "error: mixedKinds, line 4"),
  ]

  @Test("text is read leniently, and errors state the line", arguments: texts)
  func reads(item: HLSCase) {
    #expect(HLSDump.read(item.text) == item.result)
  }

  @Test("ISO 8859-1 is read if the text is not UTF-8")
  func readsLatin() {
    let bytes =
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:1,gr".utf8) + [0xFC]
      + Array("n\na\n".utf8)
    #expect(HLSDump.read(bytes) == "live 5 s\n0 a 0+1 'grün'")
  }

  @Test("the longest lines and most lines are read, but no more")
  func limits() {
    let line = "#" + String(repeating: "x", count: HLSPlaylist.longestLine - 1)
    #expect(HLSDump.read("#EXT-X-TARGETDURATION:1\n\(line)\n") == "live 1 s")
    #expect(
      HLSDump.read("#EXT-X-TARGETDURATION:1\n\(line)x\n") == "error: longLine, line 2")
    let lines = "#EXT-X-TARGETDURATION:1\n" + String(repeating: "#\n", count: (1 << 19) - 1)
    #expect(HLSDump.read(lines) == "live 1 s")
    #expect(HLSDump.read(lines + "#\n") == "error: tooManyLines, line 524289")
    let bytes = [UInt8](repeating: 0x0A, count: HLSPlaylist.greatestByteCount + 1)
    #expect(HLSDump.read(bytes) == "error: tooManyBytes, line 1")
  }
}
