import AudioToolbox
import Foundation
import Synchronization
import Testing

/// Units that process a client's buffers, and the checks of units.
@Suite struct UnitProcessingTests {
  /// Buffers of Float32 in separate channels.
  private final class Buffers {
    let list: UnsafeMutableAudioBufferListPointer
    private let memory: UnsafeMutablePointer<Float>
    private let count: Int

    init(_ channels: Int, _ count: Int, _ value: (Int, Int) -> Float = { _, _ in 0 }) {
      self.count = count
      list = AudioBufferList.allocate(maximumBuffers: channels)
      memory = .allocate(capacity: channels * count)
      for channel in 0..<channels {
        for index in 0..<count { memory[channel * count + index] = value(channel, index) }
        list[channel] = AudioBuffer(
          mNumberChannels: 1, mDataByteSize: UInt32(count * 4), mData: memory + channel * count)
      }
    }

    deinit {
      free(list.unsafeMutablePointer)
      memory.deallocate()
    }

    func samples(_ channel: Int) -> [Float] {
      Array(UnsafeBufferPointer(start: memory + channel * count, count: count))
    }
  }

  private func time(_ frame: Int) -> AudioTimeStamp {
    var time = AudioTimeStamp()
    (time.mSampleTime, time.mFlags) = (Double(frame), .sampleTimeValid)
    return time
  }

