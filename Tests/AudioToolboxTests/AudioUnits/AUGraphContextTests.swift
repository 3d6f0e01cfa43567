import AudioDevices
import AudioRealtime
import AudioToolbox
import Synchronization
import TestSupport
import Testing

/// Changes of a graph from its callbacks and listeners.
@Suite struct AUGraphContextTests {
  @Test("a change from a listener during a change is refused, because it would wait for itself")
  func nestedChange() throws {
    struct Context {
      let graph: AUGraph
      var statuses: [OSStatus] = []
    }
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let graph = try TestGraph()
        let output = graph.add(kAudioUnitSubType_DefaultOutput).1
        #expect(AUGraphOpen(graph.graph) == noErr)
        let context = UnsafeMutablePointer<Context>.allocate(capacity: 1)
        context.initialize(to: Context(graph: graph.graph))
        let listener: AudioUnitPropertyListenerProc = { context, _, _, _, _ in
          let context = context.assumingMemoryBound(to: Context.self)
          context.pointee.statuses.append(AUGraphUpdate(context.pointee.graph, nil))
        }
        let unit = try #require(graph.unit(output))
        #expect(
          AudioUnitAddPropertyListener(
            unit, kAudioOutputUnitProperty_IsRunning, listener, context) == noErr)
        #expect(AUGraphInitialize(graph.graph) == noErr)
        #expect(AUGraphStart(graph.graph) == noErr)
        VirtualClock.sleep(nanoseconds: 100_000_000)
        #expect(AUGraphStop(graph.graph) == noErr)
        #expect(AUGraphUpdate(graph.graph, nil) == noErr)
        #expect(context.pointee.statuses.first == kAUGraphErr_CannotDoInCurrentContext)
        #expect(AUGraphClose(graph.graph) == noErr)
        context.deinitialize(count: 1)
        context.deallocate()
      }
    }
  }

  @Test("a callback may update its graph while another thread uninitializes the graph")
  func updateFromCallback() throws {
    try VirtualClock().run {
      try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
        let graph = try TestGraph()
        let output = graph.add(kAudioUnitSubType_DefaultOutput).1
        let source = UnitSourceFixture.noise()
        #expect(graph.setCallback(source, output) == noErr)
        let notify: AURenderCallback = { context, _, _, _, _, _ in
          var isUpdated: DarwinBoolean = false
          AUGraphUpdate(AUGraph(context), &isUpdated)
          return noErr
        }
        let context = UnsafeMutableRawPointer(graph.graph)
        #expect(AUGraphAddRenderNotify(graph.graph, notify, context) == noErr)
        #expect(AUGraphOpen(graph.graph) == noErr)
        for _ in 0..<20 {
          #expect(AUGraphInitialize(graph.graph) == noErr)
          // The graph does not know that its output runs.
          #expect(AudioOutputUnitStart(try #require(graph.unit(output))) == noErr)
          VirtualClock.sleep(nanoseconds: 30_000_000)
          #expect(AUGraphUninitialize(graph.graph) == noErr)
        }
        #expect(!source.counts.isEmpty)
      }
    }
  }

  @Test("disposal waits for a callback that has closed the graph")
  func disposalAfterClose() throws {
    final class Progress: Sendable {
      let hasClosed = Atomic<Bool>(false)
      let hasEnded = Atomic<Bool>(false)
      let graph: UInt

      var isClosed: Bool { hasClosed.load(ordering: .acquiring) }

      init(_ graph: AUGraph) { self.graph = UInt(bitPattern: graph) }
    }
    // In real time: the callback waits while the device is locked.
    try AudioQueueDevices.$choice.withValue(DeviceChoice([.null])) {
      let graph = try TestGraph()
      let output = graph.add(kAudioUnitSubType_DefaultOutput).1
      let source = UnitSourceFixture.noise()
      #expect(graph.setCallback(source, output) == noErr)
      let progress = Progress(graph.graph)
      let notify: AURenderCallback = { context, _, _, _, _, _ in
        let progress = Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue()
        if !progress.isClosed {
          _ = AUGraph(bitPattern: progress.graph).map { AUGraphClose($0) }
          progress.hasClosed.store(true, ordering: .releasing)
          VirtualClock.sleep(nanoseconds: 50_000_000)
          progress.hasEnded.store(true, ordering: .releasing)
        }
        return noErr
      }
      let context = Unmanaged.passUnretained(progress).toOpaque()
      #expect(AUGraphAddRenderNotify(graph.graph, notify, context) == noErr)
      #expect(AUGraphOpen(graph.graph) == noErr)
      #expect(AUGraphInitialize(graph.graph) == noErr)
      #expect(AUGraphStart(graph.graph) == noErr)
      #expect(waitUntil { progress.isClosed })
      #expect(DisposeAUGraph(graph.graph) == noErr)
      let hasEnded = progress.hasEnded.load(ordering: .acquiring)
      #expect(hasEnded)
      withExtendedLifetime((source, progress)) {}
    }
  }
}
