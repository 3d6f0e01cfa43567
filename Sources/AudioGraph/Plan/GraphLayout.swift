/// A bus of a node.
package struct GraphBus: Hashable, Sendable {
  package var node: GraphNode
  package var bus: Int

  package init(_ node: GraphNode, _ bus: Int = 0) {
    self.node = node
    self.bus = bus
  }
}

/// The nodes of a graph and their connections, from which a plan is compiled.
package struct GraphLayout: Sendable {
  /// The format of the result, which decides the time of the graph.
  package var format: GraphFormat
  /// The maximum number of frames of a slice.
  package var mostFrames: Int
  /// The node whose output 0 is the result.
  package var output: GraphNode
  /// Nodes that are rendered although the result does not need them.
  package var others: [GraphNode] = []
  package var connections: [GraphConnection] = []
  /// The formats of outputs; without one, an output has the format of the result.
  package var outputFormats: [GraphBus: GraphFormat] = [:]
  /// The formats of inputs; without one, an input takes any channels at the rate of its node.
  package var inputFormats: [GraphBus: GraphFormat] = [:]
  /// The rings that receive the frames of outputs.
  package var taps: [GraphBus: TapRing] = [:]

  package init(format: GraphFormat, mostFrames: Int, output: GraphNode) {
    self.format = format
    self.mostFrames = mostFrames
    self.output = output
  }

  func outputFormat(_ bus: GraphBus) -> GraphFormat { outputFormats[bus] ?? format }
}

/// The reason why a layout has no plan.
package enum GraphError: Error, Equatable, Sendable {
  /// A node needs its own output.
  case cycle
  /// A rate or a channel count is not valid.
  case invalidFormat
  /// Two connections have the same input.
  case inputTaken
}
