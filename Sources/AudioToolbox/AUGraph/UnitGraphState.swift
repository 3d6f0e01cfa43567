internal import CoreAudioTypes

/// A node of a graph.
struct UnitGraphNode: Sendable {
  var number: AUNode
  var description: AudioComponentDescription
  /// The reference of the unit, or 0 while the graph is closed.
  var unit: UInt = 0
  var isInitialized = false

  var isOutput: Bool { description.componentType == kAudioUnitType_Output }
}

/// The source of an input of a node.
struct UnitGraphInput: Equatable, Sendable {
  enum Source: Equatable, Sendable {
    case node(AUNode, bus: Int)
    case callback(RenderNotification)
  }

  var source: Source
  var node: AUNode
  var bus: Int

  /// The node of the source, or `nil` for a function.
  var sourceNode: AUNode? {
    if case .node(let node, _) = source { return node }
    return nil
  }

  func involves(_ number: AUNode) -> Bool { node == number || sourceNode == number }

  func feeds(_ number: AUNode, _ bus: Int) -> Bool { node == number && self.bus == bus }

  /// The input as Apple's structure.
  var interaction: AUNodeInteraction {
    var interaction = unsafe AUNodeInteraction()
    switch source {
    case .node(let number, let sourceBus):
      unsafe interaction.nodeInteractionType = kAUNodeInteraction_Connection
      unsafe interaction.nodeInteraction.connection = AUNodeConnection(
        sourceNode: number, sourceOutputNumber: UInt32(sourceBus), destNode: node,
        destInputNumber: UInt32(bus))
    case .callback(let callback):
      unsafe interaction.nodeInteractionType = kAUNodeInteraction_InputCallback
      unsafe interaction.nodeInteraction.inputCallback = unsafe AUNodeRenderCallback(
        destNode: node, destInputNumber: UInt32(bus),
        cback: AURenderCallbackStruct(inputProc: callback.proc, inputProcRefCon: callback.data))
    }
    return unsafe interaction
  }
}

/// The nodes of a graph, and the wanted and applied inputs.
struct UnitGraphState: Sendable {
  var nodes: [UnitGraphNode] = []
  /// Output units that a callback closed, and that stop after it.
  var stopping: [UnitInstance] = []
  var lastNumber: AUNode = 0
  /// The inputs as the client wants them.
  var wanted: [UnitGraphInput] = []
  /// The inputs that the units have.
  var applied: [UnitGraphInput] = []
  /// The units of removed nodes, which the next update disposes of.
  var retired: [UInt] = []
  var notifications: [RenderNotification] = []
  var isOpen = false
  var isInitialized = false
  var isRunning = false

  subscript(number: AUNode) -> UnitGraphNode? { nodes.first { $0.number == number } }

  /// The node with a number.
  ///
  /// - Throws: `kAUGraphErr_NodeNotFound`.
  func node(_ number: AUNode) throws(StatusError) -> UnitGraphNode {
    guard let node = self[number] else { throw StatusError(kAUGraphErr_NodeNotFound) }
    return node
  }

  mutating func update(_ number: AUNode, _ change: (inout UnitGraphNode) -> Void) {
    for index in nodes.indices where nodes[index].number == number { change(&nodes[index]) }
  }

  /// Adds an input.
  ///
  /// A function replaces an earlier function of the same input, but not a connection.
  mutating func add(_ input: UnitGraphInput) throws(StatusError) {
    _ = try node(input.node)
    if let source = input.sourceNode {
      _ = try node(source)
      guard !depends(source, on: input.node),
        !wanted.contains(where: { $0.source == input.source || $0.feeds(input.node, input.bus) })
      else { throw StatusError(kAUGraphErr_InvalidConnection) }
    } else {
      let taken = wanted.first { $0.feeds(input.node, input.bus) }
      guard taken?.sourceNode == nil else { throw StatusError(kAUGraphErr_InvalidConnection) }
      wanted.removeAll { $0.feeds(input.node, input.bus) }
    }
    wanted.append(input)
  }

  /// Whether a node needs the output of another node, directly or indirectly, or is that node.
  func depends(_ node: AUNode, on other: AUNode) -> Bool {
    var seen: Set<AUNode> = []
    var waiting = [node]
    while let next = waiting.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      waiting += wanted.filter { $0.node == next }.compactMap(\.sourceNode)
    }
    return false
  }

  /// The nodes with an interaction, each after the nodes that it needs.
  var order: [AUNode] {
    var order: [AUNode] = []
    func visit(_ number: AUNode) {
      guard !order.contains(number) else { return }
      for input in wanted where input.node == number { input.sourceNode.map(visit) }
      order.append(number)
    }
    for node in nodes where node.isOutput || wanted.contains(where: { $0.involves(node.number) }) {
      visit(node.number)
    }
    return order
  }
}
