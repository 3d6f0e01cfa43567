import AudioDevices
import AudioRealtime
import AudioToolbox
import TestSupport
import Testing

/// Graphs of units.
struct AUGraphTests {
  @Test("nodes exist before their units, and one output at most")
  func nodes() throws {
    let graph = try TestGraph()
    let (status, output) = graph.add(kAudioUnitSubType_DefaultOutput)
    #expect(status == noErr)
    #expect(graph.add(kAudioUnitSubType_GenericOutput).0 == kAUGraphErr_OutputNodeErr)
    #expect(graph.unit(output) == nil)
    #expect(graph.states == [false, false, false])
    #expect(AUGraphInitialize(graph.graph) == kAudioUnitErr_Uninitialized)
    #expect(AUGraphOpen(graph.graph) == noErr)
    #expect(graph.states == [true, false, false])
    let unit = try #require(graph.unit(output))
    var count: UInt32 = 0
    #expect(AUGraphGetNodeCount(graph.graph, &count) == noErr && count == 1)
    var node: AUNode = 0
    #expect(AUGraphGetIndNode(graph.graph, 0, &node) == noErr && node == output)
    #expect(AUGraphGetIndNode(graph.graph, 1, &node) == kAUGraphErr_NodeNotFound)
    #expect(AUGraphStart(graph.graph) == kAudioUnitErr_Uninitialized)
    #expect(AUGraphClose(graph.graph) == noErr)
    #expect(graph.unit(output) == nil)
    #expect(AudioUnitInitialize(unit) == kAudio_ParamError)
    #expect(AUGraphRemoveNode(graph.graph, output) == noErr)
    #expect(AUGraphRemoveNode(graph.graph, output) == kAUGraphErr_NodeNotFound)
    #expect(graph.add(0x3F3F_3F3F, kAudioUnitType_Effect).0 == noErr)
    #expect(AUGraphOpen(graph.graph) == kAUGraphErr_InvalidAudioUnit)
  }

  @Test("interactions are counted, listed, and refused if an input or output is taken")
  func interactions() throws {
    let graph = try TestGraph()
    let output = graph.add(kAudioUnitSubType_GenericOutput).1
    let first = graph.add(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter).1
    let second = graph.add(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter).1
    let graphs = graph.graph
    #expect(AUGraphConnectNodeInput(graphs, first, 0, output, 0) == noErr)
    #expect(AUGraphConnectNodeInput(graphs, second, 0, output, 0) == -10_861)
    #expect(AUGraphConnectNodeInput(graphs, first, 0, second, 0) == -10_861)
    #expect(AUGraphConnectNodeInput(graphs, second, 0, first, 0) == noErr)
    #expect(AUGraphConnectNodeInput(graphs, output, 0, second, 0) == -10_861)
    #expect(AUGraphConnectNodeInput(graphs, 99, 0, second, 0) == kAUGraphErr_NodeNotFound)
    let source = UnitSourceFixture.noise()
    #expect(graph.setCallback(source, first) == kAUGraphErr_InvalidConnection)
    #expect(graph.setCallback(source, second) == noErr)
    #expect(graph.setCallback(source, second) == noErr)
    var count: UInt32 = 0
    #expect(AUGraphGetNumberOfInteractions(graphs, &count) == noErr && count == 3)
    #expect(AUGraphCountNodeInteractions(graphs, second, &count) == noErr && count == 2)
    var interaction = AUNodeInteraction()
    #expect(AUGraphGetInteractionInfo(graphs, 0, &interaction) == noErr)
    #expect(interaction.nodeInteractionType == kAUNodeInteraction_Connection)
    #expect(interaction.nodeInteraction.connection.destNode == output)
    #expect(AUGraphGetInteractionInfo(graphs, 3, &interaction) == kAudio_ParamError)
    var list = [AUNodeInteraction](repeating: AUNodeInteraction(), count: 4)
    count = 4
    #expect(AUGraphGetNodeInteractions(graphs, second, &count, &list) == noErr && count == 2)
    #expect(list[1].nodeInteractionType == kAUNodeInteraction_InputCallback)
    #expect(list[1].nodeInteraction.inputCallback.destNode == second)
    #expect(AUGraphDisconnectNodeInput(graphs, second, 0) == noErr)
    #expect(AUGraphDisconnectNodeInput(graphs, second, 0) == -10_861)
    #expect(AUGraphRemoveNode(graphs, first) == noErr)
    #expect(AUGraphGetNumberOfInteractions(graphs, &count) == noErr && count == 0)
    #expect(AUGraphClearConnections(graphs) == noErr)
  }

