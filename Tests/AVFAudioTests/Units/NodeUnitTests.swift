import AVFAudio
import Foundation
import Testing

/// The objects of nodes that the engine renders itself.
@Suite struct NodeUnitTests {
  @Test("a parameter of a node's object changes the node, and the other way round")
  func effects() throws {
    let delay = AVAudioUnitDelay()
    let tree = try #require(delay.auAudioUnit.parameterTree)
    #expect(tree.allParameters.count == 4)
    let time = try #require(tree.parameter(withAddress: UInt64(kDelayParam_DelayTime)))
    #expect(time.maxValue == 2)
    time.value = 0.25
    #expect(delay.delayTime == 0.25)
    delay.delayTime = 0.5
    #expect(time.value == 0.5)
    let equalizer = AVAudioUnitEQ(numberOfBands: 2)
    let bands = try #require(equalizer.auAudioUnit.parameterTree)
    bands.parameter(withAddress: UInt64(kAUNBandEQParam_Gain + 1))?.value = 6
    #expect(equalizer.bands[1].gain == 6)
    #expect(bands.parameter(withAddress: UInt64(kAUNBandEQParam_Gain + 2)) == nil)
    let mixer = AVAudioMixerNode()
    mixer.auAudioUnit.parameterTree?.allParameters.first?.value = 0.5
    #expect(mixer.outputVolume == 0.5)
  }

  @Test("the object of a node is always the same, and passes bypass and reset on")
  func identity() throws {
    let reverb = AVAudioUnitReverb()
    #expect(reverb.auAudioUnit === reverb.auAudioUnit)
    reverb.auAudioUnit.shouldBypassEffect = true
    #expect(reverb.bypass)
    reverb.bypass = false
    #expect(!reverb.auAudioUnit.shouldBypassEffect)
    reverb.auAudioUnit.reset()
    let player = AVAudioPlayerNode()
    player.auAudioUnit.shouldBypassEffect = true
    #expect(player.auAudioUnit.shouldBypassEffect)
    #expect(player.auAudioUnit.parameterTree == nil)
    #expect(throws: (any Error).self) { try player.auAudioUnit.allocateRenderResources() }
  }

  @Test("functions of version 2 get and set the parameters of a node, but do not render it")
  func version2() throws {
    let reverb = AVAudioUnitReverb()
    let unit = reverb.audioUnit
    #expect(AudioUnitSetParameter(unit, kReverb2Param_DryWetMix, 0, 0, 25, 0) == noErr)
    #expect(reverb.wetDryMix == 25)
    reverb.wetDryMix = 75
    var value: Float = 0
    #expect(AudioUnitGetParameter(unit, kReverb2Param_DryWetMix, 0, 0, &value) == noErr)
    #expect(value == 75)
    #expect(AudioUnitReset(unit, kAudioUnitScope_Global, 0) == noErr)
    #expect(AudioUnitInitialize(unit) == kAudio_UnimplementedError)
  }

  @Test("the buses of a node's object have the formats of its connections")
  func busses() throws {
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 2))
    let (source, reverb) = (EngineFixture.counter(), AVAudioUnitReverb())
    engine.attach(source)
    engine.attach(reverb)
    let format = try EngineFixture.format(32_000, 1)
    engine.connect(source, to: reverb, format: format)
    #expect(reverb.auAudioUnit.inputBusses.count == 1)
    #expect(reverb.auAudioUnit.inputBusses[0].format == format)
    #expect(throws: (any Error).self) {
      try reverb.auAudioUnit.inputBusses[0].setFormat(try EngineFixture.format(44_100, 1))
    }
    #expect(engine.mainMixerNode.auAudioUnit.outputBusses.count == 1)
  }

  #if FluidSynth
    @Test("the object of a sampler plays messages")
    func sampler() throws {
      let sampler = AVAudioUnitSampler()
      let engine = try EngineFixture.offline(EngineFixture.format(44_100, 2), mostFrames: 1_000)
      engine.attach(sampler)
      engine.connect(sampler, to: engine.mainMixerNode, format: nil)
      try engine.start()
      #expect(try engine.render(blocks: [1_000])[0].allSatisfy { $0 == 0 })
      let send = try #require(sampler.auAudioUnit.scheduleMIDIEventBlock)
      send(AUEventSampleTimeImmediate, 0, 3, [0x90, 69, 100])
      #expect(try engine.render(blocks: [1_000, 1_000])[0].contains { abs($0) > 0.01 })
    }
  #endif
}
