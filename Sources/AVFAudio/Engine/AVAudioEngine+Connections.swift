internal import AudioGraph
internal import Foundation
internal import Synchronization

extension AVAudioEngine {
  /// Connects an output bus to an input bus, and replaces earlier connections of both.
  ///
  /// - Parameters:
  ///   - node1: The source.
  ///   - node2: The target.
  ///   - bus1: The output bus of the source.
  ///   - bus2: The input bus of the target.
  ///   - format: The format of the frames, or `nil` for the format of the source. If the target
  ///     needs another format, the engine converts.
  public func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
    toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    connect(node1, [(node2, bus2)], bus1, format)
  }

  /// Connects output bus 0 to input bus 0, or to the next free bus of a mixer or environment.
  ///
  /// - Parameters:
  ///   - node1: The source.
  ///   - node2: The target.
  ///   - format: The format of the frames, or `nil` for the format of the source.
  public func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    let bus = (node2.appliesMixing ? node2 : nil).map { mixer in
      state.withLock { state in
        // A connection that is replaced keeps its bus.
        let known = state.links.first { $0.comes(from: node1, 0) && $0.target === mixer }
        return known?.targetBus ?? state.freeInputBus(of: mixer)
      }
    }
    connect(node1, [(node2, bus ?? 0)], 0, format)
  }

  /// Connects an output bus to any number of input buses, and replaces its earlier connections.
  ///
  /// - Parameters:
  ///   - sourceNode: The source.
  ///   - destNodes: The nodes and input buses.
  ///   - sourceBus: The output bus.
  ///   - format: The format of the frames, or `nil` for the format of the source.
  public func connect(
    _ sourceNode: AVAudioNode, to destNodes: [AVAudioConnectionPoint],
    fromBus sourceBus: AVAudioNodeBus, format: AVAudioFormat?
  ) {
    let targets = destNodes.compactMap { point in point.node.map { ($0, point.bus) } }
    connect(sourceNode, targets, sourceBus, format)
  }

  private func connect(
    _ source: AVAudioNode, _ targets: [(AVAudioNode, AVAudioNodeBus)],
    _ sourceBus: AVAudioNodeBus, _ format: AVAudioFormat?
  ) {
    for node in [source] + targets.map(\.0) {
      precondition(node.engine === self, "the node is not attached to this engine: \(node)")
    }
    precondition(
      (0..<source.numberOfOutputs).contains(sourceBus), "\(source) has no output bus \(sourceBus)")
    for (target, bus) in targets {
      precondition(target.hasInput(bus), "\(target) has no input bus \(bus)")
    }
    if let format {
      precondition(
        format.graphFormat.isValid && format.commonFormat != .otherFormat,
        "the format is not linear PCM with a valid sample rate and channel count: \(format); "
          + "required condition is false: IsFormatSampleRateAndChannelCountValid(format)")
    }
    takeHardwareFormat()
    state.withLock { state in
      state.removeLinks { link in
        link.comes(from: source, sourceBus) || targets.contains { link.feeds($0.0, $0.1) }
      }
      for (target, bus) in targets {
        precondition(
          !state.depends(source, on: target),
          "the connection from \(source) to \(target) makes a cycle")
        state.links.append(EngineLink(source, sourceBus, to: target, bus, format: format))
      }
    }
    source.engineDidChange(self)
    nodeDidChange()
  }

  /// Removes the connection of an input bus, if it has one.
  public func disconnectNodeInput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect { $0.feeds(node, bus) }
  }

  /// Removes the connections of all input buses.
  public func disconnectNodeInput(_ node: AVAudioNode) { disconnect { $0.feeds(node, nil) } }

  /// Removes the connections of an output bus, if it has any.
  public func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    disconnect { $0.comes(from: node, bus) }
  }

  /// Removes the connections of all output buses.
  public func disconnectNodeOutput(_ node: AVAudioNode) { disconnect { $0.comes(from: node, nil) } }

  private func disconnect(where isRemoved: (EngineLink) -> Bool) {
    state.withLock { $0.removeLinks(where: isRemoved) }
    nodeDidChange()
  }

  /// Returns the source of an input bus, or `nil` without a connection.
  @discardableResult
  public func inputConnectionPoint(
    for node: AVAudioNode, inputBus bus: AVAudioNodeBus
  ) -> AVAudioConnectionPoint? {
    state.withLock { state in
      state.links.first { $0.feeds(node, bus) }.map {
        AVAudioConnectionPoint(node: $0.source, bus: $0.sourceBus)
      }
    }
  }

  /// Returns the targets of an output bus.
  @discardableResult
  public func outputConnectionPoints(
    for node: AVAudioNode, outputBus bus: AVAudioNodeBus
  ) -> [AVAudioConnectionPoint] {
    state.withLock { state in
      state.links.filter { $0.comes(from: node, bus) }.map {
        AVAudioConnectionPoint(node: $0.target, bus: $0.targetBus)
      }
    }
  }

  // MARK: For nodes

  func freeInputBus(of node: AVAudioNode) -> AVAudioNodeBus {
    state.withLock { $0.freeInputBus(of: node) }
  }

  func inputCount(of node: AVAudioNode) -> Int {
    state.withLock { state in
      (state.links.filter { $0.target === node }.map(\.targetBus).max() ?? -1) + 1
    }
  }

  func destination(
    from node: AVAudioNode, to mixer: AVAudioNode, _ bus: AVAudioNodeBus
  ) -> AVAudioMixingDestination? {
    state.withLock { state in
      let link = state.links.first { $0.source === node && $0.feeds(mixer, bus) }
      return link?.core.mixing.map {
        AVAudioMixingDestination(AVAudioConnectionPoint(node: mixer, bus: bus), $0, link?.spatial)
      }
    }
  }

  func inputFormat(of node: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioFormat {
    takeHardwareFormat()
    return state.withLock { $0.inputFormat(of: node, bus) }
  }

  func outputFormat(of node: AVAudioNode, _ bus: AVAudioNodeBus) -> AVAudioFormat {
    takeHardwareFormat()
    return state.withLock { $0.outputFormat(of: node, bus) }
  }
}
