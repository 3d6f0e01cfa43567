#if PulseAudio
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Players as a sound server hears them.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AVAudioPlayerServerTests {
    private let files: PlayerFolder
    private let listener = PlayerListener()
    private let server: PrivatePulseAudio

    init() throws {
      files = try PlayerFolder()
      server = try PrivatePulseAudio(channelCount: 1)
    }

    @Test func aSeekGoesOnWithExactlyItsFrame() throws {
      let recording = try server.startRecording()
      let all = numbered(0..<50_000)
      let player = try AVAudioPlayer(contentsOf: files.write([all]))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      player.numberOfLoops = 1
      #expect(player.play())
      #expect(waitUntil { player.currentTime > 0.2 })
      player.currentTime = 30_000 / 44100.0
      #expect(waitUntil { player.currentTime < 0.4 })
      player.pause()
      player.currentTime = 45_000 / 44100.0
      #expect(player.play())
      try listener.waitForEnd()
      try recording.waitForSilence()
      // No sample of the recording is silent, so silence is between what was heard.
      let heard = recording.sound.filter { $0 != 0 }
      let first = try #require((1..<heard.count).first { heard[$0] != all[$0] })
      #expect(first > 4410 && first < 30_000)
      let second = heard[first...]
      let rest = Array(all[30_000...]) + all
      let length = zip(second, rest).prefix { $0 == $1 }.count
      #expect(length > 20_000)
      #expect(firstDifference(Array(second.dropFirst(length)), Array(all[45_000...])) == nil)
      #expect(listener.finished == [true])
    }
  }
#endif
