import AudioContainers
import Testing

@Suite struct XSPFTests {
  private static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- a list -->
    <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:x='http://x/?a>b'>
      <title>Not a track</title>
      <trackList>
        <track><creator>A &amp; B</creator><title>Gr&#xfc;n &lt;1&gt;</title>
          <location> one%20two.mp3 </location><location>other.mp3</location>
          <extension application="http://x"><x:location>no.mp3</x:location></extension>
        </track>
        <track><title>without a location</title><location/></track>
        <x:track><x:location>http://h/a?b=1&#38;c=2</x:location></x:track>
        <track><location>a<![CDATA[&b]]>&apos;<!-- c -->d</location></track>
      </trackList>
      <location>http://h/list.xspf</location>
    </playlist>
    """

  private func entries(_ text: String) throws -> [Playlist.Entry] {
    let bytes = Array(text.utf8)
    return try Playlist(bytes.span, kind: .xspf).entries
  }

  /// A list with one location, or with other markup inside its track.
  private static func list(_ track: String) -> String {
    "<playlist><trackList><track>\(track)</track></trackList></playlist>"
  }

  @Test("locations, titles and creators of tracks are read")
  func reads() throws {
    #expect(
      try entries(Self.sample) == [
        .init(
          location: "one%20two.mp3", title: "Grün <1>", artist: "A & B", isReference: true),
        .init(location: "http://h/a?b=1&c=2", isReference: true),
        .init(location: "a&b'd", isReference: true),
      ])
    #expect(try entries("\u{FEFF}" + Self.list("<location>a</location>")).count == 1)
  }

  @Test(
    "XML is a playlist by its outermost element, or by its name",
    arguments: [
      (sample, "list", .xspf), ("<x:playlist>", "list", .xspf), ("<html>", "a.XSPF", .xspf),
      ("<!DOCTYPE playlist>", "a.xspf", .xspf), ("<!DOCTYPE playlist>", "a.xml", nil),
      ("<html><playlist>", "a.xml", nil), ("<playlist", "a.xml", nil), ("a", "a.xspf", nil),
      ("<playlist>\u{1}", "a.xspf", nil),
    ] as [(String, String, Playlist.Kind?)])
  func recognises(text: String, name: String, kind: Playlist.Kind?) {
    let bytes = Array(text.utf8.prefix(512))
    #expect(Playlist.kind(bytes.span, name: name) == kind)
  }

  @Test(
    "damaged or dangerous markup is refused with the offset",
    arguments: [
      ("", .markup, 0), ("<html></html>", .markup, 0), ("a<playlist/>", .markup, 0),
      ("<playlist></trackList>", .markup, 10), ("<playlist a='>", .markup, 0),
      ("<playlist a='<'>", .markup, 13), ("<playlist/><playlist/>", .markup, 11),
      ("<playlist/>a", .markup, 11), ("<playlist><!-- a", .markup, 10),
      ("< playlist>", .markup, 0), ("<playlist>", .markup, 10), ("<playlist/>", .empty, 11),
      ("<!DOCTYPE x [<!ENTITY a 'b'>]>", .documentType, 0),
      ("<playlist>&a;</playlist>", .entity, 10), ("<playlist>&#0;</playlist>", .entity, 10),
      ("<playlist>&#xD800;</playlist>", .entity, 10), ("<playlist>&#+65;", .entity, 10),
      ("<playlist>&amp", .entity, 10), ("<playlist>\u{0}", .binary, 10),
      (String(repeating: "<playlist>", count: 33), .tooDeep, 320),
      ("<" + String(repeating: "a", count: 65) + ">", .markup, 0),
      (list("<location>" + String(repeating: "a", count: 8193)), .longLine, 38),
    ] as [(String, PlaylistError.Reason, Int)])
  func refuses(text: String, reason: PlaylistError.Reason, offset: Int) {
    #expect(throws: PlaylistError(reason, at: offset)) { try entries(text) }
  }

  @Test("the numbers of entries and bytes have limits")
  func limits() throws {
    let track = "<track><location>a</location></track>"
    func list(_ count: Int) -> String {
      "<playlist><trackList>" + String(repeating: track, count: count)
        + "</trackList></playlist>"
    }
    #expect(try entries(list(10_000)).count == 10_000)
    #expect(throws: PlaylistError.self) { try entries(list(10_001)) }
    let long = Array(String(repeating: " ", count: 1 << 20 | 1).utf8)
    #expect(throws: PlaylistError(.tooManyBytes, at: 1 << 20)) {
      try Playlist(long.span, kind: .xspf)
    }
  }

  @Test("no prefix of a list is read, and every changed byte gives entries or an error")
  func survives() {
    let bytes = Array(Self.sample.utf8)
    for count in bytes.indices {
      let prefix = Array(bytes[..<count])
      #expect(throws: PlaylistError.self) { try Playlist(prefix.span, kind: .xspf) }
    }
    for index in bytes.indices {
      var changed = bytes
      for value: UInt8 in [0, 0x20, 0x22, 0x26, 0x2F, 0x3B, 0x3C, 0x3E, 0x5D, 0xFF] {
        changed[index] = value
        do throws(PlaylistError) {
          let playlist = try Playlist(changed.span, kind: .xspf)
          #expect(!playlist.entries.isEmpty)
        } catch {
          #expect((0...bytes.count).contains(error.offset))
        }
      }
    }
  }

  @Test(
    "a reference decodes to a path, and stays as it is in a URL",
    arguments: [
      (.path("/m/l.xspf"), "a%20b%c3%BC.mp3", "/m/a bü.mp3"),
      (.path("/m/l.xspf"), "/x/a%2Fb", "/x/a/b"), (.path("/m/l.xspf"), "a%00b", "/m/a%00b"),
      (.path("/m/l.xspf"), "100%", "/m/100%"), (.path("/m/l.xspf"), "a%FF", "/m/a%FF"),
      (.path("/m/l.xspf"), "file:/a%20b", "file:///a%20b"),
      (.path("/m/l.xspf"), "FILE:///a", "FILE:///a"),
      (.path("/m/l.xspf"), "http://h/a%20b", "http://h/a%20b"),
      (.url("http://h/l"), "a%20b", "http://h/a%20b"), (.url("http://h/l"), "file:/a", nil),
    ] as [(PlaylistAddress, String, String?)])
  func resolves(place: PlaylistAddress, location: String, result: String?) {
    #expect(place.resolve(.init(location: location, isReference: true)) == result)
  }
}
