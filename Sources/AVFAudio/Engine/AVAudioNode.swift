internal import AudioGraph
internal import AudioRealtime
internal import AudioToolbox
public import Foundation
internal import Synchronization

/// A closure that receives the frames of a node's output.
public typealias AVAudioNodeTapBlock = (AVAudioPCMBuffer, AVAudioTime) -> Void

/// A node of an ``AVAudioEngine``: makes, changes, or plays frames.
// Unchecked: all state is constant, atomic, or guarded by a lock.
open class AVAudioNode: NSObject, @unchecked Sendable {
  private final class State {
    weak var engine: AVAudioEngine?
    var taps: [AVAudioNodeBus: NodeTap] = [:]
  }

  /// The part of the node that renders.
  let core: GraphNode
  let mixing = NodeMixing()
  private let state = Mutex(State())

  init(_ core: GraphNode) {
    self.core = core
    super.init()
  }

  /// Makes a node that renders silence, as a placeholder for another node.
  public override convenience init() {
    self.init(GraphNode(PassThrough()))
  }

  /// The object of the node's audio unit, which is always the same one.
  ///
  /// Only the engine renders the node: the object shows and changes its settings, and gets no
  /// memory for rendering. An ``AVAudioUnit`` that was made from a component description has the
  /// object of that component.
  open var auAudioUnit: AUAudioUnit { ownUnit.unit }

  private let unit = Mutex<UnitObjectAdapter?>(nil)

  /// The object of the node itself.
  var ownUnit: UnitObjectAdapter {
    if let known = unit.withLock({ $0 }) { return known }
    let made = UnitObjectAdapter(NodeUnit.make(self))
    return unit.withLock { unit in
      if let unit { return unit }
      unit = made
      return made
    }
  }

  // MARK: For subclasses

  /// The format of an output if no connection states another; `nil` for the engine's format.
  var ownOutputFormat: AVAudioFormat? { nil }
  /// Called when the engine of the node changes.
  func engineDidChange(_ engine: AVAudioEngine?) {}
  /// Called when the engine stops.
  func engineDidStop() {}

  /// Whether another node can be connected to an input bus.
  func hasInput(_ bus: AVAudioNodeBus) -> Bool {
    bus >= 0 && (core.mixesInputs || bus < numberOfInputs)
  }
  /// Whether the volume and the pan of the node before it apply to the mixer after it.
  var passesMixing: Bool { false }
  /// Whether the volume and the pan of the nodes before it apply to its inputs.
  var appliesMixing: Bool { core.mixesInputs && !(self is AVAudioUnit) }

  /// The type and subtype of the node.
  var kind: (type: OSType, subType: OSType) { (0, 0) }
  /// The settings that are parameters of the node's unit, or `nil`.
  var unitSettings: NodeBindings? { nil }
  /// The preset that was chosen last, or -1; `nil` if the node has no presets.
  var presetNumber: Int? {
    get { nil }
    set {}
  }
  /// Whether frames pass unchanged; `nil` if the node cannot do so.
  var bypassesUnit: Bool? {
    get { nil }
    set {}
  }

  // MARK: The engine

  /// The engine to which the node is attached.
  public var engine: AVAudioEngine? { state.withLock { $0.engine } }

  func setEngine(_ engine: AVAudioEngine?) {
    state.withLock { $0.engine = engine }
    engineDidChange(engine)
  }

  /// The number of input buses.
  open var numberOfInputs: Int { 0 }
  /// The number of output buses.
  open var numberOfOutputs: Int { 1 }

  /// The time of the last rendered frames, by the node's own rate and the machine's clock.
  ///
  /// `nil` if the engine does not run. Frame 0, without a time of the clock, if it has not rendered
  /// yet.
  open var lastRenderTime: AVAudioTime? { engine?.renderTime(of: self) }

  /// The delay between input and output, in seconds.
  open var latency: TimeInterval { 0 }

  /// The time between rendering and hearing a frame, in seconds; 0 if the engine does not run.
  ///
  /// The latencies of the nodes after this one are a part of it.
  open var outputPresentationLatency: TimeInterval {
    engine.map { $0.presentationLatency + $0.latency(after: self) } ?? 0
  }

  /// Clears the frames that the node holds, such as the end of an echo.
  open func reset() {}

  /// Returns the format of an input bus.
  open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    engine?.inputFormat(of: self, bus) ?? EngineFormats.unattached
  }

  /// Returns the format of an output bus.
  open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    engine?.outputFormat(of: self, bus) ?? ownOutputFormat ?? EngineFormats.unattached
  }

  /// Returns the name of an input bus, or `nil`.
  open func name(forInputBus bus: AVAudioNodeBus) -> String? {
    (0..<numberOfInputs).contains(bus) ? "Input \(bus)" : nil
  }

  /// Returns the name of an output bus, or `nil`.
  open func name(forOutputBus bus: AVAudioNodeBus) -> String? {
    (0..<numberOfOutputs).contains(bus) ? "Output \(bus)" : nil
  }

  // MARK: Taps

  /// Delivers the frames of an output to a client, from a thread of the tap.
  ///
  /// Every buffer has the requested number of frames, counted before a conversion of the rate. Only
  /// the last buffer before the engine stops may be shorter. A tap may be installed or removed
  /// while the engine runs.
  ///
  /// - Parameters:
  ///   - bus: The output bus.
  ///   - bufferSize: The frames of each buffer.
  ///   - format: The format of the buffers, to which frames are converted; `nil` for the format of
  ///     the bus.
  ///   - tapBlock: Receives each buffer and the time of its first frame.
  open func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: sending @escaping AVAudioNodeTapBlock
  ) {
    precondition(bus >= 0, "the output bus of the tap is negative: \(bus)")
    let tap = NodeTap(frames: Int(bufferSize), format: format, tapBlock)
    let installed = state.withLock { state -> Bool in
      guard state.taps[bus] == nil else { return false }
      state.taps[bus] = tap
      return true
    }
    precondition(
      installed,
      "output bus \(bus) already has a tap; required condition is false: nullptr == Tap()")
    engine?.nodeDidChange()
  }

  /// Ends the tap of an output; its closure is not called again, except for a call in progress.
  open func removeTap(onBus bus: AVAudioNodeBus) {
    let tap = state.withLock { $0.taps.removeValue(forKey: bus) }
    tap?.end()
    if tap != nil { engine?.nodeDidChange() }
  }

  var taps: [AVAudioNodeBus: NodeTap] { state.withLock { $0.taps } }

  deinit {
    for tap in taps.values { tap.end() }
  }
}
