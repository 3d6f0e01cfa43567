import AudioGraph
import AudioRealtime
import Glibc
import Synchronization
import Testing

@Suite struct MixerTests {
  /// A node of ones, or of a value for each channel.
  private final class Constant: GraphProcessor {
    func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
      for channel in 0..<outputs[0].channelCount {
        for index in 0..<slice.count { outputs[0][channel, index] = channel == 0 ? 1 : 0.5 }
      }
    }
  }

  @Test("a pan has equal power", arguments: [-1, -0.7, -0.25, 0.1, 0.5, 0.99, 1] as [Float])
  func mono(_ pan: Float) throws {
    var mixed = MixedLayout()
    mixed.add(Constant()).pan = pan
    let samples = try mixed.makeGraph().render(blocks: [100])
    let angle = (Double(pan) + 1) / 2 * .pi / 2
    #expect(abs(Double(samples[0][50]) - cos(angle)) < 9.8e-8)
    #expect(abs(Double(samples[1][50]) - sin(angle)) < 9.8e-8)
  }

  @Test("a pan of stereo moves the far channel", arguments: [-1, -0.4, 0.3, 1] as [Float])
  func stereo(_ pan: Float) throws {
    var mixed = MixedLayout()
    mixed.add(Constant(), channelCount: 2).pan = pan
    let samples = try mixed.makeGraph().render(blocks: [100])
    let angle = Double(pan < 0 ? pan + 1 : pan) * .pi / 2
    let wanted =
      pan < 0
      ? (1 + 0.5 * cos(angle), 0.5 * sin(angle)) : (cos(angle), 0.5 + sin(angle))
    #expect(abs(Double(samples[0][50]) - wanted.0) < 2e-7)
    #expect(abs(Double(samples[1][50]) - wanted.1) < 2e-7)
  }

  @Test("a pan of 0 leaves the channels as they are")
  func centre() throws {
    var mixed = MixedLayout()
    mixed.add(Constant())
    let samples = try mixed.makeGraph().render(blocks: [10])
    #expect(samples == [[Float]](repeating: Array(repeating: 1, count: 10), count: 2))
  }

  @Test("a change of the volume is a ramp, whatever the blocks")
  func ramp() throws {
    let parts = [[2_000], [100, 1_900], [1, 254, 1, 1, 743, 1_000]]
    let results = try parts.map { blocks in
      var mixed = MixedLayout(channelCount: 1)
      let levels = mixed.add(Constant())
      let graph = try mixed.makeGraph()
      let first = graph.render(blocks: [100])[0]
      levels.volume = 0
      mixed.mixer.volume = 0.5
      return first + graph.render(blocks: blocks)[0]
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
    let samples = results[0]
    #expect(samples[99] == 1)
    #expect(samples[356] == 0)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test("a mixer without inputs is silent")
  func empty() throws {
    let samples = try MixedLayout().makeGraph().render(blocks: [700])
    #expect(samples == [[Float]](repeating: Array(repeating: 0, count: 700), count: 2))
  }

  @Test("inputs that are added one by one give the sum of all at once, whatever the blocks")
  func early() throws {
    let results = try [nil, MixerMeters(inputs: 4, outputs: 1)].map { meters in
      let mixer = GraphNode(Mixer(meters: meters), mixesInputs: true)
      let format = GraphFormat(sampleRate: 48_000, channelCount: 2)
      var layout = GraphLayout(format: format, mostFrames: 512, output: mixer)
      let nodes = (0..<3).map { _ in GraphNode(Ramp()) }
      let copy = GraphNode(PassThrough())
      layout.inputFormats[GraphBus(copy)] = format
      // The last source has two users.
      layout.connections = [GraphConnection(from: nodes[2], 0, to: copy, 0)]
      for (bus, node) in (nodes + [copy]).enumerated() {
        let levels = MixInput()
        levels.volume = 1 / Float(bus + 2)
        layout.connections.append(GraphConnection(from: node, 0, to: mixer, bus, mixing: levels))
        layout.outputFormats[GraphBus(node)] = GraphFormat(
          sampleRate: bus == 1 ? 24_000 : 48_000, channelCount: bus == 3 ? 2 : 1 + bus % 2)
      }
      layout.outputFormats[GraphBus(nodes[2])] = format
      let graph = RenderGraph(format, news: GraphNews(Signal()))
      graph.publish(try GraphCompiler.compile(layout))
      return graph.render(blocks: [100, 400, 1, 499])
    }
    for channel in 0..<2 {
      #expect(results[0][channel].count == 1_000)
      #expect(results[0][channel].contains { abs($0) > 0.1 })
      let pairs = zip(results[0][channel], results[1][channel])
      #expect(pairs.allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test("a mixer of an audio unit is made once, although the graph is compiled again")
  func kept() throws {
    let count = Counter()
    let hosted = GraphNode(shaping: { _, _ in
      count.value.wrappingAdd(1, ordering: .relaxed)
      return Ramp()
    })
    let mixer = GraphNode(Mixer(), mixesInputs: true)
    let format = GraphFormat(sampleRate: 48_000, channelCount: 2)
    var layout = GraphLayout(format: format, mostFrames: 512, output: mixer)
    let sources = (0..<3).map { _ in GraphNode(Ramp()) }
    layout.connections = [
      GraphConnection(from: sources[0], 0, to: hosted, 0),
      GraphConnection(from: sources[1], 0, to: hosted, 1),
      GraphConnection(from: hosted, 0, to: mixer, 0),
      GraphConnection(from: sources[2], 0, to: mixer, 1),
    ]
    for node in sources + [hosted] { layout.outputFormats[GraphBus(node)] = format }
    for _ in 0..<2 { _ = try GraphCompiler.compile(layout) }
    #expect(count.value.load(ordering: .relaxed) == 1)
  }

  private final class Counter: Sendable { let value = Atomic<Int>(0) }
}
