import AudioToolbox
import Testing

/// A graph that ends with its owner.
final class TestGraph {
  let graph: AUGraph

  init() throws {
    var made: AUGraph?
    #expect(NewAUGraph(&made) == noErr)
    graph = try #require(made)
  }

  deinit { DisposeAUGraph(graph) }

  func add(_ subType: OSType, _ type: OSType = kAudioUnitType_Output) -> (OSStatus, AUNode) {
    var description = AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    var node: AUNode = 0
    let status = AUGraphAddNode(graph, &description, &node)
    return (status, node)
  }

  func unit(_ node: AUNode) -> AudioUnit? {
    var unit: AudioUnit?
    #expect(AUGraphNodeInfo(graph, node, nil, &unit) == noErr)
    return unit
  }

  func setCallback(_ source: UnitSourceFixture, _ node: AUNode, _ bus: UInt32 = 0) -> OSStatus {
    var callback = AURenderCallbackStruct(
      inputProc: source.proc, inputProcRefCon: source.pointer)
    return AUGraphSetNodeInputCallback(graph, node, bus, &callback)
  }

  var states: [Bool] {
    var states: [DarwinBoolean] = [false, false, false]
    AUGraphIsOpen(graph, &states[0])
    AUGraphIsInitialized(graph, &states[1])
    AUGraphIsRunning(graph, &states[2])
    return states.map(\.boolValue)
  }
}
