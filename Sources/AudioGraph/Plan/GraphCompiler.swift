/// Makes a plan from a layout.
package struct GraphCompiler {
  private enum Visit {
    case running
    case done
  }

  private let layout: GraphLayout
  private var inputs: [GraphNode: [GraphConnection]] = [:]
  private var visits: [GraphNode: Visit] = [:]
  private var order: [GraphNode] = []
  private var domains: GraphDomains
  private var steps: [GraphStep] = []
  private var blocks: PlanesPool
  private var planes: [GraphBus: Planes] = [:]
  /// The number of steps that still need each output.
  private var uses: [GraphBus: Int] = [:]
  /// The mixers whose inputs were added in part.
  private var begun: Set<GraphNode> = []

  private init(_ layout: GraphLayout) {
    self.layout = layout
    blocks = PlanesPool()
    domains = GraphDomains(layout, order: [])
  }

  /// Compiles a layout.
  ///
  /// - Throws: ``GraphError`` if the layout has a cycle, or formats that cannot be rendered.
  package static func compile(_ layout: GraphLayout) throws(GraphError) -> GraphPlan {
    var compiler = GraphCompiler(layout)
    return try compiler.run()
  }

  private mutating func run() throws(GraphError) -> GraphPlan {
    guard layout.format.isValid, layout.mostFrames > 0 else { throw .invalidFormat }
    for connection in layout.connections.sorted(by: { $0.targetBus < $1.targetBus }) {
      inputs[connection.target, default: []].append(connection)
    }
    for node in [layout.output] + layout.others + layout.taps.keys.map(\.node) {
      try visit(node)
    }
    for connection in layout.connections where visits[connection.target] != nil {
      uses[GraphBus(connection.source, connection.sourceBus), default: 0] += 1
    }
    uses[GraphBus(layout.output), default: 0] += 1
    domains = GraphDomains(layout, order: order)
    for node in order {
      try addSteps(of: node)
      try addToMixer(node)
    }
    guard let result = planes[GraphBus(layout.output)] else { throw .invalidFormat }
    return GraphPlan(
      steps: steps, domains: domains, result: result, format: layout.format,
      blockCount: blocks.count)
  }

  /// Orders a node after the nodes of its inputs.
  private mutating func visit(_ node: GraphNode) throws(GraphError) {
    switch visits[node] {
    case .done: return
    case .running: throw .cycle
    case nil: break
    }
    visits[node] = .running
    let inputs = inputs[node] ?? []
    guard Set(inputs.map(\.targetBus)).count == inputs.count else { throw .inputTaken }
    for connection in inputs { try visit(connection.source) }
    visits[node] = .done
    order.append(node)
  }

  private mutating func addSteps(of node: GraphNode) throws(GraphError) {
    let format = layout.outputFormat(GraphBus(node))
    guard format.isValid else { throw .invalidFormat }
    let domain = domains.domain(of: node)
    var taken: [GraphInput] = []
    var lent: [Planes] = []
    if begun.contains(node) { return try addLastStep(of: node, format, domain) }
    for connection in inputs[node] ?? [] {
      let input = try add(connection, at: format.sampleRate, &lent)
      taken.append(input)
    }
    let outputs = try (0..<outputCount(node)).map { bus throws(GraphError) in
      try addOutput(GraphBus(node, bus))
    }
    let clock = FrameClock(format.sampleRate, graphRate: domain.sampleRate)
    let shape = GraphShape(
      sampleRate: format.sampleRate,
      inputs: Dictionary(uniqueKeysWithValues: taken.map { ($0.bus, $0.planes.channelCount) }),
      outputs: outputs.map(\.channelCount))
    let processor = node.processor(
      for: shape, mostFrames: clock.mostFrames(for: domain.mostFrames))
    let part = NodeProcessing(
      processor: processor, progress: node.progress, taps: taps(of: node, outputs.count))
    steps.append(NodeStep(part, inputs: taken, outputs: outputs, domain, clock))
    for block in lent { blocks.give(block) }
    for bus in outputs.indices where uses[GraphBus(node, bus)] == nil { blocks.give(outputs[bus]) }
  }

  private func taps(of node: GraphNode, _ outputCount: Int) -> [StepTap] {
    (0..<outputCount).compactMap { bus in
      layout.taps[GraphBus(node, bus)].map { StepTap(ring: $0, bus: bus) }
    }
  }

  /// Adds the output of a node to the mixer that alone uses it, while it is in the cache.
  ///
  /// A mixer with one input is faster in one step.
  private mutating func addToMixer(_ node: GraphNode) throws(GraphError) {
    guard let connection = layout.connections.first(where: { $0.source == node }),
      uses[GraphBus(node, connection.sourceBus)] == 1
    else { return }
    let mixer = connection.target
    guard mixesEarly(mixer), (inputs[mixer] ?? []).count > 1, outputCount(mixer) == 1,
      outputCount(node) == 1
    else { return }
    try addInput(connection)
    inputs[mixer]?.removeAll { $0.targetBus == connection.targetBus }
  }

  private func mixesEarly(_ node: GraphNode) -> Bool {
    visits[node] != nil && layout.outputFormat(GraphBus(node)).isValid
      && node.mixer?.addsInputsEarly == true
  }

  /// Adds a step for one input of a mixer.
  private mutating func addInput(_ connection: GraphConnection) throws(GraphError) {
    let mixer = connection.target
    let format = layout.outputFormat(GraphBus(mixer))
    let domain = domains.domain(of: mixer)
    var lent: [Planes] = []
    let input = try add(connection, at: format.sampleRate, &lent)
    let isFirst = begun.insert(mixer).inserted
    let output = try isFirst ? addOutput(GraphBus(mixer)) : planes[GraphBus(mixer)]
    guard let output else { throw .invalidFormat }
    steps.append(
      InputStep(
        input, to: output, replacing: isFirst, domain,
        FrameClock(format.sampleRate, graphRate: domain.sampleRate)))
    for block in lent { blocks.give(block) }
  }

  /// Adds the remaining inputs of a mixer, and its last step.
  private mutating func addLastStep(
    of node: GraphNode, _ format: GraphFormat, _ domain: GraphDomain
  ) throws(GraphError) {
    for connection in inputs[node] ?? [] { try addInput(connection) }
    guard let mixer = node.mixer, let output = planes[GraphBus(node)] else { throw .invalidFormat }
    let part = NodeProcessing(
      processor: mixer, progress: node.progress, taps: taps(of: node, 1))
    steps.append(
      MixerStep(
        mixer, part, output: output, domain,
        FrameClock(format.sampleRate, graphRate: domain.sampleRate)))
    if uses[GraphBus(node)] == nil { blocks.give(output) }
  }

  /// The number of outputs that connections and taps need, at least one.
  private func outputCount(_ node: GraphNode) -> Int {
    let connected = layout.connections.filter { $0.source == node }.map(\.sourceBus)
    let tapped = layout.taps.keys.filter { $0.node == node }.map(\.bus)
    return ((connected + tapped).max() ?? 0) + 1
  }

  private mutating func addOutput(_ bus: GraphBus) throws(GraphError) -> Planes {
    let format = layout.outputFormat(bus)
    guard format.isValid else { throw .invalidFormat }
    let block = takeBlock(format, domains.domain(of: bus.node))
    planes[bus] = block
    return block
  }

  private mutating func takeBlock(_ format: GraphFormat, _ domain: GraphDomain) -> Planes {
    let clock = FrameClock(format.sampleRate, graphRate: domain.sampleRate)
    return blocks.take(
      channelCount: format.channelCount, capacity: clock.mostFrames(for: domain.mostFrames))
  }

  /// Adds the steps that convert the format of a connection.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - nodeRate: The rate of the target, in hertz.
  ///   - lent: Receives the blocks that are free after the target's step.
  /// - Returns: The input of the target.
  /// - Throws: ``GraphError`` if the source has no output.
  private mutating func add(
    _ connection: GraphConnection, at nodeRate: Double, _ lent: inout [Planes]
  ) throws(GraphError) -> GraphInput {
    let source = GraphBus(connection.source, connection.sourceBus)
    var format = layout.outputFormat(source)
    guard let first = planes[source] else { throw .invalidFormat }
    var block = first
    let wanted = layout.inputFormats[GraphBus(connection.target, connection.targetBus)]
    if format.sampleRate != nodeRate {
      block = addRateStep(connection, block, format, nodeRate)
      format.sampleRate = nodeRate
      lent.append(block)
    }
    let count = wanted?.channelCount ?? format.channelCount
    if !connection.target.mixesInputs, count != format.channelCount {
      let source = block
      let levels = MixInput().levels(from: format.channelCount, to: count)
      format.channelCount = count
      let domain = domains.inputDomain(of: connection.target)
      block = takeBlock(format, domain)
      lent.append(block)
      steps.append(
        ChannelsStep(
          levels, from: source, to: block, domain,
          FrameClock(nodeRate, graphRate: domain.sampleRate)))
    }
    let left = (uses[source] ?? 1) - 1
    uses[source] = left
    if left == 0 { lent.append(first) }
    guard connection.target.mixesInputs else {
      return GraphInput(bus: connection.targetBus, planes: block)
    }
    return GraphInput(
      bus: connection.targetBus, planes: block, connection.mixing ?? MixInput(),
      to: layout.outputFormat(GraphBus(connection.target)))
  }

  private mutating func addRateStep(
    _ connection: GraphConnection, _ block: Planes, _ format: GraphFormat, _ nodeRate: Double
  ) -> Planes {
    let domain = domains.inputDomain(of: connection.target)
    let input = FrameClock(format.sampleRate, graphRate: domain.sampleRate)
    let converter = connection.rateConverter(
      from: format, to: nodeRate, mostFrames: input.mostFrames(for: domain.mostFrames))
    let output = takeBlock(
      GraphFormat(sampleRate: nodeRate, channelCount: format.channelCount), domain)
    steps.append(
      RateStep(
        converter, from: (block, input), to: output, domain,
        FrameClock(nodeRate, graphRate: domain.sampleRate)))
    return output
  }
}

/// Blocks of memory that steps use one after the other.
private struct PlanesPool {
  private var free: [Planes] = []
  /// The number of blocks made.
  private(set) var count = 0

  mutating func take(channelCount: Int, capacity: Int) -> Planes {
    let index = free.firstIndex { $0.channelCount == channelCount && $0.capacity == capacity }
    if let index { return free.remove(at: index) }
    count += 1
    return Planes(channelCount: channelCount, capacity: capacity)
  }

  mutating func give(_ block: Planes) { free.append(block) }
}
