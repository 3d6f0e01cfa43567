import AudioToolbox
import Dispatch
import Synchronization
import Testing

/// Whole slices, and the calls of listeners.
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
    for slice in 0..<4 {
      for offset in [100, 200, 300] as [UInt32] {
        #expect(
          AudioUnitSetParameter(
            units[0].unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5, offset)
            == noErr)
      }
      let time = Double(512 * slice)
      let (changed, plain) = (units[0].render(512, at: time), units[1].render(512, at: time))
      let expected = (0..<512).map { UnitSourceFixture.noiseSample(0, 512 * slice + $0, 0) }
      #expect(plain.samples[0] == expected)
      #expect(changed.status == noErr)
      if slice == 0 { #expect(changed.samples[0][..<100].elementsEqual(expected[..<100])) }
      // The last change of the first slice becomes a ramp of 256 frames.
      let isHalf = zip(changed.samples[0], expected).dropFirst(max(0, 300 + 256 - 512 * slice))
        .allSatisfy { $0 == 0.5 * $1 }
      #expect(isHalf)
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
    /// The last value of each thread that the unit has taken.
    let last = Mutex([Float](repeating: 1, count: 8))
    // The unit keeps 1,024 changes until its next slice.
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<160 {
        let status = AudioUnitSetParameter(
          mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, UInt32(thread),
          Float(index) / 160, 1)
        switch status {
        case noErr: last.withLock { $0[thread] = Float(index) / 160 }
        case kAudioUnitErr_CannotDoInCurrentContext: refused.withLock { $0 += 1 }
        default: Issue.record("\(status)")
        }
      }
    }
    let refusedCount = refused.withLock { $0 }
    #expect(refusedCount == 8 * 160 - 1_024)
    #expect(unit.render(512).status == noErr)
    for (thread, expected) in last.withLock({ $0 }).enumerated() {
      #expect(try volume(unit, UInt32(thread)) == expected)
    }
  }

  private func volume(_ unit: TestUnit, _ element: UInt32 = 0) throws -> Float {
    var value: Float = -1
    #expect(
      AudioUnitGetParameter(
        unit.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, element, &value) == noErr)
    return value
  }

  @Test("a change waits for its frame, whichever slice has it", arguments: [512, 100, 1_024])
  func laterChanges(_ slice: Int) throws {
    let unit = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    for offset in 1...1_024 as ClosedRange<UInt32> {
      #expect(
        AudioUnitSetParameter(
          unit.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0,
          Float(offset) / 2_048, offset) == noErr)
    }
    for end in stride(from: slice, through: 1_200, by: slice) {
      #expect(unit.render(slice, at: Double(end - slice)).status == noErr)
      #expect(try volume(unit) == Float(min(1_024, end - 1)) / 2_048)
    }
  }

  @Test("a ramp continues in the next slices", arguments: [512, 100, 1_024])
  func longRamp(_ slice: Int) throws {
    let unit = try TestUnit(kAudioUnitSubType_MultiChannelMixer, type: kAudioUnitType_Mixer)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    var event = AudioUnitParameterEvent()
    (event.scope, event.element) = (kAudioUnitScope_Input, 0)
    (event.parameter, event.eventType) = (kMultiChannelMixerParam_Volume, .parameterEvent_Ramped)
    event.eventValues.ramp.startBufferOffset = 24
    event.eventValues.ramp.durationInFrames = 1_000
    (event.eventValues.ramp.startValue, event.eventValues.ramp.endValue) = (0, 1)
    #expect(AudioUnitScheduleParameters(unit.unit, &event, 1) == noErr)
    for end in stride(from: slice, through: 1_200, by: slice) {
      #expect(unit.render(slice, at: Double(end - slice)).status == noErr)
      let expected = min(1, Float(end - 24) / 1_000)
      #expect(abs(try volume(unit) - expected) < 1e-5)
    }
  }
}
