#if SystemdBus
  import AudioDevices
  import AudioToolbox
  import Foundation
  import MediaPlayer
  import Synchronization
  import TestSupport
  import Testing

  @testable import MediaPlayer
  @testable import NowPlaying

  /// Sessions of players on a private bus.
  @Suite(.serialized, .enabled(if: PrivateBus.isAvailable)) struct SessionTests {
    private let folder: TemporaryFolder
    private let fixture: DesktopFixture

    init() throws {
      folder = try TemporaryFolder()
      fixture = try DesktopFixture()
    }

    private func player(_ name: String) throws -> AVPlayer {
      let url = try file(name)
      return onTheNullDevice { AVPlayer(url: url) }
    }

    /// Makes a player whose device is silent.
    ///
    /// A variable of the environment would change the devices of all tests.
    private func onTheNullDevice<Player: AVPlayer>(_ make: () -> Player) -> Player {
      AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) { make() }
    }

    /// Writes a minute of silence: 16 bits, mono, 8 kHz.
    private func file(_ name: String) throws -> URL {
      func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let count = 60 * 16_000
      let header =
        Array("RIFF".utf8) + little(count + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        + little(1, 2) + little(1, 2) + little(8000, 4) + little(16_000, 4) + little(2, 2)
        + little(16, 2) + Array("data".utf8) + little(count, 4)
      let file = folder.url(name)
      try Data(header + [UInt8](repeating: 0, count: count)).write(to: file)
      return file
    }

    private func session(
      _ players: [AVPlayer], _ program: String, hasTrackList: Bool = false
    ) -> MPNowPlayingSession {
      MPNowPlayingSession(
        players: players,
        link: DesktopLink(
          address: fixture.bus.address,
          identity: PlayerIdentity(name: program, program: program),
          hasTrackList: hasTrackList))
    }

    /// Runs `busctl` for the list of a player, and returns its output.
    private func list(_ verb: String, _ arguments: String...) throws -> String {
      let process = try ChildProcess(
        "busctl",
        [
          "--address=\(fixture.bus.address)", verb, "org.mpris.MediaPlayer2.queue",
          "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.TrackList",
        ] + arguments, environment: fixture.bus.environment)
      process.wait()
      return (process.output + process.errors).trimmingCharacters(in: .newlines)
    }

    private func playerctl(_ program: String, _ arguments: String...) throws -> String {
      let process = try ChildProcess(
        "playerctl", ["--player=\(program)"] + arguments, environment: fixture.bus.environment)
      process.wait()
      return process.output.trimmingCharacters(in: .newlines)
    }

    @Test("a session publishes its player, and follows it")
    func publishing() throws {
      let player = try player("song.wav")
      player.currentItem?.nowPlayingInfo = [MPMediaItemPropertyTitle: "Title"]
      let session = session([player], "session")
      session.remoteCommandCenter.playCommand.addTarget { _ in
        player.play()
        return .success
      }
      session.remoteCommandCenter.pauseCommand.addTarget { _ in
        player.pause()
        return .success
      }
      session.automaticallyPublishesNowPlayingInfo = true
      try fixture.waitForPlayers(["org.mpris.MediaPlayer2.session"])
      #expect(try playerctl("session", "status") == "Paused")
      _ = try playerctl("session", "play")
      try waitUntil("the session plays with its length") {
        let format = "{{status}}|{{title}}|{{mpris:length}}"
        return try playerctl("session", "metadata", "-f", format) == "Playing|Title|60000000"
      }
      player.seek(to: CMTime(value: 45, timescale: 1))
      try waitUntil("the position follows") {
        Double(try playerctl("session", "position")).map { (45...59).contains($0) } ?? false
      }
      _ = try playerctl("session", "pause")
      try waitUntil("the session pauses") { try playerctl("session", "status") == "Paused" }
      _ = try playerctl("session", "volume", "0.25")
      try waitUntil("the player has the volume") { player.volume == 0.25 }
      player.volume = 0.5
      try waitUntil("the volume is published") {
        try playerctl("session", "volume") == "0.500000"
      }
      player.currentItem?.nowPlayingInfo = nil
      try waitUntil("the name of the file is the title") {
        try playerctl("session", "metadata", "title") == "song"
      }
      player.replaceCurrentItem(with: nil)
      try fixture.waitForPlayers([])
    }

    @Test("the items of a queue player are a list, from which other programs choose")
    func trackList() throws {
      let items = try ["one.wav", "two.wav", "three.wav"].map { name in
        AVPlayerItem(url: try file(name))
      }
      let queue = onTheNullDevice { AVQueuePlayer(items: items) }
      let publisher = session([queue], "queue", hasTrackList: true)
      publisher.automaticallyPublishesNowPlayingInfo = true
      try fixture.waitForPlayers(["org.mpris.MediaPlayer2.queue"])
      let start = "/org/opencoreaudio/queue/"
      let all = "ao 3 \"\(start)1\" \"\(start)2\" \"\(start)3\""
      let tracks = try list("get-property", "Tracks")
      let errors = items.map { "\($0.error.map { "\($0)" } ?? "no error")" }
      #expect(tracks == all, "\(tracks); items: \(queue.items().count) left, \(errors)")
      #expect(try list("get-property", "CanEditTracks") == "b false")
      #expect(
        try fixture.bus.run(
          "busctl", "--address=\(fixture.bus.address)", "get-property",
          "org.mpris.MediaPlayer2.queue", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2",
          "HasTrackList"
        ).output == "b true\n")
      let two = try list("call", "GetTracksMetadata", "ao", "2", start + "2", start + "9")
      #expect(two.hasPrefix("aa{sv} 1 "))
      #expect(two.contains("\"mpris:trackid\" o \"\(start)2\""))
      #expect(two.contains("\"xesam:title\" s \"two\""))
      #expect(try list("call", "RemoveTrack", "o", start + "2") == "")
      #expect(try list("call", "GoTo", "o", start + "9") == "")
      let monitor = try fixture.bus.monitor("org.mpris.MediaPlayer2.queue")
      #expect(try list("call", "GoTo", "o", start + "3") == "")
      try waitUntil("the third item is the only one") {
        try list("get-property", "Tracks") == "ao 1 \"\(start)3\""
      }
      try waitUntil("the list is announced") {
        monitor.output.contains(
          "TrackListReplaced ([objectpath '\(start)3'], objectpath '\(start)3')")
      }
      #expect(queue.currentItem === items[2])
      queue.currentItem?.nowPlayingInfo = [MPMediaItemPropertyTitle: "Changed"]
      try waitUntil("the description is announced") {
        monitor.output.components(separatedBy: "\n").contains {
          $0.contains("TrackMetadataChanged") && $0.contains("'Changed'")
        }
      }
    }

    @Test("a session without its player leaves the bus, and a released one does, too")
    func removal() throws {
      let player = try player("song.wav")
      var session: MPNowPlayingSession? = session([player], "session")
      session?.automaticallyPublishesNowPlayingInfo = true
      try fixture.waitForPlayers(["org.mpris.MediaPlayer2.session"])
      session?.removePlayer(player)
      try fixture.waitForPlayers([])
      session?.addPlayer(player)
      try fixture.waitForPlayers(["org.mpris.MediaPlayer2.session"])
      weak let reference = session
      session = nil
      try fixture.waitForPlayers([])
      #expect(reference == nil)
    }

    @Test("one session of a program is active, and delegates receive changes on the main queue")
    func activity() async throws {
      final class Delegate: NSObject, MPNowPlayingSessionDelegate, Sendable {
        let log = Mutex<[String]>([])
        func nowPlayingSessionDidChangeActive(_ session: MPNowPlayingSession) {
          log.withLock { $0.append(session.isActive ? "active" : "inactive") }
        }
        func nowPlayingSessionDidChangeCanBecomeActive(_ session: MPNowPlayingSession) {
          log.withLock { $0.append(session.canBecomeActive ? "can" : "cannot") }
        }
      }
      let delegate = Delegate()
      let first = session([try player("first.wav")], "first")
      let second = session([], "second")
      first.delegate = delegate
      #expect(!first.isActive)
      #expect(await first.becomeActiveIfPossible())
      #expect(first.isActive)
      #expect(await !second.becomeActiveIfPossible())
      second.addPlayer(try player("second.wav"))
      #expect(await second.becomeActiveIfPossible())
      #expect(second.isActive && !first.isActive)
      first.removePlayer(first.players[0])
      #expect(await !first.becomeActiveIfPossible())
      try waitUntil("all changes are reported") {
        delegate.log.withLock { $0 } == ["active", "inactive", "cannot"]
      }
    }
  }
#endif
