#if FluidSynth
  import AVFAudio
  import Foundation
  import Testing

  /// Instruments of an engine.
  struct AVAudioUnitSamplerTests {
    @Test("a note starts with the next frames and has its pitch")
    func note() throws {
      let (engine, sampler) = try Self.engine()
      _ = try engine.render(blocks: [100])
      sampler.startNote(69, withVelocity: 100, onChannel: 0)
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 24))[0]
      #expect(samples[0] == 0 && samples[1] != 0)
      #expect(abs(Self.frequency(samples) - 440) < 0.2)
    }

    @Test("a bend of a semitone changes the pitch")
    func bend() throws {
      let (engine, sampler) = try Self.engine()
      sampler.sendPitchBend(8_192 + 4_096, onChannel: 2)
      sampler.sendMIDIEvent(0x92, data1: 69, data2: 100)
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 24))[0]
      #expect(abs(Self.frequency(samples) - 466.164) < 0.3)
    }

    @Test("an audio file plays at the pitch of the key, and the nearest note is chosen")
    func audioFiles() throws {
      let (engine, sampler) = try Self.engine()
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sampler-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // The files say their note, and have other pitches, so that the choice is heard.
      let low = folder.appendingPathComponent("Low A3.wav")
      let high = folder.appendingPathComponent("HighA5.wav")
      try Self.write(300, to: low)
      try Self.write(1_000, to: high)
      try sampler.loadAudioFiles(at: [high, low])
      for (key, frequency) in [(57, 300.0), (69, 600), (70, 529.732), (81, 1_000)] {
        sampler.startNote(UInt8(key), withVelocity: 100, onChannel: 0)
        let samples = try engine.render(blocks: Array(repeating: 1_000, count: 12))[0]
        #expect(abs(Self.frequency(samples) - frequency) < frequency * 0.001, "key \(key)")
        sampler.stopNote(UInt8(key), onChannel: 0)
        _ = try engine.render(blocks: Array(repeating: 4_000, count: 12))
      }
    }

    @Test("a preset file plays its zones by key and velocity")
    func presetFile() throws {
      let (engine, sampler) = try Self.engine()
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sampler-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let files = [300.0, 1_000].map { folder.appendingPathComponent("\($0).wav") }
      for (file, frequency) in zip(files, [300.0, 1_000]) { try Self.write(frequency, to: file) }
      let zones: [[String: Any]] = [
        ["waveform": 7, "root key": 57, "min key": 0, "max key": 80, "max velocity": 99],
        ["waveform": 8, "root key": 81, "min key": 0, "max key": 127, "min velocity": 100],
        ["waveform": 9, "root key": 60, "enabled": false],
      ]
      let references = ["Sample:7": files[0].path, "Sample:8": files[1].path]
      let preset: [String: Any] = [
        "file-references": references, "Instrument": ["Layers": [["Zones": zones]]],
      ]
      let file = folder.appendingPathComponent("preset.aupreset")
      let data = try PropertyListSerialization.data(
        fromPropertyList: preset, format: .xml, options: 0)
      try data.write(to: file)
      try sampler.loadInstrument(at: file)
      for (key, velocity, frequency) in [(57, 64, 300.0), (69, 64, 600), (81, 100, 1_000)] {
        sampler.startNote(UInt8(key), withVelocity: UInt8(velocity), onChannel: 0)
        let samples = try engine.render(blocks: Array(repeating: 1_000, count: 12))[0]
        #expect(abs(Self.frequency(samples) - frequency) < frequency * 0.001, "key \(key)")
        sampler.stopNote(UInt8(key), onChannel: 0)
        _ = try engine.render(blocks: Array(repeating: 4_000, count: 12))
      }
      try FileManager.default.removeItem(at: files[0])
      #expect(throws: NSError.self) { try sampler.loadInstrument(at: file) }
      try Data("no preset".utf8).write(to: file)
      #expect(throws: NSError.self) { try sampler.loadInstrument(at: file) }
    }

    @Test("a missing file or preset throws, and the former instrument stays")
    func missingInstrument() throws {
      let (engine, sampler) = try Self.engine()
      let missing = URL(fileURLWithPath: "/nowhere.sf2")
      #expect(throws: NSError.self) {
        try sampler.loadSoundBankInstrument(
          at: missing, program: 0, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0)
      }
      #expect(throws: NSError.self) { try sampler.loadAudioFiles(at: [missing]) }
      #expect(throws: NSError.self) { try sampler.loadInstrument(at: missing) }
      sampler.startNote(69, withVelocity: 100, onChannel: 0)
      let samples = try engine.render(blocks: Array(repeating: 1_000, count: 24))[0]
      #expect(abs(Self.frequency(samples) - 440) < 0.2)
    }

    @Test("an engine with an unknown instrument does not start")
    func unknownInstrument() throws {
      let engine = try EngineFixture.offline(EngineFixture.format())
      let instrument = AVAudioUnitMIDIInstrument(
        audioComponentDescription: AudioComponentDescription(
          componentType: kAudioUnitType_MusicDevice, componentSubType: 1, componentManufacturer: 1,
          componentFlags: 0, componentFlagsMask: 0))
      engine.attach(instrument)
      engine.connect(instrument, to: engine.mainMixerNode, format: nil)
      #expect(throws: NSError.self) { try engine.start() }
      #expect(!engine.isRunning)
    }

    private static func engine() throws -> (AVAudioEngine, AVAudioUnitSampler) {
      let engine = try EngineFixture.offline(EngineFixture.format())
      let sampler = AVAudioUnitSampler()
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: nil)
      try engine.start()
      return (engine, sampler)
    }

    /// Writes a sine of half a second.
    private static func write(_ frequency: Double, to url: URL) throws {
      let format = try EngineFixture.format(48_000, 1)
      let samples = (0..<24_000).map {
        Float(0.5 * sin(2 * .pi * frequency * Double($0) / 48_000))
      }
      let file = try AVAudioFile(forWriting: url, settings: format.settings)
      try file.write(from: EngineFixture.buffer(samples, format))
    }

    /// The frequency at 48 kHz, from the upward zero crossings.
    private static func frequency(_ samples: [Float]) -> Double {
      let crossings = samples.indices.dropFirst().filter {
        samples[$0 - 1] < 0 && samples[$0] >= 0
      }.map { Double($0) - Double(samples[$0] / (samples[$0] - samples[$0 - 1])) }
      guard let first = crossings.first, let last = crossings.last, first < last else { return 0 }
      return Double(crossings.count - 1) * 48_000 / (last - first)
    }
  }
#endif
