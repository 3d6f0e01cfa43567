import AVFAudio
import CoreMIDI
import Foundation
import Synchronization
import Testing

/// The objects of audio units.
@Suite struct AUAudioUnitTests {
  private static func description(
    _ subType: OSType, _ type: OSType = kAudioUnitType_Effect
  ) -> AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
  }

  // MARK: Subclasses

  @Test("a registered subclass is found, and instantiated as its own class")
  func registration() async throws {
    let description = GainUnit.register()
    let unit = try #require(try await AUAudioUnit.instantiate(with: description) as? GainUnit)
    #expect(unit.componentName == "Tests: Gain")
    #expect(unit.audioUnitName == "Gain")
    #expect(unit.manufacturerName == "Tests")
    #expect(unit.componentVersion == 0x2_0003)
    #expect(unit.componentDescription.componentSubType == description.componentSubType)
    #expect(unit.outputBusses.count == 1)
    #expect(unit.outputBusses[0].ownerAudioUnit === unit)
    #expect(unit.inputBusses[0].busType == .input)
    let found = AVAudioUnitComponentManager.shared().components(matching: description)
    #expect(found.first?.name == "Gain")
  }

  @Test("a subclass of a registered subclass replaces it")
  func replacement() async throws {
    class Louder: GainUnit {}
    let description = GainUnit.register(0x7265_706C)
    _ = Louder.register(0x7265_706C)
    #expect(try await AUAudioUnit.instantiate(with: description) is Louder)
  }

  @Test("a subclass renders within an engine, and its parameter changes the sound")
  func engine() throws {
    let description = GainUnit.register()
    let node = AVAudioUnitEffect(audioComponentDescription: description)
    let unit = try #require(node.auAudioUnit as? GainUnit)
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 1_000)
    let source = EngineFixture.counter()
    engine.attach(source)
    engine.attach(node)
    let mono = try EngineFixture.format(48_000, 1)
    engine.connect(source, to: node, format: mono)
    engine.connect(node, to: engine.mainMixerNode, format: mono)
    try engine.start()
    #expect(unit.allocations == 1)
    #expect(unit.renderResourcesAllocated)
    #expect(unit.outputBusses[0].format == mono)
    #expect(node.latency == 0.25)
    unit.parameterTree?.parameter(withAddress: 7)?.value = 3
    let samples = try engine.render(blocks: [100, 1, 499])[0]
    for frame in samples.indices {
      #expect(abs(samples[frame] - 3 * Float(frame) / 65_536) < 1e-6)
    }
  }

  @Test("parameters of a subclass and of version 2 have the same values")
  func mirroredObject() throws {
    let node = AVAudioUnitEffect(audioComponentDescription: GainUnit.register())
    let parameter = try #require(node.auAudioUnit.parameterTree?.parameter(withAddress: 7))
    #expect(AudioUnitSetParameter(node.audioUnit, 7, 0, 0, 2.5, 0) == noErr)
    #expect(parameter.value == 2.5)
    parameter.value = 0.5
    var value: Float = 0
    #expect(AudioUnitGetParameter(node.audioUnit, 7, 0, 0, &value) == noErr)
    #expect(value == 0.5)
    #expect(AudioUnitSetParameter(node.audioUnit, 7, 0, 0, 9, 0) == noErr)
    #expect(parameter.value == 4)
    #expect(AudioUnitSetParameter(node.audioUnit, 8, 0, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
  }

  @Test("scheduled changes take effect at their frames, in any order, also when they are late")
  func schedule() throws {
    let unit = try GainUnit(componentDescription: GainUnit.register())
    try unit.allocateRenderResources()
    let host = try UnitHost(EngineFixture.format(44_100, 2), 100)
    let schedule = unit.scheduleParameterBlock
    schedule(AUEventSampleTimeImmediate + 10, 0, 7, 2)
    schedule(160, 0, 7, 0)
    schedule(AUEventSampleTimeImmediate, 0, 7, 3)
    schedule(150, 0, 7, 4)
    let block = unit.renderBlock
    let first = host.render(block, at: 0, 100)
    #expect(first.0 == noErr)
    for frame in 0..<100 {
      let gain: Float = frame < 10 ? 3 : 2
      #expect(first.1[frame] == Float(frame) * gain)
    }
    let gains = (100..<200).map { frame -> Float in
      frame < 150 ? 2 : frame < 160 ? 4 : 0
    }
    let second = host.render(block, at: 100, 100).1
    for frame in 0..<100 { #expect(second[frame] == Float(100 + frame) * gains[frame]) }
    schedule(20, 0, 7, 1)
    #expect(host.render(block, at: 200, 10).1 == (200..<210).map(Float.init))
  }

  @Test("an instrument of a client plays the messages of its node at their frames")
  func instrument() async throws {
    let description = LevelInstrument.register()
    let node = try #require(
      try await AVAudioUnit.instantiate(with: description) as? AVAudioUnitMIDIInstrument)
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 100)
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 1))
    try engine.start()
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0 })
    node.startNote(60, withVelocity: 64, onChannel: 0)
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0.5 })
    let send = try #require(node.auAudioUnit.scheduleMIDIEventBlock)
    send(AUEventSampleTimeImmediate + 30, 0, 3, [0x80, 60, 0])
    let samples = try engine.render(blocks: [100])[0]
    #expect(samples == (0..<100).map { $0 < 30 ? 0.5 : 0 })
  }

  @Test("lists of Universal MIDI Packets reach an instrument of a client")
  func lists() async throws {
    let description = LevelInstrument.register()
    let node = try #require(
      try await AVAudioUnit.instantiate(with: description) as? AVAudioUnitMIDIInstrument)
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 100)
    engine.attach(node)
    engine.connect(node, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 1))
    try engine.start()
    let builder = MIDIEventList.Builder(inProtocol: ._1_0)
    builder.append(timestamp: 0, words: [0x2090_3C20, 0x2090_3E40])
    builder.withUnsafePointer { node.send($0) }
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0.5 })
    let send = try #require(node.auAudioUnit.scheduleMIDIEventListBlock)
    // A note of MIDI 2.0, whose velocity has 16 bits.
    let second = MIDIEventList.Builder(inProtocol: ._2_0)
    second.append(timestamp: 0, words: [0x4090_3C00, 0x4000_0000])
    #expect(second.withUnsafePointer { send(AUEventSampleTimeImmediate + 30, 0, $0) } == noErr)
    let samples = try engine.render(blocks: [100])[0]
    #expect(samples == (0..<100).map { $0 < 30 ? 0.5 : 0.25 })
  }

  @Test("the messages of a unit reach the units to which the engine connects it")
  func connections() async throws {
    let description = LevelInstrument.register()
    var nodes: [AVAudioUnit] = []
    for _ in 0..<3 { nodes.append(try await AVAudioUnit.instantiate(with: description)) }
    let engine = try EngineFixture.offline(EngineFixture.format(48_000, 1), mostFrames: 100)
    for node in nodes { engine.attach(node) }
    for node in nodes[1...] {
      engine.connect(node, to: engine.mainMixerNode, format: try EngineFixture.format(48_000, 1))
    }
    try engine.start()
    let seen = Mutex<[UInt8]>([])
    engine.connectMIDI(nodes[0], to: [nodes[1], nodes[2]], format: nil) { _, _, length, bytes in
      let message = Array(UnsafeBufferPointer(start: bytes, count: length))
      seen.withLock { $0 += message }
      return noErr
    }
    let send = try #require(nodes[0].auAudioUnit.midiOutputEventBlock)
    #expect(send(AUEventSampleTimeImmediate, 0, 3, [0x90, 60, 32]) == noErr)
    #expect(seen.withLock { $0 } == [0x90, 60, 32])
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0.5 })
    engine.disconnectMIDIInput(nodes[1])
    let fewer = try #require(nodes[0].auAudioUnit.midiOutputEventBlock)
    #expect(fewer(AUEventSampleTimeImmediate, 0, 3, [0x90, 60, 64]) == noErr)
    #expect(try engine.render(blocks: [100])[0].allSatisfy { $0 == 0.75 })
    engine.disconnectMIDIOutput(nodes[0])
    #expect(nodes[0].auAudioUnit.midiOutputEventBlock == nil)
  }

  @Test("a graph of version 2 pulls the object of a client")
  func graph() throws {
    let unit = try AUAudioUnitV2Bridge(componentDescription: GainUnit.register())
    let host = try UnitHost(EngineFixture.format(44_100, 2), 65)
    unit.maximumFramesToRender = 64
    try unit.allocateRenderResources()
    unit.parameterTree?.parameter(withAddress: 7)?.value = 2
    #expect(host.render(unit.renderBlock, at: 5, 64).1 == (5..<69).map { 2 * Float($0) })
    #expect(host.render(unit.renderBlock, at: 69, 65).0 == kAudioUnitErr_TooManyFramesToProcess)
    unit.deallocateRenderResources()
    #expect(host.render(unit.renderBlock, at: 69, 8).0 == kAudioUnitErr_Uninitialized)
  }

  @Test("the settings of a unit restore its parameters, but not those of another unit")
  func state() throws {
    let unit = try GainUnit(componentDescription: GainUnit.register())
    let parameter = try #require(unit.parameterTree?.parameter(withAddress: 7))
    parameter.value = 3
    let state = try #require(unit.fullState)
    let data = try PropertyListSerialization.data(
      fromPropertyList: state, format: .xml, options: 0)
    parameter.value = 1
    let read = try PropertyListSerialization.propertyList(from: data, format: nil)
    unit.fullState = read as? [String: Any]
    #expect(parameter.value == 3)
    let other = try AUAudioUnit(
      componentDescription: Self.description(kAudioUnitSubType_SampleDelay))
    other.fullState = state
    #expect(other.parameterTree?.parameter(withAddress: 7) == nil)
  }

  @Test("a bus refuses formats that it or its unit does not support")
  func formats() throws {
    let unit = try GainUnit(componentDescription: GainUnit.register())
    let bus = unit.inputBusses[0]
    bus.supportedChannelCounts = [1]
    try bus.setFormat(try EngineFixture.format(96_000, 1))
    #expect(bus.format.sampleRate == 96_000)
    #expect(throws: (any Error).self) { try bus.setFormat(try EngineFixture.format(96_000, 2)) }
    (bus.supportedChannelCounts, bus.maximumChannelCount) = (nil, 1)
    #expect(throws: (any Error).self) { try bus.setFormat(try EngineFixture.format(96_000, 2)) }
    bus.maximumChannelCount = 2
    try unit.allocateRenderResources()
    #expect(throws: (any Error).self) { try bus.setFormat(try EngineFixture.format(96_000, 2)) }
    unit.deallocateRenderResources()
    try bus.setFormat(try EngineFixture.format(96_000, 2))
  }

  // MARK: Units of version 2

  @Test("the object of a library's effect renders, and has its parameters")
  func bridge() throws {
    let unit = try AUAudioUnit(
      componentDescription: Self.description(kAudioUnitSubType_SampleDelay))
    #expect(unit.audioUnitName == "AUSampleDelay")
    let format = try EngineFixture.format(48_000, 1)
    try unit.inputBusses[0].setFormat(format)
    try unit.outputBusses[0].setFormat(format)
    let parameter = try #require(unit.parameterTree?.allParameters.first)
    #expect(parameter.unit == .sampleFrames)
    parameter.value = 3
    try unit.allocateRenderResources()
    #expect(unit.renderResourcesAllocated)
    let host = try UnitHost(format, 8)
    #expect(host.render(unit.renderBlock, at: 10, 8).1 == [0, 0, 0, 10, 11, 12, 13, 14])
    #expect(throws: (any Error).self) {
      try unit.inputBusses[0].setFormat(try EngineFixture.format(48_000, 2))
    }
  }

  @Test("a change by a function of version 2 reaches the observers of the parameter")
  func mirroredUnit() async throws {
    let unit = try AUAudioUnitV2Bridge(
      componentDescription: Self.description(kAudioUnitSubType_SampleDelay))
    let parameter = try #require(unit.parameterTree?.allParameters.first)
    let (values, continuation) = AsyncStream<Float>.makeStream()
    let token = parameter.token { _, value in continuation.yield(value) }
    #expect(
      AudioUnitSetParameter(unit.audioUnit, kSampleDelayParam_DelayFrames, 0, 0, 40, 0) == noErr)
    parameter.setValue(41, originator: token)
    parameter.value = 42
    var seen: [Float] = []
    for await value in values {
      seen.append(value)
      if value == 42 { break }
    }
    #expect(seen == [40, 42])
    parameter.removeParameterObserver(token)
    var value: Float = 0
    #expect(
      AudioUnitGetParameter(unit.audioUnit, kSampleDelayParam_DelayFrames, 0, 0, &value) == noErr)
    #expect(value == 42)
  }

  @Test("render observers run before and after each call until they are removed")
  func observers() throws {
    let unit = try GainUnit(componentDescription: GainUnit.register())
    try unit.allocateRenderResources()
    let host = try UnitHost(EngineFixture.format(44_100, 2), 16)
    let seen = Mutex<[Bool]>([])
    let token = unit.token { flags, _, _, _ in
      seen.withLock { $0.append(flags.contains(.unitRenderAction_PreRender)) }
    }
    let block = unit.renderBlock
    _ = host.render(block, at: 0, 16)
    unit.removeRenderObserver(token)
    _ = host.render(block, at: 16, 16)
    #expect(seen.withLock { $0 } == [true, false])
  }

  @Test("an output unit plays the frames of its provider until it stops")
  func hardware() async throws {
    let unit = try AUAudioUnit(
      componentDescription: Self.description(kAudioUnitSubType_HALOutput, kAudioUnitType_Output))
    #expect(unit.canPerformOutput && unit.canPerformInput)
    #expect(unit.isOutputEnabled && !unit.isInputEnabled)
    let (calls, continuation) = AsyncStream<Int>.makeStream()
    unit.outputProvider = { _, _, count, _, list in
      for buffer in UnsafeMutableAudioBufferListPointer(list) {
        if let data = buffer.mData { memset(data, 0, Int(buffer.mDataByteSize)) }
      }
      continuation.yield(Int(count))
      return noErr
    }
    #expect(throws: (any Error).self) { try unit.startHardware() }
    try unit.allocateRenderResources()
    try unit.startHardware()
    #expect(unit.isRunning)
    for await count in calls {
      #expect(count > 0)
      break
    }
    unit.stopHardware()
    #expect(!unit.isRunning)
    unit.deallocateRenderResources()
  }
}
