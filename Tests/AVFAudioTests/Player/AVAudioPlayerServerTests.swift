#if PulseAudio
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Players on a sound server.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AVAudioPlayerServerTests {
    private let files: PlayerFolder
    private let listener = PlayerListener()
    private let server: PrivatePulseAudio

    init() throws {
      files = try PlayerFolder()
      server = try PrivatePulseAudio(channelCount: 1)
    }

    /// Tracks whose sum is exact and shows the share of each track.
    private func tracks(_ count: Int, frames: Int) -> [[Float]] {
      (0..<count).map { track in
        (0..<frames).map { Float($0 % 100 + 1) * Float(1 << (7 * track)) / 16_777_216 }
      }
    }

    /// Players that have decoded their first frames.
    private func players(_ tracks: [[Float]]) throws -> [AVAudioPlayer] {
      try tracks.enumerated().map { index, track in
        let player = try AVAudioPlayer(contentsOf: files.write([track], "\(index).wav"))
        player.currentDevice = "pulse:\(server.server)"
        player.delegate = listener
        #expect(player.prepareToPlay())
        return player
      }
    }

    @Test func playersWithOneTimeStartOnOneFrame() throws {
      let recording = try server.startRecording()
      let tracks = tracks(3, frames: 30_000)
      let players = try players(tracks)
      // Enough time for the slowest machine.
      let start = players[0].deviceCurrentTime + 5
      for player in players { #expect(player.play(atTime: start)) }
      #expect(players.allSatisfy { $0.isPlaying })
      try listener.waitForEnd(3)
      try recording.waitForSilence()
      let sum = (0..<30_000).map { tracks[0][$0] + tracks[1][$0] + tracks[2][$0] }
      #expect(firstDifference(recording.sound, sum) == nil)
      #expect(listener.finished == [true, true, true])
    }

    @Test func onePlayerOfASynchronizedPairPausesAlone() throws {
      let recording = try server.startRecording()
      let tracks = tracks(2, frames: 400_000)
      let players = try players(tracks)
      let start = players[0].deviceCurrentTime + 1.5
      for player in players { #expect(player.play(atTime: start)) }
      try waitUntil("they play") { players[0].currentTime > 0.1 }
      players[0].pause()
      let paused = players[0].currentTime
      try waitUntil("the other one continues") { players[1].currentTime > paused + 0.3 }
      #expect(players[0].currentTime == paused && !players[0].isPlaying)
      #expect(players[0].play())
      try listener.waitForEnd(2)
      try recording.waitForSilence()
      // Each part is complete and in order.
      let parts = recording.sound.map { Int(($0 * 16_777_216).rounded()) }
      for (shift, track) in zip([0, 7], tracks) {
        let played = parts.map { ($0 >> shift) % 128 }.filter { $0 != 0 }
        #expect(played == track.indices.map { $0 % 100 + 1 })
      }
    }

    @Test func playbackContinuesAtTheExactFrameOfASeek() throws {
      let recording = try server.startRecording()
      let all = (0..<150_000).map { Float($0 + 1) / 262_144 }
      let player = try AVAudioPlayer(contentsOf: files.write([all]))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      player.numberOfLoops = 1
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.2 })
      player.currentTime = 130_000 / 44100.0
      #expect(waitUntil { player.currentTime < 2 })
      player.pause()
      player.currentTime = 145_000 / 44100.0
      #expect(player.play())
      try listener.waitForEnd()
      try recording.waitForSilence()
      // No sample of the sound is silent, so silence separates the parts.
      let played = recording.sound.filter { $0 != 0 }
      let first = try #require((1..<played.count).first { played[$0] != all[$0] })
      #expect(first > 4410 && first < 130_000)
      let second = played[first...]
      let rest = Array(all[130_000...]) + all
      let length = zip(second, rest).prefix { $0 == $1 }.count
      #expect(length > 20_000)
      #expect(firstDifference(Array(second.dropFirst(length)), Array(all[145_000...])) == nil)
      #expect(listener.finished == [true])
    }

    /// The player decodes more than a pass ahead, and drops the part that must not play.
    @Test(arguments: [0, 2])
    func anEndlessLoopCanBeLimited(loopCount: Int) throws {
      let recording = try server.startRecording()
      let all = (0..<26_000).map { Float($0 + 1) / 65_536 }
      let player = try AVAudioPlayer(contentsOf: files.write([all]))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      player.numberOfLoops = -1
      #expect(player.play())
      var last = 0.0
      var pass = 1
      try waitUntil("the second pass plays") {
        let now = player.currentTime
        if now < last { pass += 1 }
        last = now
        return pass == 2 && now > 0.05 && now < 0.25
      }
      // The stream is the same one: another one would leave a gap.
      let stream = try server.pactl("list", "short", "sink-inputs").split(separator: "\t").first
      player.numberOfLoops = loopCount
      let after = try server.pactl("list", "short", "sink-inputs").split(separator: "\t").first
      #expect(stream != nil && after == stream)
      try listener.waitForEnd()
      try recording.waitForSilence()
      let passes = loopCount == 0 ? 2 : 3
      let expected = Array(repeatElement(all, count: passes).joined())
      #expect(firstDifference(recording.sound, expected) == nil)
      #expect(listener.finished == [true])
    }
  }
#endif
