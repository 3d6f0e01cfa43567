#if FluidSynth
  import AudioToolbox
  import Foundation
  import Testing

  /// Instruments as audio units.
  struct InstrumentUnitTests {
    private static func sampler() throws -> TestUnit {
      try TestUnit(kAudioUnitSubType_Sampler, type: kAudioUnitType_MusicDevice)
    }

    @Test("a note starts at its frame and has its pitch", arguments: [0, 37, 500])
    func note(offset: UInt32) throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x90, 69, 100, offset) == noErr)
      let samples = sampler.render(blocks: Array(repeating: 512, count: 50))[0]
      #expect(samples[..<Int(offset)].allSatisfy { $0 == 0 })
      // The sine is 0 at its first frame.
      #expect(samples[Int(offset) + 1] != 0)
      #expect(abs(Self.frequency(samples) - 440) < 0.2)
    }

    @Test("a note with a fraction of a key starts and stops")
    func startNote() throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      var parameters = MusicDeviceNoteParams()
      (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, 57.5, 100)
      var note: NoteInstanceID = 0
      #expect(
        MusicDeviceStartNote(
          sampler.unit, kMusicNoteEvent_UseGroupInstrument, 3, &note, 100, &parameters) == noErr)
      let samples = sampler.render(blocks: Array(repeating: 512, count: 40))[0]
      #expect(samples[..<100].allSatisfy { $0 == 0 } && samples[101] != 0)
      #expect(abs(Self.frequency(samples) - 226.446) < 0.2)
      #expect(MusicDeviceStopNote(sampler.unit, 2, note, 0) == kAudioUnitErr_InvalidElement)
      #expect(MusicDeviceStopNote(sampler.unit, 3, note, 0) == noErr)
      let end = sampler.render(blocks: Array(repeating: 512, count: 40))[0]
      #expect(end[15_000...].allSatisfy { $0 == 0 })
    }

    @Test("invalid arguments are errors")
    func invalidArguments() throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x45, 0, 0, 0) == kAudio_ParamError)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x190, 0, 0, 0) == kAudio_ParamError)
      let output = try TestUnit(kAudioUnitSubType_GenericOutput)
      #expect(MusicDeviceMIDIEvent(output.unit, 0x90, 60, 1, 0) == kAudio_UnimplementedError)
      var parameters = MusicDeviceNoteParams()
      var note: NoteInstanceID = 0
      let unused = kMusicNoteEvent_UseGroupInstrument
      #expect(
        MusicDeviceStartNote(sampler.unit, unused, 0, &note, 0, &parameters) == kAudio_ParamError)
      (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, 60, 100)
      #expect(
        MusicDeviceStartNote(sampler.unit, unused, 16, &note, 0, &parameters)
          == kAudioUnitErr_InvalidElement)
      #expect(
        MusicDeviceStartNote(sampler.unit, 0x0003_0405, 0, &note, 0, &parameters)
          == kAudioUnitErr_IllegalInstrument)
      parameters.mPitch = .nan
      #expect(
        MusicDeviceStartNote(sampler.unit, unused, 0, &note, 0, &parameters) == kAudio_ParamError)
      #expect(MusicDevicePrepareInstrument(sampler.unit, 0x0079_0000) == noErr)
      #expect(MusicDeviceReleaseInstrument(sampler.unit, 0x0079_0000) == noErr)
      #expect(
        MusicDevicePrepareInstrument(sampler.unit, 0x0079_0001) == kAudioUnitErr_IllegalInstrument)
    }

    @Test("parameters change the level and the pitch")
    func parameters() throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      let scope = kAudioUnitScope_Global
      #expect(
        AudioUnitSetParameter(sampler.unit, kAUSamplerParam_CoarseTuning, scope, 0, -12, 0) == noErr
      )
      #expect(
        AudioUnitSetParameter(sampler.unit, kAUSamplerParam_FineTuning, scope, 0, 50, 0) == noErr)
      #expect(AudioUnitSetParameter(sampler.unit, kAUSamplerParam_Gain, scope, 0, -20, 0) == noErr)
      #expect(AudioUnitSetParameter(sampler.unit, kAUSamplerParam_Pan, scope, 0, 1, 0) == noErr)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x90, 69, 127, 0) == noErr)
      let quiet = sampler.render(blocks: Array(repeating: 512, count: 40))
      #expect(abs(Self.frequency(quiet[1]) - 226.446) < 0.2)
      #expect(quiet[0].allSatisfy { abs($0) < 1e-4 })
      let loud = try Self.sampler()
      #expect(AudioUnitInitialize(loud.unit) == noErr)
      #expect(AudioUnitSetParameter(loud.unit, kAUSamplerParam_Pan, scope, 0, 1, 0) == noErr)
      #expect(MusicDeviceMIDIEvent(loud.unit, 0x90, 69, 127, 0) == noErr)
      let peak = loud.render(blocks: Array(repeating: 512, count: 40))[1].max() ?? 0
      #expect(abs((quiet[1].max() ?? 0) / peak - 0.1) < 0.001)
    }

    @Test("a sampler without a sound bank lists its only instrument")
    func instruments() throws {
      let sampler = try Self.sampler()
      #expect(sampler.get(kMusicDeviceProperty_InstrumentCount, 0 as UInt32).value == 1)
      #expect(sampler.get(kMusicDeviceProperty_InstrumentNumber, 0 as UInt32).value == 0x0079_0000)
      #expect(
        sampler.get(kMusicDeviceProperty_InstrumentNumber, 0 as UInt32, kAudioUnitScope_Global, 1)
          .status == kAudioUnitErr_InvalidElement)
      #expect(sampler.get(kMusicDeviceProperty_SupportsStartStopNote, 0 as UInt32).value == 1)
    }

    @Test("a missing file or preset is an error, and the former instrument stays")
    func missingInstruments() throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      let missing = Unmanaged.passRetained(NSURL(fileURLWithPath: "/nowhere.sf2"))
      let wrong = Unmanaged.passRetained(NSURL(fileURLWithPath: "/etc/passwd"))
      defer {
        missing.release()
        wrong.release()
      }
      let property = kAUSamplerProperty_LoadInstrument
      for (url, type, status) in [
        (missing, kInstrumentType_SF2Preset, kAudio_FileNotFoundError),
        (wrong, kInstrumentType_SF2Preset, kAudioUnitErr_InvalidFile),
        (wrong, kInstrumentType_EXS24, kAudioUnitErr_InstrumentTypeNotFound),
      ] {
        let data = AUSamplerInstrumentData(
          fileURL: url, instrumentType: UInt8(type),
          bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0, presetID: 0)
        #expect(sampler.set(property, data) == status)
      }
      #expect(sampler.set(kMusicDeviceProperty_SoundBankURL, missing) == kAudio_FileNotFoundError)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x90, 69, 100, 0) == noErr)
      let samples = sampler.render(blocks: Array(repeating: 512, count: 40))[0]
      #expect(abs(Self.frequency(samples) - 440) < 0.2)
    }

    @Test("a graph plays an instrument")
    func graph() throws {
      let sampler = try Self.sampler()
      let output = try TestUnit(kAudioUnitSubType_GenericOutput)
      #expect(output.connect(sampler) == noErr)
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      #expect(AudioUnitInitialize(output.unit) == noErr)
      let message: [UInt8] = [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]
      #expect(MusicDeviceSysEx(sampler.unit, message, 6) == noErr)
      #expect(MusicDeviceMIDIEvent(sampler.unit, 0x90, 57, 100, 10) == noErr)
      let samples = output.render(blocks: Array(repeating: 512, count: 40))[0]
      #expect(samples[..<10].allSatisfy { $0 == 0 } && samples[11] != 0)
      #expect(abs(Self.frequency(samples) - 220) < 0.2)
    }

    @Test("a list of Universal MIDI Packets reaches an instrument at a frame")
    func eventList() throws {
      let sampler = try Self.sampler()
      #expect(AudioUnitInitialize(sampler.unit) == noErr)
      #expect(AudioComponentInstanceCanDo(sampler.unit, Int16(kMusicDeviceMIDIEventListSelect)))
      let builder = MIDIEventList.Builder(inProtocol: ._2_0)
      // A reset by a system-exclusive message, and a note of MIDI 2.0.
      builder.append(timestamp: 0, words: [0x3004_7E7F, 0x0901_0000, 0x4090_3900, 0xC800_0000])
      builder.withUnsafePointer { list in
        #expect(MusicDeviceMIDIEventList(sampler.unit, 10, list) == noErr)
      }
      let samples = sampler.render(blocks: Array(repeating: 512, count: 40))[0]
      #expect(samples[..<10].allSatisfy { $0 == 0 } && samples[11] != 0)
      #expect(abs(Self.frequency(samples) - 220) < 0.2)
      let output = try TestUnit(kAudioUnitSubType_GenericOutput)
      builder.withUnsafePointer { list in
        #expect(
          MusicDeviceMIDIEventList(output.unit, 0, list) == kAudio_UnimplementedError)
      }
    }

    /// The frequency at 44.1 kHz, from the upward zero crossings.
    private static func frequency(_ samples: [Float]) -> Double {
      let crossings = samples.indices.dropFirst().filter {
        samples[$0 - 1] < 0 && samples[$0] >= 0
      }.map { Double($0) - Double(samples[$0] / (samples[$0] - samples[$0 - 1])) }
      guard let first = crossings.first, let last = crossings.last, first < last else { return 0 }
      return Double(crossings.count - 1) * 44_100 / (last - first)
    }
  }
#endif
