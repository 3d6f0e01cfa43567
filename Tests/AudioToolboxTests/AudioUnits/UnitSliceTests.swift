import AudioToolbox
import Dispatch
import Synchronization
import Testing

/// What happens to a whole slice, and what listeners hear.
struct UnitSliceTests {
  @Test("changes inside of a slice do not separate the branches of a splitter")
  func branches() throws {
    let source = UnitSourceFixture.noise()
    let splitter = try TestUnit(kAudioUnitSubType_Splitter, type: kAudioUnitType_FormatConverter)
    #expect(splitter.setSource(source) == noErr)
    #expect(AudioUnitInitialize(splitter.unit) == noErr)
    let units = try (0..<2).map { bus in
      let unit = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
      #expect(unit.connect(splitter, bus: UInt32(bus)) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      return unit
    }
    var expected: [Float] = []
    for slice in 0..<4 {
      for offset in [100, 200, 300] as [UInt32] {
        #expect(
          AudioUnitSetParameter(
            units[0].unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5, offset)
            == noErr)
      }
      let time = Double(512 * slice)
      _ = units[0].render(512, at: time)
      let plain = units[1].render(512, at: time).samples[0]
      expected = (0..<512).map { UnitSourceFixture.noiseSample(0, 512 * slice + $0, 0) }
      #expect(plain == expected)
    }
    // One call for each slice, with all of its frames.
    #expect(source.counts == [512, 512, 512, 512])
  }

  @Test("a reset of a converter drops the sound that its filter keeps")
  func reset() throws {
    for isReset in [false, true] {
      let level = Mutex(Float(1))
      let source = UnitSourceFixture(samples: { _, _ in level.withLock { $0 } })
      let unit = try TestUnit(kAudioUnitSubType_AUConverter, type: kAudioUnitType_FormatConverter)
      #expect(unit.setFormat(UnitFormats.float(48_000)) == noErr)
      #expect(unit.setFormat(UnitFormats.float(44_100), kAudioUnitScope_Output) == noErr)
      #expect(unit.setSource(source) == noErr)
      #expect(AudioUnitInitialize(unit.unit) == noErr)
      #expect(unit.render(1_000).samples[0].contains { $0 > 0.9 })
      level.withLock { $0 = 0 }
      if isReset { #expect(AudioUnitReset(unit.unit, kAudioUnitScope_Global, 0) == noErr) }
      let isSilent = unit.render(1_000, at: 1_000).samples[0].allSatisfy { $0 == 0 }
      #expect(isSilent == isReset)
    }
  }

  @Test("listeners hear of a bypass, a rate, and a latency, once for each change")
  func listeners() throws {
    let proc: AudioUnitPropertyListenerProc = { data, _, property, _, _ in
      let calls = data.assumingMemoryBound(to: Mutex<[AudioUnitPropertyID]>.self)
      calls.pointee.withLock { $0.append(property) }
    }
    let memory = UnsafeMutablePointer<Mutex<[AudioUnitPropertyID]>>.allocate(capacity: 1)
    memory.initialize(to: Mutex([]))
    defer {
      memory.deinitialize(count: 1)
      memory.deallocate()
    }
    func heard() -> [AudioUnitPropertyID] {
      memory.pointee.withLock { calls in
        defer { calls = [] }
        return calls
      }
    }
    let effect = try TestUnit(kAudioUnitSubType_LowPassFilter, type: kAudioUnitType_Effect)
    let converter = try TestUnit(
      kAudioUnitSubType_AUConverter, type: kAudioUnitType_FormatConverter)
    for unit in [effect, converter] {
      for property in [
        kAudioUnitProperty_BypassEffect, kAudioUnitProperty_SampleRate, kAudioUnitProperty_Latency,
      ] {
        #expect(AudioUnitAddPropertyListener(unit.unit, property, proc, memory) == noErr)
      }
    }
    for _ in 0..<2 { #expect(effect.set(kAudioUnitProperty_BypassEffect, UInt32(1)) == noErr) }
    #expect(heard() == [kAudioUnitProperty_BypassEffect])
    let scope = kAudioUnitScope_Output
    #expect(effect.set(kAudioUnitProperty_SampleRate, 48_000.0, scope) == noErr)
    #expect(heard() == [kAudioUnitProperty_SampleRate])
    #expect(converter.setFormat(UnitFormats.float(48_000), scope) == noErr)
    #expect(heard() == [kAudioUnitProperty_SampleRate, kAudioUnitProperty_Latency])
  }

  @Test("many threads add changes, and none is lost")
  func changesFromThreads() throws {
    let unit = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    nonisolated(unsafe) let mixer = unit.unit
    let refused = Mutex(0)
    // The unit keeps 1,024 changes until its next slice.
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<160 {
        let status = AudioUnitSetParameter(
          mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, UInt32(thread),
          Float(index) / 160, 1)
        if status == kAudioUnitErr_CannotDoInCurrentContext { refused.withLock { $0 += 1 } }
      }
    }
    #expect(refused.withLock { $0 } == 8 * 160 - 1_024)
    _ = unit.render(512)
    for offset in 0..<1_024 as Range<UInt32> {
      #expect(AudioUnitSetParameter(mixer, 0, kAudioUnitScope_Input, 7, 0.25, offset + 1) == noErr)
    }
    _ = unit.render(512, at: 512)
    var value: Float = 0
    #expect(AudioUnitGetParameter(mixer, 0, kAudioUnitScope_Input, 7, &value) == noErr)
    #expect(value == 0.25)
  }
}
