#if FluidSynth
  import AVFAudio
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// Events of a sequencer that plays through an engine, rendered by hand.
  @Suite struct AVAudioSequencerEventTests {
    private let engine: AVAudioEngine
    private let sampler = AVAudioUnitSampler()
    private let sequencer: AVAudioSequencer
    private let track: AVMusicTrack

    init() throws {
      engine = try EngineFixture.offline(EngineFixture.format())
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: nil)
      sequencer = AVAudioSequencer(audioEngine: engine)
      track = sequencer.createAndAppendTrack()
    }

    private func add(_ key: UInt32, at beat: Double) {
      track.addEvent(AVMIDINoteEvent(channel: 0, key: key, velocity: 120, duration: 0.25), at: beat)
    }

    /// Starts and renders 60,000 frames.
    private func render(inBlocksOf count: Int = 1_000) throws -> [Float] {
      try engine.start()
      try sequencer.start()
      return try engine.render(blocks: Array(repeating: count, count: 60_000 / count))[0]
    }

    @Test(
      "a note starts at its exact frame, whatever the blocks are", arguments: [60, 1_000, 4_000])
    func onsets(_ count: Int) throws {
      add(69, at: 1)
      // The first sample of a sine is 0.
      #expect(try render(inBlocksOf: count).firstIndex { $0 != 0 } == 24_001)
      #expect(abs(sequencer.currentPositionInBeats - 2.5) < 1e-6)
    }

    @Test("the tempo track moves a note, and a muted track is silent")
    func tempo() throws {
      add(69, at: 1)
      sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 60), at: 0)
      sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 240), at: 0.5)
      #expect(try render().firstIndex { $0 != 0 } == 30_001)
      sequencer.stop()
      track.isMuted = true
      sequencer.currentPositionInBeats = 0
      _ = try engine.render(blocks: Array(repeating: 4_000, count: 60))
      #expect(try render().allSatisfy { $0.magnitude < 1e-4 })
    }

    @Test("a loop plays what as many events would play")
    func loops() throws {
      add(69, at: 0.5)
      track.lengthInBeats = 1
      track.loopRange = AVMakeBeatRange(0.5, 0.5)
      track.numberOfLoops = 3
      track.isLoopingEnabled = true
      let (repeated, single) = try (Self(), Self())
      for beat in [0.5, 1, 1.5] { repeated.add(69, at: beat) }
      single.add(69, at: 0.5)
      let samples = try render()
      #expect(try samples == repeated.render())
      #expect(try samples != single.render())
    }

    @Test("user events call the client with their track, bytes, and time")
    func userEvents() throws {
      let calls = Mutex<[String]>([])
      track.addEvent(AVMusicUserEvent(data: Data([1, 2, 3])), at: 0.25)
      let name = "\(ObjectIdentifier(track))"
      sequencer.setUserCallback { track, data, beat in
        calls.withLock { $0.append("\(ObjectIdentifier(track)) \(Array(data)) \(beat)") }
      }
      _ = try render()
      #expect(waitUntil { calls.withLock { !$0.isEmpty } })
      #expect(calls.withLock { $0 } == ["\(name) [1, 2, 3] 0.25"])
    }
  }
#endif