  @Test("an effect processes in place what it renders from a source, in any blocks")
  func inPlace() throws {
    let rendering = try TestUnit.effect(
      kAudioUnitSubType_LowPassFilter, [(kLowPassParam_CutoffFrequency, 500)], .noise())
    let expected = rendering.render(blocks: [1_000])
    let unit = try TestUnit(kAudioUnitSubType_LowPassFilter, type: kAudioUnitType_Effect)
    var stamp = time(0)
    let early = Buffers(2, 10)
    #expect(
      AudioUnitProcess(unit.unit, nil, &stamp, 10, early.list.unsafeMutablePointer)
        == kAudioUnitErr_Uninitialized)
    #expect(
      AudioUnitSetParameter(unit.unit, kLowPassParam_CutoffFrequency, 0, 0, 500, 0) == noErr)
    #expect(unit.setFormat(UnitFormats.float(44_100, 2)) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    var frame = 0
    var samples: [[Float]] = [[], []]
    for count in [1, 299, 700] {
      let buffers = Buffers(2, count) { channel, index in
        UnitSourceFixture.noiseSample(0, frame + index, channel)
      }
      stamp = time(frame)
      #expect(
        AudioUnitProcess(
          unit.unit, nil, &stamp, UInt32(count), buffers.list.unsafeMutablePointer) == noErr)
      for channel in 0..<2 { samples[channel] += buffers.samples(channel) }
      frame += count
    }
    #expect(samples == expected)
    // Buffers of one channel do not match the format.
    let mono = Buffers(1, 10)
    #expect(
      AudioUnitProcess(unit.unit, nil, &stamp, 10, mono.list.unsafeMutablePointer)
        == kAudio_ParamError)
    let varispeed = try TestUnit(
      kAudioUnitSubType_Varispeed, type: kAudioUnitType_FormatConverter)
    #expect(AudioUnitInitialize(varispeed.unit) == noErr)
    #expect(
      AudioUnitProcess(varispeed.unit, nil, &stamp, 10, early.list.unsafeMutablePointer)
        == kAudio_UnimplementedError)
  }

  @Test("a merger processes the buffers of several inputs")
  func several() throws {
    let unit = try TestUnit(kAudioUnitSubType_Merger, type: kAudioUnitType_FormatConverter)
    for input in 0..<2 as Range<UInt32> {
      #expect(
        unit.setFormat(UnitFormats.float(44_100, 1), kAudioUnitScope_Input, input) == noErr)
    }
    #expect(unit.setFormat(UnitFormats.float(44_100, 2), kAudioUnitScope_Output) == noErr)
    #expect(AudioUnitInitialize(unit.unit) == noErr)
    let (first, second) = (Buffers(1, 100) { _, _ in 1 }, Buffers(1, 100) { _, _ in 2 })
    let output = Buffers(2, 100)
    var inputs = [first, second].map { UnsafePointer($0.list.unsafeMutablePointer) }
    var outputs = [output.list.unsafeMutablePointer]
    var stamp = time(0)
    #expect(
      AudioUnitProcessMultiple(unit.unit, nil, &stamp, 100, 2, &inputs, 1, &outputs) == noErr)
    #expect(output.samples(0).allSatisfy { $0 == 1 } && output.samples(1).allSatisfy { $0 == 2 })
    #expect(
      AudioUnitProcessMultiple(unit.unit, nil, &stamp, 100, 1, &inputs, 1, &outputs)
        == kAudio_ParamError)
  }

  @Test("all units of the library that make or change sound pass their checks")
  func validation() throws {
    let skipped = [kAudioUnitType_MusicDevice, kAudioUnitType_Output]
    var description = AudioComponentDescription()
    description.componentManufacturer = kAudioUnitManufacturer_Apple
    var component = AudioComponentFindNext(nil, &description)
    var count = 0
    while let current = component {
      var found = AudioComponentDescription()
      AudioComponentGetDescription(current, &found)
      let isUnit = [
        kAudioUnitType_Effect, kAudioUnitType_Mixer, kAudioUnitType_FormatConverter,
        kAudioUnitType_Generator,
      ].contains(found.componentType)
      if isUnit, !skipped.contains(found.componentType) {
        var result = AudioComponentValidationResult.unknown
        #expect(AudioComponentValidate(current, nil, &result) == noErr)
        // A merger needs twice as many output channels as a new one has.
        let needsFormat = found.componentSubType == kAudioUnitSubType_Merger
        #expect(result == (needsFormat ? .failed : .passed), "\(found.componentSubType)")
        count += 1
      }
      component = AudioComponentFindNext(current, &description)
    }
    #expect(count > 25)
  }

  @Test("a component states its channels, and reports the result of its checks")
  func configuration() throws {
    var description = AudioComponentDescription(
      componentType: kAudioUnitType_Mixer, componentSubType: kAudioUnitSubType_MatrixMixer,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    let component = try #require(AudioComponentFindNext(nil, &description))
    var facts: Unmanaged<CFDictionary>?
    #expect(AudioComponentCopyConfigurationInfo(component, &facts) == noErr)
    let dictionary = try #require(facts?.takeRetainedValue() as? [String: Any])
    #expect(dictionary[kAudioUnitConfigurationInfo_InitialOutputs] as? [Int] == [2])
    #expect(dictionary[kAudioUnitConfigurationInfo_BusCountWritable] as? [Int] == [1, 2])
    let results = Mutex<[AudioComponentValidationResult]>([])
    let done = DispatchSemaphore(value: 0)
    #expect(
      AudioComponentValidateWithResults(component, nil) { result, _ in
        results.withLock { $0.append(result) }
        done.signal()
      } == noErr)
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(results.withLock { $0 } == [.passed])
    description.componentType = kAudioDecoderComponentType
    description.componentSubType = kAudioFormatAppleIMA4
    description.componentManufacturer = 0
    let codec = try #require(AudioComponentFindNext(nil, &description))
    var result = AudioComponentValidationResult.unknown
    #expect(
      AudioComponentValidate(codec, nil, &result) == kAudioComponentErr_UnsupportedType)
  }

  @Test("the earlier functions of graphs list connections without functions of inputs")
  func connections() throws {
    var made: AUGraph?
    #expect(NewAUGraph(&made) == noErr)
    let graph = try #require(made)
    defer { DisposeAUGraph(graph) }
    var nodes: [AUNode] = []
    for (type, subType) in [
      (kAudioUnitType_Output, kAudioUnitSubType_GenericOutput),
      (kAudioUnitType_Effect, kAudioUnitSubType_Delay),
    ] {
      var description = AudioComponentDescription(
        componentType: type, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0)
      var node: AUNode = 0
      #expect(AUGraphAddNode(graph, &description, &node) == noErr)
      nodes.append(node)
    }
    var callback = AURenderCallbackStruct(
      inputProc: { _, _, _, _, _, _ in noErr }, inputProcRefCon: nil)
    #expect(AUGraphSetNodeInputCallback(graph, nodes[1], 0, &callback) == noErr)
    #expect(AUGraphConnectNodeInput(graph, nodes[1], 0, nodes[0], 0) == noErr)
    var count: UInt32 = 0
    #expect(AUGraphGetNumberOfConnections(graph, &count) == noErr && count == 1)
    #expect(AUGraphCountNodeConnections(graph, nodes[1], &count) == noErr && count == 1)
    var (source, target): (AUNode, AUNode) = (0, 0)
    var (output, input): (UInt32, UInt32) = (9, 9)
    #expect(AUGraphGetConnectionInfo(graph, 0, &source, &output, &target, &input) == noErr)
    #expect((source, output, target, input) == (nodes[1], 0, nodes[0], 0))
    #expect(
      AUGraphGetConnectionInfo(graph, 1, &source, &output, &target, &input)
        == kAudio_ParamError)
    var connection = AudioUnitNodeConnection()
    #expect(AUGraphGetNodeConnections(graph, nodes[0], &connection, &count) == noErr)
    #expect(count == 1 && connection.sourceNode == nodes[1])
  }

  @Test("the scale of a parameter is a part of its flags")
  func displayType() {
    let flags: AudioUnitParameterOptions = [.flag_IsWritable, .flag_DisplayLogarithmic]
    #expect(GetAudioUnitParameterDisplayType(flags) == .flag_DisplayLogarithmic)
    let squared = SetAudioUnitParameterDisplayType(flags, .flag_DisplaySquared)
    #expect(squared == [.flag_IsWritable, .flag_DisplaySquared])
  }
}
