import Testing

@testable import AudioContainers

@Suite struct HLSAddressTests {
  @Test(
    "a URI resolves against the URL of its playlist",
    arguments: [
      (.url("http://h/m/l.m3u8?a=/b"), "a.ts", "http://h/m/a.ts"),
      (.url("http://h/m/l.m3u8"), "x/a%3db.ts?q=1", "http://h/m/x/a%3db.ts?q=1"),
      (.url("http://h/m/l.m3u8"), "/a.ts", "http://h/a.ts"),
      (.url("https://h:1/m/l.m3u8"), "//g/a.ts", "https://g/a.ts"),
      (.url("http://h/m/l.m3u8"), "../a.ts", "http://h/m/../a.ts"),
      (.url("http://h/m/l.m3u8?x=1#f"), "?y=2", "http://h/m/l.m3u8?y=2"),
      (.url("http://h/m/l.m3u8?x=1#f"), "#g", "http://h/m/l.m3u8?x=1#g"),
      (.url("http://h/m/l.m3u8"), "HTTPS://g/a", "HTTPS://g/a"),
      (.url("http://h/m/l.m3u8"), "data:text/plain;base64,AAEC", nil),
      (.url("http://h/m/l.m3u8"), "a:b", nil), (.url("http://h/m/l.m3u8"), "http:/x", nil),
      (.url("http://h/m/l.m3u8"), "skd://key", "skd://key"),
      (.url("http://h/m/l.m3u8"), "12:30:00.ts", "http://h/m/12:30:00.ts"),
      (.url("http://h/m/l.m3u8"), "x/a:b.ts", "http://h/m/x/a:b.ts"),
      (.url("http://h"), "a.ts", "http://h/a.ts"),
      (.url("http://h/l"), "file:///etc/passwd", nil),
      (.url("http://h/l"), "FILE:/etc/passwd", nil),
      (.url("file:///m/l.m3u8"), "file:///a.ts", "file:///a.ts"),
      (.url("http://h/l"), "", nil),
      (.path("/m/l.m3u8"), "a.ts", "/m/a.ts"),
      (.path("l.m3u8"), "a.ts", "a.ts"),
      (.path("/m/l.m3u8"), "/a.ts", "/a.ts"),
      (.path("/m/l.m3u8"), "http://h/a", "http://h/a"),
      (.path("/m/l.m3u8"), "file:///a", "file:///a"),
    ] as [(PlaylistAddress, String, String?)])
  func resolves(place: PlaylistAddress, uri: String, result: String?) {
    #expect(HLSAddress(place).resolve(uri) == result)
  }
}
