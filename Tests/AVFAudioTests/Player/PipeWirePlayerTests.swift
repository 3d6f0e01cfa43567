#if PulseAudio
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Players on PipeWire.
  @Suite(.serialized, .enabled(if: PrivatePipeWire.isAvailable)) struct PipeWirePlayerTests {
    private let files: PlayerFolder
    private let server: PrivatePipeWire

    init() throws {
      files = try PlayerFolder()
      server = try PrivatePipeWire()
    }

    private func player(_ url: URL, _ listener: PlayerListener) throws -> AVAudioPlayer {
      let player = try AVAudioPlayer(contentsOf: url)
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      return player
    }

    @Test func aFilePlaysCompletelyAndReportsItsEnd() throws {
      let samples = numbered(0..<50_011)
      let url = try files.write([samples])
      let difference = try server.difference(from: samples) {
        let listener = PlayerListener()
        let player = try player(url, listener)
        #expect(player.play())
        try listener.waitForEnd()
        #expect(listener.finished == [true])
      }
      #expect(difference == nil)
    }

    @Test func aPlayerWithAStartTimePlaysToItsEnd() throws {
      let samples = numbered(0..<50_011)
      let url = try files.write([samples])
      let difference = try server.difference(from: samples) {
        let listener = PlayerListener()
        let player = try player(url, listener)
        #expect(player.prepareToPlay())
        #expect(player.play(atTime: player.deviceCurrentTime + 0.5))
        try listener.waitForEnd()
        #expect(listener.finished == [true])
      }
      #expect(difference == nil)
    }

    @Test func aPausedPlayerEnds() throws {
      let listener = PlayerListener()
      let player = try player(files.write([numbered(0..<50_011)]), listener)
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.2 })
      player.pause()
      let paused = player.currentTime
      #expect(paused < 1 && !player.isPlaying)
      #expect(player.play())
      try listener.waitForEnd()
      #expect(listener.finished == [true])
    }
  }
#endif
