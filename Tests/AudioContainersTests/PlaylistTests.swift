import AudioContainers
import Testing

@Suite struct PlaylistTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var name = "list"
    var kind: Playlist.Kind?
    var entries: [String] = []

    static let all = [
      Case(
        testDescription: "extended M3U", text: "#EXTM3U\n#EXTINF:3,A - B\na b.mp3\n\n c.mp3 \n",
        kind: .m3u, entries: ["a b.mp3", "c.mp3"]),
      Case(
        testDescription: "plain M3U by its name", text: "a.mp3\r\nb.mp3", name: "x/List.M3U",
        kind: .m3u, entries: ["a.mp3", "b.mp3"]),
      Case(
        testDescription: "a URL with a query", text: "a.mp3\rb.mp3",
        name: "http://host/list.m3u8?x=.wav", kind: .m3u, entries: ["a.mp3", "b.mp3"]),
      Case(
        testDescription: "a radio station's plain URL", text: "http://host/stream\n", kind: .m3u,
        entries: ["http://host/stream"]),
      Case(
        testDescription: "byte order mark and UTF-8", text: "\u{FEFF}#EXTM3U\ngrün.mp3",
        kind: .m3u, entries: ["grün.mp3"]),
      Case(
        testDescription: "PLS in the order of its numbers",
        text: "\n[Playlist]\nFile10=c\nfile2 = b=1\nTitle1=x\nFILE1=a\nFile1=z\nFilex=y\nFile3=\n",
        kind: .pls, entries: ["a", "b=1", "c"]),
      Case(testDescription: "text of another name", text: "a.mp3\n", name: "list.txt"),
      Case(testDescription: "a web page", text: "<html>", name: "list.m3u"),
      Case(testDescription: "audio of that name", text: "ID3\u{3}\u{0}", name: "list.m3u"),
      Case(testDescription: "nothing", text: "", name: "list.m3u"),
    ]
  }

  @Test("a playlist is recognised, and its entries are read", arguments: Case.all)
  func reads(item: Case) throws {
    let bytes = Array(item.text.utf8)
    #expect(Playlist.kind(bytes.span, name: item.name) == item.kind)
    guard let kind = item.kind else { return }
    #expect(try Playlist(bytes.span, kind: kind).entries.map(\.location) == item.entries)
  }

  @Test("titles belong to the entries that follow them or have their number")
  func readsTitles() throws {
    let list = Array("#EXTM3U\n#EXTINF:3,A - B, C\na\n#EXTINF:4\nb\n#EXTINF:5,D\n#x\nc".utf8)
    #expect(
      try Playlist(list.span, kind: .m3u).entries == [
        .init(location: "a", title: "A - B, C"), .init(location: "b"),
        .init(location: "c", title: "D"),
      ])
    let numbered = Array("[playlist]\nTitle2=Two\nFile1=a\nFile2=b\nTitle2=No\nTitle3=x".utf8)
    #expect(
      try Playlist(numbered.span, kind: .pls).entries == [
        .init(location: "a"), .init(location: "b", title: "Two"),
      ])
  }

  @Test("ISO 8859-1 is read if the text is not UTF-8")
  func readsLatin() throws {
    let bytes = Array("gr".utf8) + [0xFC] + Array("n.mp3".utf8)
    #expect(try Playlist(bytes.span, kind: .m3u).entries == [.init(location: "grün.mp3")])
  }

  /// Its text may have a megabyte, so a test run prints the name only.
  struct Hostile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var kind: Playlist.Kind
    var error: PlaylistError

    init(_ name: String, _ text: String, _ kind: Playlist.Kind, _ error: PlaylistError) {
      self.testDescription = name
      self.text = text
      self.kind = kind
      self.error = error
    }

    static let all = [
      Hostile("a null byte", "#EXTM3U\na\u{0}", .m3u, PlaylistError(.binary, at: 9)),
      Hostile("a control code", "[playlist]\nFile1=\u{1}", .pls, PlaylistError(.binary, at: 17)),
      Hostile(
        "a long line", "a\n" + String(repeating: "b", count: 8193), .m3u,
        PlaylistError(.longLine, at: 2)),
      Hostile(
        "too many entries", String(repeating: "a\n", count: 10_001), .m3u,
        PlaylistError(.tooManyEntries, at: 20_000)),
      Hostile(
        "too many bytes", String(repeating: "\n", count: 1 << 20 | 1), .m3u,
        PlaylistError(.tooManyBytes, at: 1 << 20)),
      Hostile(
        "variants of HLS", "#EXTM3U\n#EXT-X-STREAM-INF:A=1\na", .m3u,
        PlaylistError(.segments, at: 8)),
      Hostile(
        "segments of HLS", "#EXTM3U\n#EXT-X-TARGETDURATION:9\na", .m3u,
        PlaylistError(.segments, at: 8)),
      Hostile("no entry", "#EXTM3U\n", .m3u, PlaylistError(.empty, at: 8)),
      Hostile(
        "a number too large", "[playlist]\nFile99999999999=a", .pls, PlaylistError(.empty, at: 28)),
    ]
  }

  @Test("a hostile playlist is refused with the offset", arguments: Hostile.all)
  func refuses(item: Hostile) {
    let bytes = Array(item.text.utf8)
    #expect(throws: item.error) { try Playlist(bytes.span, kind: item.kind) }
  }

  @Test("a playlist with the maximum number of entries is read")
  func readsTheMostEntries() throws {
    let bytes = Array(String(repeating: "a\n", count: 10_000).utf8)
    #expect(try Playlist(bytes.span, kind: .m3u).entries.count == 10_000)
  }

  @Test(
    "an entry resolves against the URL of its playlist",
    arguments: [
      (.path("music/l.m3u"), "a.mp3", "music/a.mp3"),
      (.path("l.m3u"), "a.mp3", "a.mp3"),
      (.path("/m/l.m3u"), "../x/a.mp3", "/m/../x/a.mp3"),
      (.path("/m/l.m3u"), "x\\a.mp3", "/m/x/a.mp3"),
      (.path("/m/l.m3u"), "x/a\\b.mp3", "/m/x/a\\b.mp3"),
      (.path("/m/l.m3u"), "/x/a.mp3", "/x/a.mp3"),
      (.path("/m/l.m3u"), "HTTP://h/a", "HTTP://h/a"),
      (.path("/m/l.m3u"), "file:///a", "file:///a"),
      (.url("http://h/m/l.m3u?a=/b"), "a.mp3", "http://h/m/a.mp3"),
      (.url("http://h/m/l.m3u"), "/a.mp3", "http://h/a.mp3"),
      (.url("https://h:1/m/l.m3u"), "//g/a.mp3", "https://g/a.mp3"),
      (.url("http://h"), "a.mp3", "http://h/a.mp3"),
      (.url("http://h?x"), "/a.mp3", "http://h/a.mp3"),
      (.url("http://h/l"), "icy://g/a", "icy://g/a"),
      (.url("http://h/l"), "FILE:///etc/passwd", nil),
    ] as [(PlaylistAddress, String, String?)])
  func resolves(place: PlaylistAddress, entry: String, result: String?) {
    #expect(place.resolve(.init(location: entry)) == result)
  }
}
