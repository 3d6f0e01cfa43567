internal import AudioRealtime
internal import CoreAudioTypes
internal import MIDISequencing
internal import MIDISynthesis
internal import Synchronization

/// The graph that plays a sequence.
final class PlayerGraph: Sendable {
  let graph: UnitGraph
  /// The endpoints of tracks.
  let endpoints = EndpointDestinations()
  private let hook = Mutex<PumpHook?>(nil)
  /// Whether the player has started the graph.
  private let hasStarted = Mutex(false)

  init(_ graph: UnitGraph) { self.graph = graph }

  /// Makes a graph of a synthesizer and the default output.
  static func standard() throws(StatusError) -> PlayerGraph {
    let graph = UnitGraph()
    func description(_ type: UInt32, _ subType: UInt32) -> AudioComponentDescription {
      AudioComponentDescription(
        componentType: type, componentSubType: subType,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0)
    }
    let synthesizer = try graph.add(
      description(kAudioUnitType_MusicDevice, kAudioUnitSubType_DLSSynth))
    let output = try graph.add(
      description(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput))
    try graph.add(
      UnitGraphInput(source: .node(synthesizer, bus: 0), node: output, bus: 0))
    return PlayerGraph(graph)
  }

  /// Opens and initializes the graph, if necessary.
  func prepare() throws(StatusError) {
    try graph.open()
    try graph.initialize()
  }

  // MARK: Tracks

  /// The events of a sequence, with the units that receive them.
  func schedule(_ sequence: EventSequence) throws(StatusError) -> SequenceSchedule {
    let nodes = graph.state.withLock { $0.nodes }
    let standard = nodes.first { $0.description.componentType == kAudioUnitType_MusicDevice }
    var destinations: [any MessageDestination] = []
    var indices: [AUNode: Int] = [:]
    var numbers: [Int: Int] = [:]
    var endpointIndices: [UInt32: Int] = [:]
    for track in sequence.tracks {
      let node: UnitGraphNode?
      switch track.destination {
      case .standard: node = standard
      case .node(let number): node = nodes.first { $0.number == number }
      case .endpoint(let number):
        guard let endpoint = endpoints[number] else {
          throw StatusError(kAudioToolboxErr_IllegalTrackDestination)
        }
        let index = endpointIndices[number] ?? destinations.count
        if index == destinations.count { destinations.append(endpoint) }
        (endpointIndices[number], numbers[track.number]) = (index, index)
        continue
      }
      guard let node else { throw StatusError(kAudioToolboxError_NoTrackDestination) }
      if indices[node.number] == nil {
        indices[node.number] = destinations.count
        destinations.append(try Self.destination(node))
      }
      numbers[track.number] = indices[node.number]
    }
    return SequenceSchedule(sequence, destinations) { numbers[$0.number] }
  }

  private static func destination(
    _ node: UnitGraphNode
  ) throws(StatusError) -> any MessageDestination {
    try UnitInstance.find(number: node.unit).messageDestination
  }

  // MARK: Playing

  /// Lets the graph drive a pump, and starts the graph unless it runs.
  func start(_ pump: SequencePump) throws(StatusError) {
    guard let output = try graph.output() else { throw StatusError(kAUGraphErr_OutputNodeErr) }
    let format: AudioStreamBasicDescription? = try output.value(
      of: kAudioUnitProperty_StreamFormat, UnitPart(kAudioUnitScope_Input, 0)
    ).load()
    let hook = PumpHook(pump, sampleRate: format?.mSampleRate ?? 44_100)
    try graph.addNotification(hook.notification)
    self.hook.withLock { $0 = hook }
    guard !graph.state.withLock({ $0.isRunning }) else { return }
    do throws(StatusError) {
      try graph.start()
    } catch {
      try removeHook()
      throw error
    }
    hasStarted.withLock { $0 = true }
  }

  /// Stops the graph if the player has started it.
  func stop() throws(StatusError) {
    let mustStop = hasStarted.withLock { hasStarted -> Bool in
      defer { hasStarted = false }
      return hasStarted
    }
    if mustStop { try graph.stop() }
    try removeHook()
  }

  private func removeHook() throws(StatusError) {
    guard let hook = hook.withLock({ $0.take() }) else { return }
    try graph.removeNotification(hook.notification)
    try graph.output()?.waitForRendering()
    // No slice drives the pump any more, so end its notes now.
    hook.advance(0, nil)
  }
}

/// Drives a pump before each slice of an output unit.
private final class PumpHook: Sendable {
  private let pump: SequencePump
  private let sampleRate: Double

  init(_ pump: SequencePump, sampleRate: Double) {
    self.pump = pump
    self.sampleRate = sampleRate
  }

  func advance(_ count: Int, _ nanoseconds: Int?) {
    pump.advance(count, sampleRate: sampleRate, at: nanoseconds)
  }

  /// The function of the output unit; the owner of the hook keeps it while it is added.
  var notification: RenderNotification {
    unsafe RenderNotification(
      { data, flags, time, _, count, _ in
        guard unsafe flags.pointee.contains(.unitRenderAction_PreRender) else { return noErr }
        // Safe: the pointer is that of a hook that lives until the function is removed.
        let hook = unsafe Unmanaged<PumpHook>.fromOpaque(data).takeUnretainedValue()
        let hasTime = unsafe time.pointee.mFlags.contains(.hostTimeValid)
        let nanoseconds =
          unsafe hasTime
          ? Int(clamping: AudioConvertHostTimeToNanos(time.pointee.mHostTime)) : nil
        hook.advance(Int(count), nanoseconds)
        return noErr
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension UnitInstance {
  /// The receiver of the messages of a sequence.
  var messageDestination: any MessageDestination {
    (self as? InstrumentUnit)?.synthesizer ?? UnitDestination(self)
  }
}

/// Sends messages to a unit of the client.
private final class UnitDestination: MessageDestination {
  private let unit: UnitInstance

  init(_ unit: UnitInstance) { self.unit = unit }

  func prepare(_ messages: [SynthesizerMessage]) throws(SynthesisError) {}

  func deliver(_ message: SynthesizerMessage) {
    // The unit has no way to report an error to the client.
    try? unit.send(
      UnitMessage(
        UInt32(message.status), UInt32(message.data1), UInt32(message.data2),
        at: UInt32(clamping: message.offset)))
  }

  func deliver(systemExclusive bytes: Span<UInt8>, at offset: Int, isAhead: Bool) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      // Safe: the unit only reads the bytes during the call.
      try? unsafe unit.send(base, count: buffer.count)
    }
  }
}
