import AVFAudio
import AudioToolbox
import Foundation
import Testing

/// Mixers and other units with several buses as nodes.
@Suite struct HostedMixerTests {
  private static func description(
    _ subType: OSType, _ type: OSType = kAudioUnitType_Mixer
  ) -> AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
  }

  /// A node whose channels each have one value.
  private static func constant(_ values: [Float]) -> AVAudioSourceNode {
    AVAudioSourceNode { _, _, count, list in
      for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
        guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
        for index in 0..<Int(count) { samples[index] = values[channel % values.count] }
      }
      return noErr
    }
  }

  private static func set(
    _ unit: AVAudioUnit, _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope,
    _ element: AudioUnitElement, _ value: Float
  ) {
    #expect(AudioUnitSetParameter(unit.audioUnit, parameter, scope, element, value, 0) == noErr)
  }

  private static func setCount(_ unit: AVAudioUnit, _ scope: AudioUnitScope, _ count: UInt32) {
    var count = count
    #expect(
      AudioUnitSetProperty(
        unit.audioUnit, kAudioUnitProperty_ElementCount, scope, 0, &count, 4) == noErr)
  }

  /// An engine in which nodes feed the buses of a unit.
  private static func engine(
    _ unit: AVAudioUnit, _ sources: [(values: [Float], rate: Double)]
  ) throws -> AVAudioEngine {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 2), mostFrames: 512)
    engine.attach(unit)
    for (bus, source) in sources.enumerated() {
      let node = constant(source.values)
      engine.attach(node)
      engine.connect(
        node, to: unit, fromBus: 0, toBus: bus,
        format: try EngineFixture.format(source.rate, AVAudioChannelCount(source.values.count)))
    }
    engine.connect(unit, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 2))
    return engine
  }

  @Test("each crosspoint of a matrix mixer leads from a channel of a bus to an output channel")
  func matrix() async throws {
    let unit = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_MatrixMixer))
    Self.setCount(unit, kAudioUnitScope_Input, 2)
    #expect(unit.numberOfInputs == 2 && unit.numberOfOutputs == 1)
    let engine = try Self.engine(unit, [([1, 2], 48_000), ([4], 48_000)])
    try engine.start()
    var size: UInt32 = 8
    var dimensions: [UInt32] = [0, 0]
    #expect(
      AudioUnitGetProperty(
        unit.audioUnit, kAudioUnitProperty_MatrixDimensions, kAudioUnitScope_Global, 0,
        &dimensions, &size) == noErr)
    #expect(dimensions == [3, 2])
    for channel in 0..<3 as Range<UInt32> {
      Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Input, channel, 1)
    }
    for channel in 0..<2 as Range<UInt32> {
      Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Output, channel, 1)
    }
    Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Global, 0xFFFF_FFFF, 1)
    Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Global, 2 << 16, 1)
    Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Global, 0 << 16 | 1, 1)
    Self.set(unit, kMatrixMixerParam_Volume, kAudioUnitScope_Global, 1 << 16 | 1, 0.5)
    let samples = try engine.render(blocks: [512, 512])
    #expect(samples[0].allSatisfy { $0 == 4 })
    #expect(samples[1].allSatisfy { $0 == 2 })
  }

  @Test(
    "the buses of a mixer sum up, with their own channels and rates",
    arguments: [
      (kAudioUnitSubType_MultiChannelMixer, kMultiChannelMixerParam_Volume),
      (kAudioUnitSubType_StereoMixer, kStereoMixerParam_Volume),
    ])
  func sum(_ subType: OSType, _ volume: AudioUnitParameterID) async throws {
    let unit = try await AVAudioUnit.instantiate(with: Self.description(subType))
    let engine = try Self.engine(unit, [([1, 2], 48_000), ([4], 48_000)])
    Self.set(unit, volume, kAudioUnitScope_Input, 1, 0.25)
    try engine.start()
    let samples = try engine.render(blocks: [512])
    #expect(samples[0].allSatisfy { abs($0 - 2) < 1e-6 })
    #expect(samples[1].allSatisfy { abs($0 - 3) < 1e-6 })
    // Without a connection, a bus is silent.
    if let source = engine.inputConnectionPoint(for: unit, inputBus: 0)?.node {
      engine.detach(source)
    }
    #expect(try engine.render(blocks: [512])[0].allSatisfy { abs($0 - 1) < 1e-6 })
  }

  @Test("a 3D mixer places a bus to the left, and measures it")
  func spatial() async throws {
    let unit = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_3DMixer))
    let engine = try Self.engine(unit, [([0.5], 48_000)])
    Self.set(unit, k3DMixerParam_Azimuth, kAudioUnitScope_Input, 0, -90)
    Self.set(unit, k3DMixerParam_Gain, kAudioUnitScope_Input, 0, -20)
    var isOn: UInt32 = 1
    for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
      #expect(
        AudioUnitSetProperty(
          unit.audioUnit, kAudioUnitProperty_MeteringMode, scope, 0, &isOn, 4) == noErr)
    }
    try engine.start()
    let samples = try engine.render(blocks: Array(repeating: 512, count: 100))
    #expect(samples[0].allSatisfy { abs($0 - 0.05) < 1e-4 })
    #expect(samples[1].allSatisfy { abs($0) < 1e-4 })
    func meter(_ parameter: AudioUnitParameterID, _ scope: AudioUnitScope) -> Float {
      var value: Float = 0
      #expect(AudioUnitGetParameter(unit.audioUnit, parameter, scope, 0, &value) == noErr)
      return value
    }
    #expect(abs(meter(k3DMixerParam_PreAveragePower, kAudioUnitScope_Input) + 6.02) < 0.05)
    #expect(abs(meter(k3DMixerParam_PostPeakHoldLevel, kAudioUnitScope_Input) + 26.02) < 0.05)
    #expect(abs(meter(k3DMixerParam_PostAveragePower, kAudioUnitScope_Output) + 26.02) < 0.05)
  }

  @Test("a splitter feeds several nodes, and a merger puts channels side by side")
  func patches() async throws {
    let type = kAudioUnitType_FormatConverter
    let splitter = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_Splitter, type))
    let merger = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_Merger, type))
    #expect(splitter.numberOfOutputs == 2 && merger.numberOfInputs == 2)
    let mono = try EngineFixture.format(48_000, 1)
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 2), mostFrames: 512)
    let (node, mixer) = (EngineFixture.counter(), AVAudioMixerNode())
    for node in [node, splitter, merger, mixer] { engine.attach(node) }
    engine.connect(node, to: splitter, format: mono)
    engine.connect(splitter, to: merger, fromBus: 0, toBus: 0, format: mono)
    engine.connect(splitter, to: mixer, fromBus: 1, toBus: 0, format: mono)
    mixer.outputVolume = 0.5
    engine.connect(mixer, to: merger, fromBus: 0, toBus: 1, format: mono)
    engine.connect(merger, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 2))
    try engine.start()
    let samples = try engine.render(blocks: [512, 100])
    #expect(samples[0] == (0..<612).map { Float($0) / 65_536 })
    #expect(samples[1] == (0..<612).map { Float($0) / 131_072 })
  }

  @Test("an effect of pitch keeps the number of frames, and passes them unchanged when bypassed")
  func pitch() async throws {
    let unit = try await AVAudioUnit.instantiate(
      with: Self.description(kAudioUnitSubType_NewTimePitch, kAudioUnitType_Effect))
    #expect(unit is AVAudioUnitEffect && unit.name == "AUNewPitch")
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 512)
    let node = AVAudioSourceNode { _, time, count, list in
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
        for index in 0..<Int(count) {
          let frame = time.pointee.mSampleTime + Double(index)
          samples[index] = Float(sin(frame / 48_000 * 2 * .pi * 440))
        }
      }
      return noErr
    }
    let mono = try EngineFixture.format(48_000, 1)
    engine.attach(node)
    engine.attach(unit)
    engine.connect(node, to: unit, format: mono)
    engine.connect(unit, to: engine.mainMixerNode, format: mono)
    Self.set(unit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, 1_200)
    try engine.start()
    #expect(unit.latency > 0)
    let samples = try engine.render(blocks: Array(repeating: 480, count: 120))[0]
    let tail = samples[9_600...]
    let crossings = zip(tail, tail.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    #expect(abs(crossings - 880) < 9)
    unit.auAudioUnit.shouldBypassEffect = true
    let bypassed = try engine.render(blocks: [480])[0]
    for (index, sample) in bypassed.enumerated() {
      let frame = Double(57_600 + index)
      #expect(abs(sample - Float(sin(frame / 48_000 * 2 * .pi * 440))) < 1e-4)
    }
  }

  @Test("a bypassed limiter passes frames without delay")
  func limiter() throws {
    let unit = AVAudioUnitEffect(
      audioComponentDescription: Self.description(
        kAudioUnitSubType_PeakLimiter, kAudioUnitType_Effect))
    unit.bypass = true
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 512)
    let node = EngineFixture.counter()
    let mono = try EngineFixture.format(48_000, 1)
    engine.attach(node)
    engine.attach(unit)
    engine.connect(node, to: unit, format: mono)
    engine.connect(unit, to: engine.mainMixerNode, format: mono)
    try engine.start()
    #expect(try engine.render(blocks: [512])[0] == (0..<512).map { Float($0) / 65_536 })
  }

  @Test("a player has a time before the first frame, at which segments can be scheduled")
  func firstTime() throws {
    let format = try EngineFixture.format(48_000, 1)
    let engine = try EngineFixture.offline(format, mostFrames: 512)
    let player = AVAudioPlayerNode()
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: format)
    #expect(player.lastRenderTime == nil)
    try engine.start()
    let time = try #require(player.lastRenderTime)
    #expect(time.sampleTime == 0 && time.isSampleTimeValid && time.sampleRate == 48_000)
    let start = AVAudioTime(sampleTime: time.sampleTime + 100, atRate: time.sampleRate)
    player.scheduleBuffer(try EngineFixture.buffer([1, 1], format), at: start)
    player.play()
    let samples = try engine.render(blocks: [512])[0]
    #expect(samples.indices.filter { samples[$0] != 0 } == [100, 101])
  }

  @Test("a time effect is made from its description, and others fail at the start")
  func timeEffect() throws {
    let type = kAudioUnitType_FormatConverter
    let unit = AVAudioUnitTimeEffect(
      audioComponentDescription: Self.description(kAudioUnitSubType_Varispeed, type))
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 512)
    let node = EngineFixture.counter()
    let mono = try EngineFixture.format(48_000, 1)
    engine.attach(node)
    engine.attach(unit)
    engine.connect(node, to: unit, format: mono)
    engine.connect(unit, to: engine.mainMixerNode, format: mono)
    Self.set(unit, kVarispeedParam_PlaybackRate, kAudioUnitScope_Global, 0, 2)
    try engine.start()
    let samples = try engine.render(blocks: [512])[0]
    #expect(abs(samples[400] - 800.0 / 65_536) < 1e-4)
    let other = AVAudioUnitTimeEffect(
      audioComponentDescription: Self.description(0x6E6F_6E65, type))
    engine.attach(other)
    engine.connect(node, to: other, format: mono)
    engine.stop()
    #expect(throws: (any Error).self) { try engine.start() }
  }
}
