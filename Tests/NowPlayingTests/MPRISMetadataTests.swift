import Testing

@testable import NowPlaying

/// The description of an item in MPRIS.
@Suite struct MPRISMetadataTests {
  private static func metadata(_ track: NowPlayingTrack?) -> [String: MPRISValue] {
    var content = NowPlayingContent()
    content.set(track.map { NowPlayingContent.Update(track: $0) }, at: 0)
    let properties = MPRISProperties(
      identity: PlayerIdentity(name: nil, program: "test"), content: content,
      artworkURL: "file:///art.png")
    guard case .entries(let entries) = properties.value("Metadata", at: 0) else { return [:] }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
  }

  @Test("each value has the type of the specification")
  func types() {
    var track = NowPlayingTrack()
    (track.title, track.album, track.url) = ("t", "a", "file:///x.mp3")
    (track.artists, track.albumArtists, track.genres) = (["r"], ["b"], ["g"])
    (track.composers, track.comments, track.lyrics) = (["c"], ["k"], "l")
    (track.trackNumber, track.discNumber, track.playCount) = (3, 1, .max)
    (track.rating, track.beatsPerMinute, track.duration) = (0.5, 120, 61.5)
    track.created = "2026-11-26T00:00:00Z"
    let types = Self.metadata(track).mapValues(\.signature)
    #expect(
      types == [
        "mpris:trackid": "o", "mpris:length": "x", "mpris:artUrl": "s", "xesam:title": "s",
        "xesam:artist": "as", "xesam:albumArtist": "as", "xesam:album": "s", "xesam:genre": "as",
        "xesam:composer": "as", "xesam:trackNumber": "i", "xesam:discNumber": "i",
        "xesam:url": "s", "xesam:contentCreated": "s", "xesam:useCount": "i",
        "xesam:userRating": "d", "xesam:audioBPM": "i", "xesam:comment": "as",
        "xesam:asText": "s",
      ])
    #expect(Self.metadata(track)["mpris:length"] == .wide(61_500_000))
    #expect(Self.metadata(track)["xesam:useCount"] == .integer(.max))
  }

  @Test("a live stream has no length, and a missing item only its path")
  func missingValues() {
    var track = NowPlayingTrack()
    (track.title, track.duration, track.isLive) = ("t", 10, true)
    #expect(Self.metadata(track)["mpris:length"] == nil)
    #expect(
      Self.metadata(nil) == ["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")])
  }

  @Test("a path has only the characters that D-Bus permits")
  func paths() {
    var track = NowPlayingTrack()
    track.identifier = "http://ä/\u{0}" + String(repeating: "x", count: 1000)
    guard case .path(let path) = Self.metadata(track)["mpris:trackid"] else {
      Issue.record("no path")
      return
    }
    #expect(path.hasPrefix("/org/opencoreaudio/track/1_http_3a_2f_2f_c3_a4_2f_00x"))
    #expect(path.utf8.count < 200)
    let isValid = path.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_/".unicodeScalars.contains($0))
    }
    #expect(isValid)
  }

  @Test(
    "the name of a program becomes an element of a bus name",
    arguments: [
      ("afplay", "afplay"), ("my-app.x", "my_app_x"), ("2tone", "_2tone"), ("", "OpenCoreAudio"),
      ("ä", "_"),
    ])
  func names(program: String, element: String) {
    #expect(PlayerIdentity(name: nil, program: program).element == element)
  }

  @Test(
    "times become microseconds without overflow",
    arguments: [(1.5, 1_500_000), (.infinity, 0), (1e300, 9_000_000_000_000_000_000)])
  func microseconds(seconds: Double, expected: Int64) {
    #expect(MPRISValue.microseconds(seconds) == expected)
  }
}
