#if FluidSynth
  import AVFAudio
  import AudioToolbox
  import Foundation
  import Testing

  /// Sequencers that play through an engine, rendered by hand.
  struct AVAudioSequencerPlayingTests {
    private static func engine() throws -> (AVAudioEngine, AVAudioUnitSampler) {
      let engine = try EngineFixture.offline(EngineFixture.format())
      let sampler = AVAudioUnitSampler()
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: nil)
      try engine.start()
      return (engine, sampler)
    }

    private static func add(_ key: UInt32, at beat: Double, to track: AVMusicTrack) {
      track.addEvent(
        AVMIDINoteEvent(channel: 0, key: key, velocity: 100, duration: 0.25), at: beat)
    }

    @Test("a note is heard at its frame, at any rate and after a move")
    func onsets() throws {
      let (engine, _) = try Self.engine()
      let sequencer = AVAudioSequencer(audioEngine: engine)
      Self.add(69, at: 1, to: sequencer.createAndAppendTrack())
      sequencer.prepareToPlay()
      #expect(!sequencer.isPlaying)
      try sequencer.start()
      #expect(sequencer.isPlaying)
      // Beat 1 is at 0.5 seconds; a sine starts with 0.
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 48))[0]
      #expect(samples.firstIndex { $0 != 0 } == 24_001)
      #expect(sequencer.currentPositionInSeconds == 1)
      #expect(sequencer.currentPositionInBeats == 2)
      sequencer.rate = 2
      sequencer.currentPositionInBeats = 0.5
      let later = try engine.render(blocks: Array(repeating: 500, count: 20))[0]
      #expect(later.firstIndex { $0 != 0 } == 6_001)
      sequencer.stop()
      #expect(!sequencer.isPlaying)
    }

    @Test("tracks play through their own instruments, and a stop ends their notes")
    func destinations() throws {
      let (engine, first) = try Self.engine()
      let second = AVAudioUnitSampler()
      engine.attach(second)
      engine.connect(second, to: engine.mainMixerNode, format: nil)
      second.overallGain = -90
      let sequencer = AVAudioSequencer(audioEngine: engine)
      let loud = sequencer.createAndAppendTrack()
      let quiet = sequencer.createAndAppendTrack()
      loud.destinationAudioUnit = first
      quiet.destinationAudioUnit = second
      #expect(loud.destinationAudioUnit === first)
      Self.add(69, at: 1, to: loud)
      quiet.addEvent(AVMIDINoteEvent(channel: 0, key: 69, velocity: 127, duration: 100), at: 0)
      try sequencer.start()
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 48))[0]
      #expect(samples[..<24_000].allSatisfy { abs($0) < 1e-4 })
      #expect(samples[24_000...].contains { abs($0) > 0.01 })
      sequencer.stop()
      let end = try engine.render(blocks: Array(repeating: 1_000, count: 48))[0]
      #expect(end[24_000...].allSatisfy { $0 == 0 })
    }

    @Test("a sequencer without an engine or an instrument does not start")
    func errors() throws {
      let alone = AVAudioSequencer()
      #expect(throws: NSError.self) { try alone.start() }
      let engine = try EngineFixture.offline(EngineFixture.format())
      let sequencer = AVAudioSequencer(audioEngine: engine)
      Self.add(69, at: 1, to: sequencer.createAndAppendTrack())
      #expect(throws: NSError.self) { try sequencer.start() }
      #expect(!sequencer.isPlaying)
      var error: NSError?
      #expect(sequencer.hostTime(forBeats: 1, error: &error) == 0 && error != nil)
    }
  }
#endif
