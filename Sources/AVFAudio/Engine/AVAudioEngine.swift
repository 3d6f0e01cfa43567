internal import AudioDevices
internal import AudioGraph
internal import AudioPlayback
internal import AudioRealtime
internal import AudioToolbox
public import Foundation
internal import Synchronization

/// A graph of nodes that makes, changes, mixes, and plays sound.
///
/// Attach nodes, connect them, and start the engine. Nodes can be attached, connected, and detached
/// while the engine runs. The engine plays on the device that `OPENCOREAUDIO_DEVICE` names, or else
/// on the best available device. The buffer of the device is short. A client can also render
/// manually.
// Unchecked: all state is constant, atomic, or guarded by a lock.
open class AVAudioEngine: NSObject, @unchecked Sendable {
  let keeper: EngineKeeper
  let state = Mutex(EngineState())
  /// Held while a device starts or stops.
  let turns = WaitingLock()
  /// Whether calls of ``manualRenderingBlock`` may render.
  let rendersByHand = Atomic<Bool>(false)
  /// Carries out calls that come from the render thread.
  let later = SerialThread(name: "oca-control")
  let hasDevices: Bool
  let recorder: EngineRecorder
  let devices = EngineDevices()
  let idleness = EngineIdleness()
  private let interruptions = Mutex<InterruptionObserver?>(nil)

  /// Makes an engine without nodes.
  public override init() {
    let owner = WeakEngine()
    let choice = AudioQueueDevices.chosen
    hasDevices = choice != nil
    recorder = EngineRecorder(AudioQueueDevices.chosenInput)
    keeper = EngineKeeper(choice ?? DeviceChoice([])) { owner.engine?.deviceWasLost() }
    super.init()
    owner.engine = self
    listen(to: nil)
  }

  /// Pauses when a session is interrupted or becomes inactive; manual rendering continues.
  func listen(to session: AVAudioSession?) {
    let made = InterruptionObserver(session) { [weak self] in
      guard let self, isRunning, !isInManualRenderingMode else { return false }
      pause()
      return true
    }
    interruptions.withLock { $0 = made }
  }

  deinit {
    idleness.end()
    keeper.end()
    let keeper = keeper
    for player in keeper.players { player.stop() }
    for node in state.withLock({ $0.attached }) { node.setEngine(nil) }
    keeper.graph.clear()
    // The last reference may be released by any thread, so no thread waits for the device.
    let recorder = recorder
    if keeper.playback.isOpen || recorder.isOpen {
      later.post {
        keeper.playback.stop()
        recorder.close()
      }
    }
  }

  // MARK: Nodes

  /// The nodes of the engine, except those that it makes itself.
  open var attachedNodes: Set<AVAudioNode> { state.withLock { $0.attached } }

  /// Attaches a node, so that it can be connected.
  open func attach(_ node: AVAudioNode) {
    if node.engine === self { return }
    precondition(node.engine == nil, "the node is attached to another engine: \(node)")
    state.withLock { _ = $0.attached.insert(node) }
    node.setEngine(self)
  }

  /// Removes the connections of a node, and detaches it.
  open func detach(_ node: AVAudioNode) {
    let wasAttached = state.withLock { state -> Bool in
      guard state.attached.remove(node) != nil else { return false }
      state.removeLinks { $0.source === node || $0.target === node }
      return true
    }
    guard wasAttached else { return }
    disconnectMIDIInput(node)
    disconnectMIDIOutput(node)
    node.setEngine(nil)
    nodeDidChange()
  }

  /// The node that plays on the device; made by the first access.
  open var outputNode: AVAudioOutputNode {
    takeHardwareFormat()
    return state.withLock { outputNode(&$0) }
  }

  /// The mixer in front of ``outputNode``; made and connected by the first access.
  open var mainMixerNode: AVAudioMixerNode {
    takeHardwareFormat()
    return state.withLock { state in
      if let mixer = state.mainMixer { return mixer }
      let mixer = AVAudioMixerNode()
      mixer.setEngine(self)
      state.mainMixer = mixer
      let output = outputNode(&state)
      if !state.links.contains(where: { $0.target === output }) {
        state.links.append(EngineLink(mixer, 0, to: output, 0, format: nil))
      }
      return mixer
    }
  }

  private func outputNode(_ state: inout EngineState) -> AVAudioOutputNode {
    if let output = state.output { return output }
    let output = AVAudioOutputNode()
    output.setEngine(self)
    state.output = output
    return output
  }

  // MARK: The plan

  /// Compiles and publishes the plan if the engine renders; otherwise, the next start does this.
  func nodeDidChange() {
    state.withLock { state in
      if state.isRunning || state.isPaused {
        publish(&state)
      } else {
        // An earlier plan would retain nodes that are no longer attached.
        keeper.graph.clear()
      }
    }
    startTaps()
    openInputIfNeeded()
    idleness.wake()
  }

  /// Publishes the plan of the current connections.
  func publish(_ state: inout EngineState) {
    for case let player as AVAudioPlayerNode in state.attached {
      player.parts.sampleRate = state.outputFormat(of: player, 0).sampleRate
    }
    do throws(GraphError) {
      if let plan = try state.makePlan() { keeper.graph.publish(plan) }
    } catch {
      preconditionFailure("the connections of the AVAudioEngine cannot be rendered: \(error)")
    }
  }

  var allNodes: [AVAudioNode] {
    state.withLock { state in
      Array(state.attached) + state.ownNodes
    }
  }
}

/// A weak reference to an engine.
private final class WeakEngine: @unchecked Sendable {
  // Unchecked: set once, before any other thread can read it.
  weak var engine: AVAudioEngine?
}
