import AudioGraph
import AudioRealtime
import Testing

@Suite struct GraphRenderingTests {
  @Test("any division into blocks gives the same bits")
  func division() throws {
    var results: [[[Float]]] = []
    for blocks in divisions + [[10_000]] {
      #expect(blocks.reduce(0, +) == 10_000)
      var mixed = MixedLayout()
      mixed.add(Ramp()).pan = 0.3
      mixed.add(Ramp(), sampleRate: 44_100, channelCount: 2).volume = 0.7
      mixed.add(Ramp(), sampleRate: 8_000)
      mixed.add(Ramp(), sampleRate: 192_000, channelCount: 2)
      let graph = try mixed.makeGraph()
      mixed.mixer.volume = 0.9
      results.append(graph.render(blocks: blocks))
    }
    for result in results.dropLast() { #expect(result == results.last) }
  }

  @Test("a cycle is rejected")
  func cycle() throws {
    let (one, other) = (GraphNode(PassThrough()), GraphNode(PassThrough()))
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: 48_000, channelCount: 1), mostFrames: 64, output: one)
    layout.connections = [
      GraphConnection(from: one, 0, to: other, 0), GraphConnection(from: other, 0, to: one, 0),
    ]
    #expect(throws: GraphError.cycle) { try GraphCompiler.compile(layout) }
  }

  @Test("two connections of one input are rejected")
  func takenInput() throws {
    let target = GraphNode(PassThrough())
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: 48_000, channelCount: 1), mostFrames: 64, output: target)
    layout.connections = (0..<2).map { _ in
      GraphConnection(from: GraphNode(Ramp()), 0, to: target, 0)
    }
    #expect(throws: GraphError.inputTaken) { try GraphCompiler.compile(layout) }
  }

  @Test("a format without a rate is rejected")
  func invalidFormat() {
    let layout = GraphLayout(
      format: GraphFormat(sampleRate: 0, channelCount: 1), mostFrames: 64,
      output: GraphNode(PassThrough()))
    #expect(throws: GraphError.invalidFormat) { try GraphCompiler.compile(layout) }
  }

  @Test("a chain of nodes shares two blocks of memory")
  func registers() throws {
    let nodes = (0..<20).map { _ in GraphNode(PassThrough()) }
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: 48_000, channelCount: 1), mostFrames: 64,
      output: nodes[19])
    layout.connections = (0..<19).map { GraphConnection(from: nodes[$0], 0, to: nodes[$0 + 1], 0) }
    layout.connections.append(GraphConnection(from: GraphNode(Ramp()), 0, to: nodes[0], 0))
    let plan = try GraphCompiler.compile(layout)
    #expect(plan.blockCount == 2)
    let graph = RenderGraph(layout.format, news: GraphNews(Signal()))
    graph.publish(plan)
    #expect(graph.render(blocks: [100])[0] == (0..<100).map { Ramp.value($0, 0) })
  }

  @Test("an output that feeds two nodes keeps its frames for both")
  func fanOut() throws {
    let source = GraphNode(Ramp())
    let first = GraphNode(PassThrough())
    let second = GraphNode(PassThrough())
    var mixed = MixedLayout(channelCount: 1)
    mixed.layout.connections = [
      GraphConnection(from: source, 0, to: first, 0),
      GraphConnection(from: source, 0, to: second, 0),
      GraphConnection(from: first, 0, to: mixed.target, 0),
      GraphConnection(from: second, 0, to: mixed.target, 1),
    ]
    let samples = try mixed.makeGraph().render(blocks: [300])[0]
    #expect(samples == (0..<300).map { 2 * Ramp.value($0, 0) })
  }

  @Test("a new plan continues the state of its nodes")
  func newPlan() throws {
    var mixed = MixedLayout()
    mixed.add(Ramp(), sampleRate: 44_100)
    let graph = try mixed.makeGraph()
    let first = graph.render(blocks: [1_000])
    graph.publish(try GraphCompiler.compile(mixed.layout))
    let second = graph.render(blocks: [1_000])
    let whole = try mixed.makeGraph().render(blocks: [2_000])
    #expect(first[0] + second[0] == whole[0])
  }

  @Test("an earlier plan is released while the graph renders")
  func release() throws {
    var mixed = MixedLayout()
    weak var plan: GraphPlan?
    let graph = RenderGraph(mixed.layout.format, news: GraphNews(Signal()))
    do {
      mixed.add(Ramp())
      let first = try GraphCompiler.compile(mixed.layout)
      plan = first
      graph.publish(first)
    }
    let second = try GraphCompiler.compile(mixed.layout)
    graph.render(600, nanoseconds: nil) { _, offset, _ in
      if offset == 0 { graph.publish(second) }
      #expect(plan != nil)
    }
    graph.releaseRetired()
    #expect(plan == nil)
  }
}
