import AudioDevices
import AudioRealtime
import AudioToolbox
import Foundation
import Synchronization
import TestSupport
import Testing

/// Random calls from the callbacks of a graph of units, on the virtual clock.
///
/// A deadlock keeps the test from ending: `Scripts/check` ends the process, and prints its threads.
@Suite struct AUGraphSequenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["OCA_SEQUENCES"].flatMap { Int($0) } ?? 100

  @Test("calls from callbacks and another thread in any order never deadlock")
  func sequences() throws {
    for seed in 0..<Self.count {
      try VirtualClock().run {
        try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
          try GraphSequence(seed: UInt64(seed)).run()
        }
      }
    }
  }
}

/// A graph: a callback, two units after it, and the output unit.
private final class GraphSequence: @unchecked Sendable {
  // Sendable: the graph and the nodes are set before the first callback.

  private let seed: Mutex<UInt64>
  private let graph: AUGraph
  private var nodes: [AUNode] = []

  init(seed: UInt64) throws {
    self.seed = Mutex(seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    var made: AUGraph?
    #expect(NewAUGraph(&made) == noErr)
    graph = try #require(made)
    let effects = [
      kAudioUnitSubType_PeakLimiter, kAudioUnitSubType_Delay, kAudioUnitSubType_NBandEQ,
      kAudioUnitSubType_NewTimePitch,
    ]
    nodes = [
      add(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput),
      add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer),
      add(kAudioUnitType_Effect, effects[Int(seed) % effects.count]),
    ]
  }

  private func add(_ type: OSType, _ subType: OSType) -> AUNode {
    var description = AudioComponentDescription(
      componentType: type, componentSubType: subType,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
      componentFlagsMask: 0)
    var node: AUNode = 0
    #expect(AUGraphAddNode(graph, &description, &node) == noErr)
    return node
  }

  private func random(_ limit: Int) -> Int {
    seed.withLock { seed in
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return Int(seed % UInt64(limit))
    }
  }

  private var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static let render: AURenderCallback = { context, _, _, _, _, _ in
    let sequence = Unmanaged<GraphSequence>.fromOpaque(context).takeUnretainedValue()
    if sequence.random(12) == 0 { sequence.act() }
    return noErr
  }

  /// A call that may fail, because of earlier ones.
  private func act() {
    switch random(15) {
    case 0: AUGraphStop(graph)
    case 1: AUGraphStart(graph)
    case 2: AUGraphUpdate(graph, nil)
    case 3:
      var isUpdated: DarwinBoolean = false
      AUGraphUpdate(graph, &isUpdated)
    case 4: AUGraphDisconnectNodeInput(graph, nodes[random(3)], 0)
    case 5: connect()
    case 6: AUGraphUninitialize(graph)
    case 7: AUGraphInitialize(graph)
    case 8: AUGraphClearConnections(graph)
    case 9: AUGraphRemoveNode(graph, nodes[2])
    case 10: withUnit { AudioUnitReset($0, kAudioUnitScope_Global, 0) }
    case 11: AUGraphRemoveRenderNotify(graph, Self.render, pointer)
    case 12: AUGraphAddRenderNotify(graph, Self.render, pointer)
    case 13: if random(4) == 0 { AUGraphClose(graph) }
    default: AUGraphOpen(graph)
    }
  }

  private func withUnit(_ body: (AudioUnit) -> OSStatus) {
    var unit: AudioUnit?
    AUGraphNodeInfo(graph, nodes[random(3)], nil, &unit)
    if let unit { _ = body(unit) }
  }

  private func connect() {
    var callback = AURenderCallbackStruct(inputProc: Self.render, inputProcRefCon: pointer)
    AUGraphSetNodeInputCallback(graph, nodes[2], 0, &callback)
    AUGraphConnectNodeInput(graph, nodes[2], 0, nodes[1], 0)
    AUGraphConnectNodeInput(graph, nodes[1], 0, nodes[0], 0)
  }

  func run() throws {
    connect()
    #expect(AUGraphAddRenderNotify(graph, Self.render, pointer) == noErr)
    #expect(AUGraphOpen(graph) == noErr)
    #expect(AUGraphInitialize(graph) == noErr)
    #expect(AUGraphStart(graph) == noErr)
    for _ in 0..<4 {
      VirtualClock.sleep(nanoseconds: 60_000_000)
      act()
    }
    AUGraphOpen(graph)
    AUGraphInitialize(graph)
    AUGraphStart(graph)
    VirtualClock.sleep(nanoseconds: 30_000_000)
    // No callback runs after the end of the graph.
    #expect(DisposeAUGraph(graph) == noErr)
  }
}
