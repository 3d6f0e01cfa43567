internal import AudioGraph
internal import AudioToolbox
internal import Foundation

/// The nodes and connections of an engine.
struct EngineState {
  var attached: Set<AVAudioNode> = []
  var links: [EngineLink] = []
  /// The connections for the MIDI messages of nodes.
  var messages: [AVAudioNode: MIDILinks] = [:]
  var output: AVAudioOutputNode?
  var input: AVAudioInputNode?
  var mainMixer: AVAudioMixerNode?
  var manual: ManualRendering?
  var isRunning = false
  /// Whether the device is open and waits for the engine to continue.
  var isPaused = false
  /// Whether the last device was lost.
  var hasLostDevice = false
  /// The format of the device.
  var hardware = GraphFormat(sampleRate: 44_100, channelCount: 2)
  /// The format of the recording device; `nil` without one.
  var recording: GraphFormat?
  /// Whether recorded frames pass through voice processing.
  var usesVoice = false
  /// The played frames, for voice processing; `nil` while it is off.
  var farEnd: FarEnd?

  /// The format in which the graph renders.
  var graphFormat: GraphFormat {
    manual?.format.graphFormat ?? (isPulledByInput ? recording : nil) ?? hardware
  }

  /// Whether a node or a tap needs the recording device.
  var usesInput: Bool {
    guard let input else { return false }
    return !input.taps.isEmpty || links.contains { $0.source === input }
  }

  /// Whether the recording device pulls the graph, because no device plays.
  var isPulledByInput: Bool { output == nil && manual == nil && usesInput }

  /// The nodes that the engine makes itself.
  var ownNodes: [AVAudioNode] {
    ([output, input, mainMixer] as [AVAudioNode?]).compactMap(\.self)
  }

  /// The format of the input node.
  var recordingFormat: AVAudioFormat {
    if let manual { return manual.input ?? manual.format }
    return recording.map { EngineFormats.standard($0) } ?? EngineFormats.noInput
  }

  var mostFrames: Int { manual.map { min($0.mostFrames, 1 << 16) } ?? 512 }

  // MARK: Formats

  func format(of link: EngineLink) -> AVAudioFormat {
    link.format ?? ownFormat(of: link.source)
  }

  private func ownFormat(of node: AVAudioNode) -> AVAudioFormat {
    if let own = node.ownOutputFormat { return own }
    if node === input { return recordingFormat }
    if node.passesMixing, let input = links.first(where: { $0.feeds(node, 0) }) {
      return format(of: input)
    }
    return EngineFormats.standard(graphFormat)
  }

  func outputFormat(of node: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioFormat {
    if node === output { return manual?.format ?? EngineFormats.standard(hardware) }
    if node === input { return recordingFormat }
    guard let link = links.first(where: { $0.comes(from: node, bus) }) else {
      return ownFormat(of: node)
    }
    return format(of: link)
  }

  func inputFormat(of node: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioFormat {
    guard let link = links.first(where: { $0.feeds(node, bus) }) else {
      return EngineFormats.standard(graphFormat)
    }
    return format(of: link)
  }

  // MARK: Connections

  /// Whether the input of one node depends on the output of another.
  func depends(_ node: AVAudioNode, on other: AVAudioNode) -> Bool {
    var seen: Set<AVAudioNode> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      if next === other { return true }
      guard seen.insert(next).inserted else { continue }
      waiting += links.filter { $0.target === next }.map(\.source)
    }
    return false
  }

  /// The frames that each player before a time effect plays for each frame of the engine.
  var inputRates: [GraphNode: Double] {
    var rates: [GraphNode: Double] = [:]
    for node in attached where node is AVAudioPlayerNode {
      rates[node.core] = inputRate(of: node)
    }
    return rates
  }

  /// Frames of a node for each frame of the engine; `nil` if no time effect follows it.
  func inputRate(of node: AVAudioNode) -> Double? {
    var rate: Double?
    var next = links.first { $0.source === node }?.target
    // The connections have no cycle.
    while let target = next {
      if let effect = target as? AVAudioUnitTimeEffect {
        rate = (rate ?? 1) * effect.inputRate
      }
      next = links.first { $0.source === target }?.target
    }
    return rate
  }

  /// Removes connections.
  mutating func removeLinks(where isRemoved: (EngineLink) -> Bool) {
    for link in links where isRemoved(link) { link.end() }
    links.removeAll(where: isRemoved)
  }

  func freeInputBus(of node: AVAudioNode) -> AVAudioNodeBus {
    let taken = Set(links.filter { $0.target === node }.map(\.targetBus))
    return (0...taken.count).first { !taken.contains($0) } ?? 0
  }

  // MARK: The graph

  /// Compiles the plan; `nil` without an output node and a recording device.
  func makePlan() throws(GraphError) -> GraphPlan? {
    guard let result = output ?? (isPulledByInput ? input : nil) else { return nil }
    var layout = GraphLayout(format: graphFormat, mostFrames: mostFrames, output: result.core)
    for link in links {
      layout.connections.append(link.core)
      let format = valid(format(of: link).graphFormat)
      layout.outputFormats[GraphBus(link.source.core, link.sourceBus)] = rendered(link, format)
      if !link.target.core.mixesInputs {
        layout.inputFormats[GraphBus(link.target.core, link.targetBus)] =
          wanted(by: link.target) ?? format
      }
      if link.target is AVAudioSinkNode {
        layout.others.append(link.target.core)
        layout.outputFormats[GraphBus(link.target.core)] = format
      }
    }
    layout.outputFormats[GraphBus(result.core)] = graphFormat
    completeOutputs(&layout)
    for node in attached.union(ownNodes) {
      for (bus, tap) in node.taps {
        let format = valid(outputFormat(of: node, bus).graphFormat)
        layout.taps[GraphBus(node.core, bus)] = tap.ring(for: format)
        layout.outputFormats[GraphBus(node.core, bus)] =
          layout.outputFormats[GraphBus(node.core, bus)] ?? format
      }
    }
    return try GraphCompiler.compile(layout)
  }

  /// Gives all outputs of a node the rate of a connected one.
  private func completeOutputs(_ layout: inout GraphLayout) {
    for link in links where link.sourceBus > 0 {
      let format = layout.outputFormats[GraphBus(link.source.core, link.sourceBus)]
      for bus in 0..<link.sourceBus {
        let place = GraphBus(link.source.core, bus)
        layout.outputFormats[place] = layout.outputFormats[place] ?? format
      }
    }
  }

  /// The format, or the format of the graph for an invalid format of an input node without a
  /// device.
  private func valid(_ format: GraphFormat) -> GraphFormat {
    format.isValid ? format : graphFormat
  }

  /// The format that a node needs at its input.
  private func wanted(by node: AVAudioNode) -> GraphFormat? {
    if node === output { return graphFormat }
    return node is AVAudioUnit ? outputFormat(of: node, 0).graphFormat : nil
  }

  /// The format in which the source of a connection renders.
  private func rendered(_ link: EngineLink, _ format: GraphFormat) -> GraphFormat {
    if link.source === input { return valid(recordingFormat.graphFormat) }
    return (link.source as? AVAudioSourceNode)?.renderFormat?.graphFormat ?? format
  }
}

/// The settings of manual rendering.
struct ManualRendering {
  var mode: AVAudioEngineManualRenderingMode
  var format: AVAudioFormat
  /// The format that the client gives to the input node.
  var input: AVAudioFormat?
  /// The maximum number of frames of a call.
  var mostFrames: Int
}
