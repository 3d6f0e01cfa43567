#if FluidSynth
  import AudioToolbox
  import Foundation
  import Testing

  /// Saved settings of instruments.
  struct InstrumentStateTests {
    private static func sampler() throws -> TestUnit {
      try TestUnit(kAudioUnitSubType_Sampler, type: kAudioUnitType_MusicDevice)
    }

    /// The sound of three keys.
    private static func sound(_ unit: TestUnit) -> [[Float]] {
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      for (key, offset) in [(57, 0), (66, 700), (81, 1_900)] as [(UInt32, UInt32)] {
        #expect(MusicDeviceMIDIEvent(unit.unit, 0x90, key, 100, offset) == noErr)
      }
      return unit.render(blocks: Array(repeating: 512, count: 8))
    }

    @Test("a sampler with audio files restores them, and its parameters")
    func audioFiles() throws {
      let folder = try SampleFolder()
      let first = try Self.sampler()
      let urls = folder.files.map { $0 as NSURL } as NSArray
      #expect(
        first.set(kAUSamplerProperty_LoadAudioFiles, Unmanaged.passUnretained(urls)) == noErr)
      let parameters: [(AudioUnitParameterID, Float)] = [
        (kAUSamplerParam_Gain, -5.3), (kAUSamplerParam_CoarseTuning, 3),
        (kAUSamplerParam_FineTuning, -17), (kAUSamplerParam_Pan, 0.37),
      ]
      for (parameter, value) in parameters {
        #expect(AudioUnitSetParameter(first.unit, parameter, 0, 0, value, 0) == noErr)
      }
      let state = try first.state()
      let files = try #require(state["file-references"] as? [String: String])
      #expect(Set(files.values) == Set(folder.files.map(\.path)))
      let second = try Self.sampler()
      #expect(second.restore(state) == noErr)
      let sound = Self.sound(first)
      #expect(Self.sound(second) == sound && sound[0].contains { abs($0) > 0.01 })
      // The sines of a new sampler replace the files again.
      let (new, third) = (try Self.sampler(), try Self.sampler())
      let sines = try new.state()
      #expect(third.restore(sines) == noErr && second.restore(sines) == noErr)
      #expect(second.value(kAUSamplerParam_Gain) == 0)
      let sine = Self.sound(new)
      #expect(Self.sound(third) == sine && sine != sound)
    }

    @Test("a preset of Apple's sampler plays its zones, and is kept with all its keys")
    func applePreset() throws {
      let folder = try SampleFolder()
      let references = """
        <key>Sample:268435457</key><string>\(folder.files[0].path)</string>
        <key>Sample:268435458</key><string>\(folder.files[1].path)</string>
        """
      let text = SampleFolder.preset.replacingOccurrences(of: "REFERENCES", with: references)
      let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
      let preset = try #require(list as? [String: Any])
      let (first, second) = (try Self.sampler(), try Self.sampler())
      #expect(first.restore(preset) == noErr)
      #expect(first.value(kAUSamplerParam_Gain) == -6)
      let present = first.get(kAudioUnitProperty_PresentPreset, AUPreset()).value
      #expect(present.presetName?.takeRetainedValue() as String? == "Two Tones")
      let state = try first.state()
      let instrument = try #require(state["Instrument"] as? NSDictionary)
      #expect(instrument == preset["Instrument"] as? NSDictionary)
      #expect(second.restore(state) == noErr)
      let sound = Self.sound(first)
      let sine = Self.sound(try Self.sampler())
      #expect(Self.sound(second) == sound && sound != sine)
    }

    @Test("settings whose files are missing are refused, and nothing changes")
    func missingFiles() throws {
      let folder = try SampleFolder()
      let sampler = try Self.sampler()
      let urls = folder.files.map { $0 as NSURL } as NSArray
      #expect(
        sampler.set(kAUSamplerProperty_LoadAudioFiles, Unmanaged.passUnretained(urls)) == noErr)
      var state = try sampler.state()
      var files = try #require(state["file-references"] as? [String: String])
      for key in files.keys { files[key] = "/nowhere/\(key).wav" }
      state["file-references"] = files
      let other = try Self.sampler()
      #expect(AudioUnitSetParameter(sampler.unit, kAUSamplerParam_Gain, 0, 0, -20, 0) == noErr)
      #expect(other.restore(state) == kAudio_FileNotFoundError)
      #expect(other.value(kAUSamplerParam_Gain) == 0)
      state["file-references"] = [String: String]()
      #expect(other.restore(state) == kAudioUnitErr_InvalidFile)
      let sine = Self.sound(try Self.sampler())
      #expect(Self.sound(other) == sine)
      let synthesizer = try TestUnit(kAudioUnitSubType_DLSSynth, type: kAudioUnitType_MusicDevice)
      var sounds = try synthesizer.state()
      sounds["file-references"] = ["SoundBank": "/nowhere.sf2"]
      #expect(synthesizer.restore(sounds) == kAudio_FileNotFoundError)
    }

    @Test(
      "a synthesizer restores the programs of its channels",
      arguments: [kAudioUnitSubType_DLSSynth, kAudioUnitSubType_MIDISynth])
    func programs(_ subType: OSType) throws {
      func synthesizer() throws -> TestUnit {
        try TestUnit(subType, type: kAudioUnitType_MusicDevice)
      }
      let (first, second) = (try synthesizer(), try synthesizer())
      let empty = try first.state()
      for (status, data1, data2) in [
        (0xC0, 40, 0), (0xB3, 0, 121), (0xB3, 32, 2), (0xC3, 17, 0), (0xB3, 32, 0), (0xC0, 41, 0),
      ] as [(UInt32, UInt32, UInt32)] {
        #expect(MusicDeviceMIDIEvent(first.unit, status, data1, data2, 0) == noErr)
      }
      let state = try first.state()
      let sounds = try #require(state["sounds"] as? [String: Any])
      #expect(sounds["channels"] as? [[Int]] == [[0, 0, 0, 41], [3, 121, 2, 17]])
      #expect(second.restore(state) == noErr)
      #expect(try second.state() as NSDictionary == state as NSDictionary)
      #expect(MusicDeviceMIDIEvent(first.unit, 0xFF, 0, 0, 0) == noErr)
      #expect(try first.state() as NSDictionary == empty as NSDictionary)
    }
  }

  /// A folder with two recordings, which end with the test.
  final class SampleFolder {
    let files: [URL]
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("samples-\(UUID().uuidString)")
      files = ["Low A3.wav", "High A5.wav"].map { [folder] in folder.appendingPathComponent($0) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (file, frequency) in zip(files, [300.0, 1_000]) { try Self.write(frequency, to: file) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a sine of a quarter of a second: 16 bits, one channel.
    private static func write(_ frequency: Double, to url: URL) throws {
      var format = UnitFormats.int16(44_100, 1)
      var file: AudioFileID?
      #expect(
        AudioFileCreateWithURL(url as NSURL, kAudioFileWAVEType, &format, .eraseFile, &file)
          == noErr)
      let created = try #require(file)
      let samples = (0..<11_025).map {
        Int16(20_000 * sin(2 * .pi * frequency * Double($0) / 44_100))
      }
      var size = UInt32(samples.count * 2)
      #expect(AudioFileWriteBytes(created, false, 0, &size, samples) == noErr)
      #expect(AudioFileClose(created) == noErr)
    }

    /// A preset in the form of Apple's, whose references are missing.
    static let preset = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>AU version</key><real>1</real>
      <key>Instrument</key><dict>
        <key>Layers</key><array><dict>
          <key>Amplifier</key><dict><key>ID</key><integer>0</integer>
            <key>enabled</key><true/></dict>
          <key>ID</key><integer>0</integer>
          <key>Zones</key><array>
            <dict><key>ID</key><integer>1</integer><key>enabled</key><true/>
              <key>loop enabled</key><false/><key>max key</key><integer>70</integer>
              <key>root key</key><integer>57</integer>
              <key>waveform</key><integer>268435457</integer></dict>
            <dict><key>ID</key><integer>2</integer><key>enabled</key><true/>
              <key>min key</key><integer>71</integer><key>root key</key><integer>81</integer>
              <key>waveform</key><integer>268435458</integer></dict>
          </array></dict></array>
        <key>name</key><string>Two Tones</string></dict>
      <key>coarse tune</key><integer>0</integer>
      <key>data</key>
      <data>AAAAAAAAAAAAAAAEAAADhMDAAAAAAAOFAAAAAAAAA4YAAAAAAAADhwAAAAA=</data>
      <key>file-references</key><dict>REFERENCES</dict>
      <key>fine tune</key><real>0.0</real>
      <key>manufacturer</key><integer>1634758764</integer>
      <key>name</key><string>Two Tones</string>
      <key>subtype</key><integer>1935764848</integer>
      <key>type</key><integer>1635085685</integer>
      <key>version</key><integer>0</integer>
      <key>voice count</key><integer>64</integer>
      </dict></plist>
      """
  }
#endif
