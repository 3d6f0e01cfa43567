#if SystemdBus
  import Foundation
  import MediaPlayer
  import TestSupport
  import Testing

  @testable import MediaPlayer
  @testable import NowPlaying

  /// Commands of real clients on a private bus.
  @Suite(.serialized, .enabled(if: PrivateBus.isAvailable)) struct CommandTests {
    @Test("each verb of playerctl reaches its command, on the main queue")
    func verbs() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      try fixture.publish()
      let cases = [
        (["play"], "play"), (["play-pause"], "toggle"), (["next"], "next"),
        (["previous"], "previous"), (["stop"], "stop"), (["position", "30"], "position 30.0"),
        (["position", "5+"], "position 15.0"), (["position", "5-"], "position 5.0"),
        (["loop", "Track"], "repeat one"), (["loop", "Playlist"], "repeat all"),
        (["shuffle", "On"], "shuffle items"), (["shuffle", "Off"], "shuffle off"),
      ]
      for (arguments, event) in cases {
        let process = try ChildProcess(
          "playerctl", ["--player=fixture"] + arguments, environment: fixture.bus.environment)
        #expect(process.wait() == .exit(0), "\(arguments): \(process.errors)")
        #expect(try fixture.events() == [event], "\(arguments)")
      }
      fixture.info.playbackState = .playing
      try waitUntil("the player plays") { try fixture.playerctl("status") == "Playing" }
      try fixture.playerctl("pause")
      #expect(try fixture.events() == ["pause"])
    }

    @Test("a command without a target, or that is not enabled, is not available")
    func availability() throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      #expect(try fixture.property("CanGoNext") == "b false")
      fixture.record("next", fixture.commands.nextTrackCommand)
      try waitUntil("next is possible") { try fixture.property("CanGoNext") == "b true" }
      fixture.commands.nextTrackCommand.isEnabled = false
      try waitUntil("next is impossible") { try fixture.property("CanGoNext") == "b false" }
      fixture.commands.nextTrackCommand.isEnabled = true
      try waitUntil("next is possible") { try fixture.property("CanGoNext") == "b true" }
      fixture.commands.nextTrackCommand.removeTarget(nil)
      try waitUntil("next is impossible") { try fixture.property("CanGoNext") == "b false" }
    }

    @Test("a stale track, a position after the end, and an unknown loop status have no effect")
    func invalidRequests() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      try fixture.publish()
      let track = "/org/opencoreaudio/track/1"
      #expect(try fixture.call("SetPosition", "ox", track + "0", "1000000") == "")
      #expect(try fixture.call("SetPosition", "ox", track, "100000001") == "")
      #expect(try fixture.call("SetPosition", "sx", track, "1").contains("Invalid arg"))
      let player = "org.mpris.MediaPlayer2.Player"
      let loop = try fixture.call("Properties.Set", "ssv", player, "LoopStatus", "s", "Twice")
      #expect(loop.contains("Call failed"), "\(loop)")
      let position = try fixture.call("Properties.Set", "ssv", player, "Position", "x", "1")
      #expect(position.contains("read-only") || position.contains("writable"), "\(position)")
      #expect(try fixture.call("OpenUri", "s", "file:///x").contains("Call failed"))
      #expect(try fixture.call("SetPosition", "ox", track, "20000000") == "")
      #expect(try fixture.events() == ["position 20.0"], "the first event is the valid one")
    }

    @Test("the values of repeat, shuffle and rate commands are published, and changed by clients")
    func values() throws {
      let fixture = try DesktopFixture()
      fixture.handleAll()
      fixture.commands.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 1.5, 2]
      fixture.commands.changeRepeatModeCommand.currentRepeatType = .one
      fixture.commands.changeShuffleModeCommand.currentShuffleType = .collections
      try fixture.publish()
      #expect(try fixture.property("LoopStatus") == "s \"Track\"")
      #expect(try fixture.property("Shuffle") == "b true")
      #expect(try fixture.property("MinimumRate") == "d 0.5")
      #expect(try fixture.property("MaximumRate") == "d 2")
      #expect(try fixture.property("Rate") == "d 1")
      let player = "org.mpris.MediaPlayer2.Player"
      #expect(try fixture.call("Properties.Set", "ssv", player, "Rate", "d", "1.6") == "")
      #expect(try fixture.events() == ["rate 1.5"])
      #expect(try fixture.call("Properties.Set", "ssv", player, "LoopStatus", "s", "None") == "")
      #expect(try fixture.events() == ["repeat off"])
    }

    @Test("the volume command publishes a volume, and receives one")
    func volume() throws {
      let fixture = try DesktopFixture()
      try fixture.publish()
      let player = "org.mpris.MediaPlayer2.Player"
      let refusal = try fixture.call("Properties.Set", "ssv", player, "Volume", "d", "0.5")
      #expect(refusal.contains("Call failed"))
      fixture.record("volume", fixture.commands.openCoreAudioChangeVolumeCommand)
      fixture.commands.openCoreAudioChangeVolumeCommand.currentVolume = 0.75
      try waitUntil("the volume is published") { try fixture.property("Volume") == "d 0.75" }
      #expect(try fixture.call("Properties.Set", "ssv", player, "Volume", "d", "0.5") == "")
      #expect(try fixture.events() == ["volume 0.5"])
    }

    @Test("targets are called in order, and tokens and objects remove them")
    func targets() {
      final class Player {
        var count = 0
        func handle(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
          count += 1
          return .noSuchContent
        }
      }
      let command = MPRemoteCommand()
      #expect(!command.isAvailable)
      let token = command.addTarget { _ in .success }
      var player: Player? = Player()
      weak let reference = player
      if let player { command.addTarget(player, action: Player.handle) }
      #expect(command.send(MPRemoteCommandEvent(command)) == .noSuchContent)
      #expect(player?.count == 1)
      command.removeTarget(token)
      #expect(command.isAvailable)
      player = nil
      #expect(reference == nil, "targets are not retained")
      #expect(!command.isAvailable)
      #expect(command.send(MPRemoteCommandEvent(command)) == .commandFailed)
      let other = Player()
      command.addTarget(other, action: Player.handle)
      command.removeTarget(other, action: nil)
      #expect(!command.isAvailable)
      command.addTarget { _ in .success }
      command.isEnabled = false
      #expect(command.send(MPRemoteCommandEvent(command)) == .commandFailed)
    }

    @Test("skip commands receive seeks if the position cannot be changed")
    func skips() throws {
      let fixture = try DesktopFixture()
      fixture.record("ahead", fixture.commands.skipForwardCommand)
      fixture.record("back", fixture.commands.skipBackwardCommand)
      fixture.commands.skipForwardCommand.preferredIntervals = [15]
      try fixture.publish()
      #expect(try fixture.property("CanSeek") == "b true")
      try fixture.playerctl("position", "7+")
      try fixture.playerctl("position", "7-")
      #expect(try fixture.events(2) == ["ahead 7.0", "back 7.0"])
    }
  }
#endif
