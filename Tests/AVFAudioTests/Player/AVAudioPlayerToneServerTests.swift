#if PulseAudio
  import AVFAudio
  import Foundation
  import TestSupport
  import Testing

  /// Volume, balance, and rate of players in the sink of a sound server.
  @Suite(.enabled(if: PrivatePulseAudio.isAvailable)) struct AVAudioPlayerToneServerTests {
    private let files: PlayerFolder
    private let listener = PlayerListener()
    private let server: PrivatePulseAudio

    init() throws {
      files = try PlayerFolder()
      server = try PrivatePulseAudio()
    }

    /// Plays a tone with a number of channels, and returns the two recorded channels.
    private func played(
      channelCount: Int, _ tone: [Float], _ prepare: (AVAudioPlayer) -> Void
    ) throws -> [[Float]] {
      let recording = try server.startRecording()
      let tracks = [[Float]](repeating: tone, count: channelCount)
      let player = try AVAudioPlayer(contentsOf: files.write(tracks))
      player.currentDevice = "pulse:\(server.server)"
      player.delegate = listener
      prepare(player)
      #expect(player.play())
      try listener.waitForEnd()
      try recording.waitForSilence()
      // A slow machine inserts silence.
      let sound = recording.sound
      let frames = stride(from: 0, to: sound.count, by: 2)
        .filter { sound[$0] != 0 || sound[$0 + 1] != 0 }
      return [frames.map { sound[$0] }, frames.map { sound[$0 + 1] }]
    }

    /// The level of samples in decibels of full scale.
    private func decibels(_ samples: [Float]) -> Double {
      let squares = samples.reduce(0) { $0 + Double($1) * Double($1) }
      return 10 * log10(squares / Double(samples.count))
    }

    /// Volume and balance, and the resulting left and right gains.
    struct Loudness: Sendable, CustomTestStringConvertible {
      var volume: Float
      var pan: Float
      var left: Double
      var right: Double

      var testDescription: String { "volume \(volume), pan \(pan)" }

      static let all = [
        Loudness(volume: 0.5, pan: 0, left: 0.5, right: 0.5),
        Loudness(volume: 0.5, pan: -0.25, left: 0.5, right: 0.375),
        Loudness(volume: 0.1, pan: 0.9, left: 0.01, right: 0.1),
        Loudness(volume: 0.8, pan: 1, left: 0, right: 0.8),
      ]
    }

    @Test(arguments: Loudness.all, [1, 2])
    func volumeAndBalanceKeepTheirValues(loudness: Loudness, channelCount: Int) throws {
      // No sample of the tone is silent.
      let tone = Tone.samples(hertz: 439.7, seconds: 0.3).dropFirst().map { $0 == 0 ? 1e-6 : $0 }
      let played = try played(channelCount: channelCount, tone) { player in
        player.volume = loudness.volume
        player.pan = loudness.pan
      }
      for (channel, factor) in zip(played, [loudness.left, loudness.right]) {
        #expect(channel.count == tone.count)
        if factor == 0 {
          #expect(channel.allSatisfy { $0 == 0 })
        } else {
          #expect(abs(decibels(channel) - decibels(tone) - 20 * log10(factor)) < 0.1)
        }
      }
    }

    #if Sonic
      @Test(arguments: [0.5, 1.5, 2] as [Float])
      func aRateKeepsThePitchAndTheStatedLength(rate: Float) throws {
        let tone = Tone.samples(hertz: 440, seconds: 1)
        let played = try played(channelCount: 2, tone) { player in
          player.enableRate = true
          player.rate = rate
        }
        for channel in played {
          #expect(abs(Tone.hertz(channel) / 440 - 1) < 0.005)
          #expect(abs(Double(channel.count) - Double(tone.count) / Double(rate)) < 2048)
        }
      }
    #endif
  }
#endif
