import AVFAudio
import Foundation
import Testing

/// The audio units of instrument nodes.
struct InstrumentNodeTests {
  #if FluidSynth
    private static func sampler(
      _ engine: AVAudioEngine
    ) throws -> AVAudioUnitSampler {
      let sampler = AVAudioUnitSampler()
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: nil)
      return sampler
    }

    private static func sound(_ sampler: AVAudioUnitSampler, _ engine: AVAudioEngine) throws
      -> [[Float]]
    {
      if !engine.isRunning { try engine.start() }
      sampler.startNote(69, withVelocity: 100, onChannel: 0)
      return try engine.render(blocks: Array(repeating: 1_000, count: 4))
    }

    @Test("a sampler restores the settings of another sampler, to the bit")
    func state() throws {
      let engines = try (0..<3).map { _ in try EngineFixture.offline(EngineFixture.format()) }
      let samplers = try engines.map(Self.sampler)
      (samplers[0].overallGain, samplers[0].stereoPan) = (-7.3, 21)
      samplers[0].globalTuning = -1_234.5
      samplers[1].auAudioUnit.fullState = samplers[0].auAudioUnit.fullState
      #expect(samplers[1].globalTuning == -1_234.5 && samplers[1].overallGain == -7.3)
      let sounds = try zip(samplers, engines).map(Self.sound)
      #expect(sounds[0] == sounds[1] && sounds[0] != sounds[2])
    }

    @Test("the functions of version 2 set properties and parameters, and send messages")
    func version2() throws {
      let engine = try EngineFixture.offline(EngineFixture.format())
      let sampler = try Self.sampler(engine)
      let unit = sampler.audioUnit
      let missing = NSURL(fileURLWithPath: "/nowhere.sf2")
      withExtendedLifetime(missing) {
        var reference = Unmanaged.passUnretained(missing)
        #expect(
          AudioUnitSetProperty(unit, kMusicDeviceProperty_SoundBankURL, 0, 0, &reference, 8)
            == kAudio_FileNotFoundError)
      }
      var preloads: UInt32 = 0
      #expect(
        AudioUnitSetProperty(unit, kAUMIDISynthProperty_EnablePreload, 0, 0, &preloads, 4) == noErr)
      #expect(AudioUnitSetParameter(unit, kAUSamplerParam_Gain, 0, 0, -10, 0) == noErr)
      #expect(sampler.overallGain == -10)
      sampler.stereoPan = -50
      #expect(
        sampler.auAudioUnit.parameterTree?.parameter(withAddress: UInt64(kAUSamplerParam_Pan))?
          .value == -0.5)
      try engine.start()
      #expect(MusicDeviceMIDIEvent(unit, 0x90, 69, 100, 30) == noErr)
      let samples = try engine.render(blocks: [1_000])[0]
      #expect(samples[...30].allSatisfy { $0 == 0 } && samples[31] != 0)
    }

    @Test("messages for a time of the engine take effect at its frame")
    func scheduled() throws {
      let engine = try EngineFixture.offline(EngineFixture.format())
      let sampler = try Self.sampler(engine)
      try engine.start()
      #expect(try engine.render(blocks: [1_000, 500])[0].allSatisfy { $0 == 0 })
      let send = try #require(sampler.auAudioUnit.scheduleMIDIEventBlock)
      send(1_700, 0, 3, [0x90, 69, 100])
      let samples = try engine.render(blocks: [1_000])[0]
      #expect(samples[...200].allSatisfy { $0 == 0 } && samples[201] != 0)
    }

    @Test("an instrument with more than two channels plays on the first two")
    func channels() throws {
      let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
      let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
      let engine = try EngineFixture.offline(format)
      let sampler = try Self.sampler(engine)
      engine.connect(sampler, to: engine.mainMixerNode, format: format)
      let samples = try Self.sound(sampler, engine)
      #expect(samples[..<2].allSatisfy { $0.contains { abs($0) > 0.01 } })
      #expect(samples[2...].allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
  #endif

  @Test("a sequencer plays an instrument of the client at its frames")
  func sequencer() async throws {
    let description = LevelInstrument.register()
    let node = try #require(
      try await AVAudioUnit.instantiate(with: description) as? AVAudioUnitMIDIInstrument)
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 1_000)
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 1))
    let sequencer = AVAudioSequencer(audioEngine: engine)
    let track = sequencer.createAndAppendTrack()
    track.addEvent(AVMIDINoteEvent(channel: 0, key: 60, velocity: 64, duration: 0.125), at: 0.25)
    try engine.start()
    try sequencer.start()
    // Beat 0.25 is at 0.125 seconds.
    let samples = try engine.render(blocks: Array(repeating: 1_000, count: 10))[0]
    sequencer.stop()
    #expect(samples.firstIndex(of: 0.5) == 6_000)
    #expect(samples.lastIndex(of: 0.5) == 8_999)
  }
}
