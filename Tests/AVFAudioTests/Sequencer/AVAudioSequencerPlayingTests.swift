#if FluidSynth
  import AudioRealtime
  import AudioToolbox
  import Foundation
  import MIDISequencing
  import Synchronization
  import Testing

  @testable import AVFAudio

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

    @Test("a loop that is enabled before the events repeats them")
    func earlyLoop() throws {
      let (engine, _) = try Self.engine()
      let sequencer = AVAudioSequencer(audioEngine: engine)
      let track = sequencer.createAndAppendTrack()
      track.isLoopingEnabled = true
      Self.add(69, at: 0.75, to: track)
      #expect(track.loopRange == AVMakeBeatRange(0, 1))
      try sequencer.start()
      // Notes at beats 0.75, 1.75, and 2.75, each an eighth of a second long.
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 72))[0]
      for beat in [0.75, 1.75, 2.75] {
        let first = Int(beat * 24_000)
        #expect(samples[(first - 200)..<first].allSatisfy { abs($0) < 1e-3 })
        #expect(samples[first..<(first + 1_000)].contains { abs($0) > 0.01 })
      }
      sequencer.stop()
    }

    @Test("the loop of a range ends with the track, also after an edit")
    func loopRange() throws {
      let sequencer = AVAudioSequencer()
      let track = sequencer.createAndAppendTrack()
      track.loopRange = AVMakeBeatRange(1, 3)
      track.isLoopingEnabled = true
      track.numberOfLoops = 3
      Self.add(69, at: 1, to: track)
      #expect(track.loopRange == AVMakeBeatRange(1, 3) && track.numberOfLoops == 3)
      let copy = try #require(SequenceAccess.copy(sequencer.owner.sequence)?.sequence)
      #expect(copy.tracks[0].loopRange == 1..<1.25)
      Self.add(69, at: 8, to: track)
      let later = try #require(SequenceAccess.copy(sequencer.owner.sequence)?.sequence)
      #expect(later.tracks[0].loopRange == 1..<4)
    }

    @Test("user events come in each pass of a loop, and a stop waits for the closure")
    func userEvents() throws {
      let calls = Calls()
      try VirtualClock().run {
        let (engine, _) = try Self.engine()
        let sequencer = AVAudioSequencer(audioEngine: engine)
        let other = sequencer.createAndAppendTrack()
        let track = sequencer.createAndAppendTrack()
        track.addEvent(AVMusicUserEvent(data: Data([7])), at: 0.5)
        track.lengthInBeats = 1
        track.isLoopingEnabled = true
        track.numberOfLoops = 3
        #expect(sequencer.removeTrack(other))
        let known = ObjectIdentifier(track)
        sequencer.setUserCallback { track, data, beat in
          VirtualClock.sleep(nanoseconds: 100_000_000)
          let isKnown = ObjectIdentifier(track) == known && data == Data([7])
          calls.beats.withLock { $0.append(isKnown ? beat : -1) }
        }
        try sequencer.start()
        _ = try engine.render(blocks: Array(repeating: 4_000, count: 18))
        // The second call is in progress.
        VirtualClock.sleep(nanoseconds: 150_000_000)
        #expect(calls.beats.withLock { $0 } == [0.5])
        sequencer.stop()
        #expect(calls.beats.withLock { $0 } == [0.5, 1.5])
        VirtualClock.sleep(nanoseconds: 1_000_000_000)
        #expect(calls.beats.withLock { $0 } == [0.5, 1.5])
        try sequencer.start()
        // A start continues after the events that have played.
        _ = try engine.render(blocks: [4_000])
        VirtualClock.sleep(nanoseconds: 1_000_000_000)
        #expect(calls.beats.withLock { $0 } == [0.5, 1.5])
        sequencer.stop()
      }
    }

    @Test("a position is kept in beats, and can be any number")
    func positions() throws {
      let (engine, _) = try Self.engine()
      let sequencer = AVAudioSequencer(audioEngine: engine)
      Self.add(69, at: 1, to: sequencer.createAndAppendTrack())
      sequencer.currentPositionInSeconds = 2
      #expect(sequencer.currentPositionInBeats == 4)
      sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 60), at: 0)
      sequencer.prepareToPlay()
      #expect(sequencer.currentPositionInBeats == 4 && sequencer.currentPositionInSeconds == 4)
      sequencer.currentPositionInSeconds = .nan
      #expect(sequencer.currentPositionInBeats == 4)
      try sequencer.start()
      for position in [1e300, -1e300, .infinity, .nan] {
        sequencer.currentPositionInSeconds = position
        sequencer.currentPositionInBeats = position
        _ = try engine.render(blocks: [512])
        #expect(sequencer.currentPositionInBeats.isFinite)
      }
      sequencer.stop()
    }

    @Test("a replaced closure ends without a lock")
    func closures() throws {
      let sequencer = AVAudioSequencer()
      let wasPlaying = Mutex<Bool?>(nil)
      do {
        let ending = Ending {
          let isPlaying = sequencer.isPlaying
          wasPlaying.withLock { $0 = isPlaying }
        }
        sequencer.setUserCallback { _, _, _ in withExtendedLifetime(ending) {} }
      }
      sequencer.setUserCallback(nil)
      #expect(wasPlaying.withLock { $0 } == false)
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

  /// The beats of a closure's calls.
  private final class Calls: Sendable {
    let beats = Mutex<[Double]>([])
  }

  /// An object of a client that runs code at its end.
  private final class Ending: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }
#endif
