import AVFAudio
import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Nodes that are made from component descriptions.
@Suite struct HostedUnitTests {
  private static func description(
    _ subType: OSType, _ type: OSType = kAudioUnitType_Effect
  ) -> AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
  }

  /// An engine that plays the counter through a node.
  private func engine(_ unit: AVAudioUnit, mostFrames: AVAudioFrameCount = 1_000) throws
    -> AVAudioEngine
  {
    let engine = try EngineFixture.offline(
      EngineFixture.format(48_000, 1), mostFrames: mostFrames)
    let node = EngineFixture.counter()
    engine.attach(node)
    engine.attach(unit)
    let mono = try EngineFixture.format(48_000, 1)
    engine.connect(node, to: unit, format: mono)
    engine.connect(unit, to: engine.mainMixerNode, format: mono)
    return engine
  }

  @Test("an effect of AudioToolbox changes the sound of the engine, in blocks of any size")
  func effect() throws {
    let unit = AVAudioUnitEffect(
      audioComponentDescription: Self.description(kAudioUnitSubType_SampleDelay))
    #expect(
      AudioUnitSetParameter(unit.audioUnit, kSampleDelayParam_DelayFrames, 0, 0, 100, 0) == noErr)
    let engine = try engine(unit)
    try engine.start()
    let samples = try engine.render(blocks: [1_000, 1, 300, 699])[0]
    for frame in samples.indices {
      let expected = frame < 100 ? 0 : Float(frame - 100) / 65_536
      #expect(abs(samples[frame] - expected) < 1e-6)
    }
    unit.bypass = true
    #expect(unit.bypass)
    let bypassed = try engine.render(blocks: [500])[0]
    #expect(abs(bypassed[499] - 2_499.0 / 65_536) < 1e-6)
    unit.bypass = false
    unit.reset()
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0 })
  }

  @Test("a limiter states its latency, its name, and its maker")
  func facts() throws {
    let unit = AVAudioUnitEffect(
      audioComponentDescription: Self.description(kAudioUnitSubType_PeakLimiter))
    let engine = try engine(unit)
    try engine.start()
    #expect(abs(unit.latency - 0.012) < 0.0001)
    #expect(unit.name == "AUPeakLimiter")
    #expect(unit.manufacturerName == "OpenCoreAudio")
    #expect(unit.version == 0x1_0000)
    #expect(unit.audioComponentDescription.componentSubType == kAudioUnitSubType_PeakLimiter)
  }

  @Test("an unknown component is an error at the start of the engine, and when instantiated")
  func unknown() async throws {
    let description = Self.description(0x6E6F_6E65)
    let unit = AVAudioUnitEffect(audioComponentDescription: description)
    let engine = try engine(unit)
    #expect(throws: (any Error).self) { try engine.start() }
    await #expect(throws: (any Error).self) { try await AVAudioUnit.instantiate(with: description) }
    // The units of another type, which would need another number of input frames.
    let varispeed = Self.description(kAudioUnitSubType_Varispeed, kAudioUnitType_FormatConverter)
    let wrong = AVAudioUnitEffect(audioComponentDescription: varispeed)
    #expect(throws: (any Error).self) { try self.engine(wrong).start() }
    let output = Self.description(kAudioUnitSubType_GenericOutput, kAudioUnitType_Output)
    await #expect(throws: (any Error).self) { try await AVAudioUnit.instantiate(with: output) }
  }

  @Test("a component becomes a node of its type")
  func instantiate() async throws {
    let effect = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_LowPassFilter), options: .loadInProcess)
    #expect(effect is AVAudioUnitEffect)
    let time = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_Varispeed, kAudioUnitType_FormatConverter))
    #expect(time is AVAudioUnitVarispeed && time.name == "AUVarispeed")
    let generator = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_AudioFilePlayer, kAudioUnitType_Generator))
    #expect(generator is AVAudioUnitGenerator)
    #expect(generator.numberOfInputs == 0)
    let (node, error) = await withCheckedContinuation { done in
      AVAudioUnit.instantiate(with: Self.description(kAudioUnitSubType_Delay)) { unit, error in
        done.resume(returning: (unit, error))
      }
    }
    #expect(node is AVAudioUnitEffect && error == nil)
  }

  @Test("a generator plays through the engine")
  func generator() throws {
    let unit = AVAudioUnitGenerator(
      audioComponentDescription: Self.description(
        kAudioUnitSubType_ScheduledSoundPlayer, kAudioUnitType_Generator))
    let format = try EngineFixture.format(48_000, 1)
    let engine = try EngineFixture.offline(format, mostFrames: 1_000)
    engine.attach(unit)
    engine.connect(unit, to: engine.mainMixerNode, format: format)
    try engine.start()
    let buffer = try EngineFixture.buffer((0..<500).map { Float($0) / 1_000 }, format)
    let slice = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 1)
    defer { slice.deallocate() }
    memset(slice, 0, MemoryLayout<ScheduledAudioSlice>.size)
    slice.pointee.mTimeStamp.mFlags = .sampleTimeValid
    slice.pointee.mTimeStamp.mSampleTime = 100
    slice.pointee.mNumberFrames = 500
    slice.pointee.mBufferList = buffer.mutableAudioBufferList
    let size = UInt32(MemoryLayout<ScheduledAudioSlice>.size)
    #expect(
      AudioUnitSetProperty(
        unit.audioUnit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, slice,
        size) == noErr)
    var start = AudioTimeStamp()
    (start.mFlags, start.mSampleTime) = (.sampleTimeValid, -1)
    #expect(
      AudioUnitSetProperty(
        unit.audioUnit, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0,
        &start, UInt32(MemoryLayout<AudioTimeStamp>.size)) == noErr)
    let samples = try engine.render(blocks: [1_000])[0]
    #expect(samples[..<100].allSatisfy { $0 == 0 })
    #expect(abs(samples[599] - 0.499) < 1e-6)
    #expect(samples[600...].allSatisfy { $0 == 0 })
    engine.stop()
    #expect(AudioUnitReset(unit.audioUnit, kAudioUnitScope_Global, 0) == noErr)
  }

  @Test("the manager lists the units by description, predicate, and test")
  func manager() throws {
    let manager = AVAudioUnitComponentManager.shared()
    var description = AudioComponentDescription()
    description.componentType = kAudioUnitType_Effect
    let effects = manager.components(matching: description)
    #expect(effects.contains { $0.name == "AUDynamicsProcessor" })
    #expect(effects.allSatisfy { $0.typeName == AVAudioUnitTypeEffect && !$0.hasMIDIInput })
    let delay = try #require(effects.first { $0.name == "AUDelay" })
    #expect(delay.versionString == "1.0.0")
    #expect(delay.manufacturerName == "OpenCoreAudio")
    var instance: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(delay.audioComponent, &instance) == noErr)
    if let instance { AudioComponentInstanceDispose(instance) }
    let instruments = manager.components(
      matching: NSPredicate { object, _ in
        (object as? AVAudioUnitComponent)?.hasMIDIInput == true
      })
    #expect(instruments.contains { $0.typeName == AVAudioUnitTypeMusicDevice })
    let first = manager.components(passingTest: { _, isOver in
      isOver.pointee = true
      return true
    })
    #expect(first.count == 1)
  }

  @Test("a component is instantiated on another thread")
  func asynchronous() async throws {
    var description = Self.description(kAudioUnitSubType_Delay)
    let component = try #require(AudioComponentFindNext(nil, &description))
    let status = await withCheckedContinuation { done in
      AudioComponentInstantiate(component, []) { instance, status in
        if let instance { AudioComponentInstanceDispose(instance) }
        done.resume(returning: status)
      }
    }
    #expect(status == noErr)
  }
}