  @Test("a graph plays its callback, and changes take effect with an update")
  func plays() throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let graph = try TestGraph()
        let output = graph.add(kAudioUnitSubType_DefaultOutput).1
        let first = UnitSourceFixture.noise()
        let second = UnitSourceFixture.noise(1)
        #expect(graph.setCallback(first, output) == noErr)
        let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        calls.initialize(to: 0)
        defer { calls.deallocate() }
        let notify: AURenderCallback = { context, _, _, _, _, _ in
          context.assumingMemoryBound(to: Int.self).pointee += 1
          return noErr
        }
        #expect(AUGraphAddRenderNotify(graph.graph, notify, calls) == noErr)
        #expect(AUGraphOpen(graph.graph) == noErr)
        #expect(AUGraphInitialize(graph.graph) == noErr)
        #expect(AUGraphStart(graph.graph) == noErr)
        #expect(graph.states == [true, true, true])
        VirtualClock.sleep(nanoseconds: 200_000_000)
        #expect(graph.setCallback(second, output) == noErr)
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(second.counts.isEmpty)
        #expect(AUGraphUpdate(graph.graph, nil) == noErr)
        let seen = first.counts.count
        VirtualClock.sleep(nanoseconds: 200_000_000)
        #expect(first.counts.count == seen && second.counts.count > 1)
        #expect(AUGraphDisconnectNodeInput(graph.graph, output, 0) == noErr)
        var isUpdated: DarwinBoolean = false
        #expect(AUGraphUpdate(graph.graph, &isUpdated) == noErr && isUpdated.boolValue)
        let last = second.counts.count
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(second.counts.count == last)
        var load: Float = -1
        #expect(AUGraphGetCPULoad(graph.graph, &load) == noErr && load >= 0)
        #expect(AUGraphGetMaxCPULoad(graph.graph, &load) == noErr && load >= 0)
        #expect(AUGraphStop(graph.graph) == noErr)
        #expect(graph.states == [true, true, false])
        #expect(AUGraphUninitialize(graph.graph) == noErr)
        #expect(graph.states == [true, false, false])
        #expect(calls.pointee >= 2 * (seen + last) && calls.pointee.isMultiple(of: 2))
      }
    }
  }

  @Test("a graph that is disposed of while it runs stops first")
  func disposal() throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let source = UnitSourceFixture.noise()
        var graph: TestGraph? = try TestGraph()
        if let graph {
          let output = graph.add(kAudioUnitSubType_RemoteIO).1
          #expect(AUGraphOpen(graph.graph) == noErr)
          #expect(graph.setCallback(source, output) == noErr)
          #expect(AUGraphInitialize(graph.graph) == noErr)
          #expect(AUGraphStart(graph.graph) == noErr)
        }
        VirtualClock.sleep(nanoseconds: 100_000_000)
        graph = nil
        let seen = source.counts.count
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(seen > 0 && source.counts.count == seen)
      }
    }
  }

  @Test("a failed replacement removes the earlier source, too")
  func failedReplacement() throws {
    let graph = try TestGraph()
    let output = graph.add(kAudioUnitSubType_GenericOutput).1
    let mixer = graph.add(kAudioUnitSubType_StereoMixer, kAudioUnitType_Mixer).1
    let other = graph.add(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer).1
    #expect(AUGraphConnectNodeInput(graph.graph, mixer, 0, output, 0) == noErr)
    let source = UnitSourceFixture(samples: { _, _ in 1 })
    #expect(graph.setCallback(source, mixer) == noErr)
    #expect(AUGraphOpen(graph.graph) == noErr)
    // A stereo mixer refuses three channels.
    var format = UnitFormats.float(44_100, 3)
    let unit = try #require(graph.unit(other))
    #expect(
      AudioUnitSetProperty(
        unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, 40) == noErr)
    #expect(AUGraphInitialize(graph.graph) == noErr)
    #expect(AUGraphDisconnectNodeInput(graph.graph, mixer, 0) == noErr)
    #expect(AUGraphConnectNodeInput(graph.graph, other, 0, mixer, 0) == noErr)
    #expect(AUGraphUpdate(graph.graph, nil) == kAudioUnitErr_FormatNotSupported)
    #expect(AUGraphDisconnectNodeInput(graph.graph, mixer, 0) == noErr)
    #expect(AUGraphUpdate(graph.graph, nil) == noErr)
    let rendering = try #require(graph.unit(mixer))
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    for channel in 0..<2 {
      list[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil)
    }
    var stamp = AudioTimeStamp()
    stamp.mFlags = .sampleTimeValid
    #expect(
      AudioUnitRender(rendering, nil, &stamp, 0, 64, list.unsafeMutablePointer) == noErr)
    #expect(source.counts.isEmpty)
  }
}
