#if SystemdBus
  import Foundation
  import MediaPlayer
  import Synchronization
  import TestSupport
  import Testing

  @testable import MediaPlayer
  @testable import NowPlaying

  /// The published player, as real clients see it on a private bus.
  @Suite(.serialized, .enabled(if: PrivateBus.isAvailable)) struct PublishingTests {
    /// The types of the specification's table.
    private static let typesByInterface = [
      "org.mpris.MediaPlayer2": [
        "CanQuit": "b", "Fullscreen": "b", "CanSetFullscreen": "b", "CanRaise": "b",
        "HasTrackList": "b", "Identity": "s", "SupportedUriSchemes": "as",
        "SupportedMimeTypes": "as",
      ],
      "org.mpris.MediaPlayer2.Player": [
        "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b",
        "Metadata": "a{sv}", "Volume": "d", "Position": "x", "MinimumRate": "d",
        "MaximumRate": "d", "CanGoNext": "b", "CanGoPrevious": "b", "CanPlay": "b",
        "CanPause": "b", "CanSeek": "b", "CanControl": "b",
      ],
    ]

    @Test(
      "all properties have the types of the specification",
      arguments: typesByInterface.keys.sorted())
    func types(interface: String) throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      let output = try fixture.bus.run(
        "busctl", "--address=\(fixture.bus.address)", "--json=short", "call",
        DesktopFixture.name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties",
        "GetAll", "s", interface
      ).output
      let reply = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let list = try #require(reply?["data"] as? [[String: [String: Any]]])
      let found = try #require(list.first).compactMapValues { $0["type"] as? String }
      #expect(found == Self.typesByInterface[interface])
    }

    @Test("all methods and signals have the arguments of the specification")
    func methods() throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      let lines = try fixture.bus.run(
        "busctl", "--address=\(fixture.bus.address)", "introspect", DesktopFixture.name,
        "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
      ).output.split(separator: "\n").map { $0.split(separator: " ").prefix(4) }
      let members = Set(
        lines.filter { $0.count > 3 && ["method", "signal"].contains($0[1]) }
          .map { $0.joined(separator: " ") })
      #expect(
        members == [
          ".Next method - -", ".Previous method - -", ".Pause method - -",
          ".PlayPause method - -", ".Stop method - -", ".Play method - -", ".Seek method x -",
          ".SetPosition method ox -", ".OpenUri method s -", ".Seeked signal x -",
        ])
      for method in ["Raise", "Quit"] {
        let run = try fixture.bus.run(
          "busctl", "--address=\(fixture.bus.address)", "call", DesktopFixture.name,
          "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2", method)
        #expect(run.ending == .exit(0))
      }
      #expect(try fixture.bus.players == [DesktopFixture.name])
    }

    @Test("a client that follows the player sees each change once")
    func following() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      try fixture.publish()
      let client = try fixture.bus.start(
        "playerctl", "--player=fixture", "metadata", "--follow", "--format",
        "{{status}} {{title}}")
      try waitUntil("the client follows") { client.output == "Paused Title\n" }
      fixture.info.nowPlayingInfo?[MPMediaItemPropertyTitle] = "Second"
      try waitUntil("the client sees the title") {
        client.output == "Paused Title\nPaused Second\n"
      }
      fixture.info.nowPlayingInfo?[MPMediaItemPropertyTitle] = "Second"
      fixture.info.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = 1.0
      try waitUntil("the client sees the status") {
        client.output == "Paused Title\nPaused Second\nPlaying Second\n"
      }
    }

    @Test("metadata has the values of the dictionary")
    func metadata() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      var song = DesktopFixture.song
      song[MPMediaItemPropertyRating] = 2.5
      song[MPNowPlayingInfoPropertyAssetURL] = URL(string: "http://host/a.mp3")
      song[MPMediaItemPropertyReleaseDate] = Date(timeIntervalSince1970: 0)
      song[MPMediaItemPropertyGenre] = NSString(string: "Genre")
      try fixture.publish(song)
      let text = try fixture.playerctl(
        "metadata", "--format",
        "{{title}}|{{artist}}|{{album}}|{{mpris:length}}|{{xesam:trackNumber}}|{{xesam:url}}|"
          + "{{xesam:userRating}}|{{xesam:contentCreated}}|{{xesam:genre}}|{{status}}|{{position}}")
      #expect(
        text
          == "Title|Artist|Album|100000000|3|http://host/a.mp3|0.5|1970-01-01T00:00:00Z|Genre|"
          + "Paused|10000000")
      #expect(try fixture.property("CanQuit", of: "org.mpris.MediaPlayer2") == "b false")
      #expect(try fixture.property("Identity", of: "org.mpris.MediaPlayer2") == "s \"Fixture\"")
    }

    @Test("a title with characters that the bus refuses is published without them")
    func refusedCharacters() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      var song = DesktopFixture.song
      let refused = try [0xFFFF, 0xFDD0, 0].map { try String(#require(Unicode.Scalar($0))) }
      song[MPMediaItemPropertyTitle] = "a\(refused[0])b\(refused[1])c\(refused[2])d"
      try fixture.publish(song)
      #expect(try fixture.playerctl("metadata", "title") == "a\u{FFFD}b\u{FFFD}cd")
    }

    @Test("changes are announced, a jump by Seeked, and the position never as a property")
    func changes() throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      let monitor = try fixture.bus.monitor(DesktopFixture.name)
      fixture.info.nowPlayingInfo?[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 42
      try waitUntil("the jump is announced") { monitor.output.contains("Seeked (int64 42000000,)") }
      #expect(!monitor.output.contains("PropertiesChanged"))
      fixture.info.nowPlayingInfo?[MPMediaItemPropertyTitle] = "Late"
      try waitUntil("the title is announced") { monitor.output.contains("'Late'") }
      fixture.info.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = 1
      try waitUntil("the status is announced") { monitor.output.contains("'Playing'") }
      #expect(!monitor.output.contains("'Position'"))
      #expect(monitor.output.components(separatedBy: "Seeked").count == 3, "once for each title")
    }

    @Test("1,000 updates in a second cause at most 60 announcements in a second")
    func manyUpdates() throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      let monitor = try fixture.bus.monitor(DesktopFixture.name)
      let start = ContinuousClock.now
      for index in 0..<1000 {
        fixture.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Title \(index)"]
        // Spreads the updates over a second.
        usleep(1000)
      }
      try waitUntil("the last title is announced") { monitor.output.contains("'Title 999'") }
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let count = monitor.output.components(separatedBy: "PropertiesChanged").count - 1
      #expect(count > 1)
      #expect(Double(count) <= 60 * seconds + 1)
    }

    @Test("the name is on the bus while an item is loaded, and a second player takes an instance")
    func names() throws {
      let first = try DesktopFixture()
      first.handleAll()
      #expect(try first.bus.players.isEmpty, "commands alone publish no player")
      first.info.playbackState = .playing
      #expect(try first.bus.players.isEmpty, "no item is loaded")
      try first.publish()
      let second = try DesktopFixture(bus: first.bus)
      second.info.nowPlayingInfo = DesktopFixture.song
      let instance = DesktopFixture.name + ".instance\(getpid())"
      try first.waitForPlayers([DesktopFixture.name, instance])
      first.info.nowPlayingInfo = nil
      try first.waitForPlayers([instance])
      first.info.nowPlayingInfo = DesktopFixture.song
      try first.waitForPlayers([DesktopFixture.name, instance])
      first.info.nowPlayingInfo = [:]
      second.info.nowPlayingInfo = nil
      try first.waitForPlayers([])
    }

    @Test("a player returns to a bus that returns")
    func restart() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      try fixture.publish()
      fixture.bus.stop()
      fixture.info.nowPlayingInfo?[MPMediaItemPropertyTitle] = "Changed"
      try fixture.bus.start()
      try fixture.waitForPlayers([DesktopFixture.name])
      #expect(try fixture.playerctl("metadata", "title") == "Changed")
      try fixture.playerctl("next")
      #expect(try fixture.events() == ["next"])
    }

    @Test("artwork is drawn when a client reads the metadata, and its file ends with it")
    func artwork() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      let png = Data([
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
        0, 40, 0, 0, 0, 30,
      ])
      let sizes = Mutex<[CGSize]>([])
      let image = try #require(UIImage(data: png))
      var song = DesktopFixture.song
      song[MPMediaItemPropertyArtwork] = MPMediaItemArtwork(
        boundsSize: CGSize(width: 4000, height: 3000)
      ) { size in
        sizes.withLock { $0.append(size) }
        return image
      }
      try fixture.publish(song)
      _ = try fixture.property("PlaybackStatus")
      #expect(sizes.withLock { $0.isEmpty })
      let url = try #require(URL(string: try fixture.playerctl("metadata", "mpris:artUrl")))
      #expect(try Data(contentsOf: url) == png)
      #expect(try fixture.playerctl("metadata", "mpris:artUrl") == url.absoluteString)
      #expect(sizes.withLock { $0 } == [CGSize(width: 1024, height: 768)])
      song[MPMediaItemPropertyArtwork] = nil
      fixture.info.nowPlayingInfo = nil
      song = [:]
      try waitUntil("the file is removed") { !FileManager.default.fileExists(atPath: url.path) }
    }

    @Test("without a bus, values are kept, and one reason is reported")
    func noBus() throws {
      let notices = Mutex<[NowPlayingPublisher.Notice]>([])
      let publisher = NowPlayingPublisher(
        identity: PlayerIdentity(name: "Test", program: "test"),
        address: "unix:path=/nonexistent/bus", respond: { _ in },
        report: { notice in notices.withLock { $0.append(notice) } })
      var track = NowPlayingTrack()
      track.title = "Title"
      publisher.update { content, now in
        content.set(NowPlayingContent.Update(track: track), at: now)
      }
      try waitUntil("a reason is reported") { notices.withLock { !$0.isEmpty } }
      #expect(publisher.content.track?.title == "Title")
      publisher.update { content, now in
        content.set(nil as NowPlayingContent.Update?, at: now)
      }
      #expect(notices.withLock { $0 } == [.noConnection(ENOENT)])
    }
  }
#endif
