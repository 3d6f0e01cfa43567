import AudioGraph
import AudioRealtime
import Glibc
import Testing

@Suite struct TimeEffectTests {
  /// A sine at the frames of its own time.
  final class Sine: GraphProcessor {
    let step: Double

    init(_ frequency: Double, _ sampleRate: Double = 48_000) {
      step = 2 * .pi * frequency / sampleRate
    }

    func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
      for index in 0..<slice.count {
        outputs[0][0, index] = Float(sin(step * Double(slice.frame + index)))
      }
    }
  }

  /// A graph of one channel: sources, effects one after the other, and the result.
  static func graph(
    _ source: GraphNode, _ effects: [GraphNode], sampleRate: Double = 48_000,
    sourceRate: Double? = nil, mostFrames: Int = 512
  ) throws -> RenderGraph {
    let output = GraphNode(PassThrough())
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: sampleRate, channelCount: 1), mostFrames: mostFrames,
      output: output)
    let nodes = [source] + effects + [output]
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      layout.connections.append(GraphConnection(from: node, 0, to: next, 0))
    }
    layout.outputFormats[GraphBus(source)] = GraphFormat(
      sampleRate: sourceRate ?? sampleRate, channelCount: 1)
    let graph = RenderGraph(layout.format, news: GraphNews(Signal()))
    graph.publish(try GraphCompiler.compile(layout))
    return graph
  }

  private static func settings(
    _ rate: Float, cents: Float = 0, rates: ClosedRange<Float> = 1 / 32...32
  ) -> TimeSettings {
    let settings = TimeSettings(rates: rates)
    (settings.rate, settings.cents) = (rate, cents)
    return settings
  }

  /// The frequency from the number of upward zero crossings.
  private static func frequency(_ samples: ArraySlice<Float>) -> Double {
    let crossings = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) / Double(last - first) * 48_000
  }

  @Test("varispeed plays a sine at its place", arguments: [0.25, 0.5, 1.1, 2, 3.7] as [Float])
  func varispeed(_ rate: Float) throws {
    let effect = SpeedChanger.node(Self.settings(rate, rates: 0.25...4))
    let samples = try Self.graph(GraphNode(Sine(1_000)), [effect]).render(blocks: [10_000])[0]
    var (signal, noise) = (0.0, 0.0)
    for index in 2_000..<10_000 {
      let wanted = sin(2 * .pi * 1_000 / 48_000 * Double(rate) * Double(index))
      signal += wanted * wanted
      noise += (Double(samples[index]) - wanted) * (Double(samples[index]) - wanted)
    }
    #expect(10 * log10(signal / noise) > 75)
  }

  @Test("varispeed removes tones above the new limit")
  func varispeedAlias() throws {
    let effect = SpeedChanger.node(Self.settings(4, rates: 0.25...4))
    let samples = try Self.graph(GraphNode(Sine(9_000)), [effect]).render(blocks: [10_000])[0]
    #expect(samples[1_000...].map(abs).max() ?? 1 < 1e-3)
  }

  @Test("time effects without a change pass frames bit for bit, without a delay")
  func identity() throws {
    let wanted = (0..<5_000).map { Ramp.value($0, 0) }
    let speed = SpeedChanger.node(TimeSettings(rates: 0.25...4))
    #expect(try Self.graph(GraphNode(Ramp()), [speed]).render(blocks: [5_000])[0] == wanted)
    let settings = TimeSettings(rates: 1 / 32...32)
    let pitch = PitchChanger.node(settings)
    #expect(try Self.graph(GraphNode(Ramp()), [pitch]).render(blocks: [5_000])[0] == wanted)
    (settings.rate, settings.cents, settings.isBypassed) = (2, 300, true)
    let bypassed = PitchChanger.node(settings)
    #expect(try Self.graph(GraphNode(Ramp()), [bypassed]).render(blocks: [5_000])[0] == wanted)
  }

  @Test(
    "a stretch keeps the frequency and the level, and a pitch moves the frequency",
    arguments: [(0.5, 0), (1.5, 0), (4, 0), (1, 1_200), (1, -700), (0.75, 500)] as [(Float, Float)])
  func pitch(_ rate: Float, _ cents: Float) throws {
    let effect = PitchChanger.node(Self.settings(rate, cents: cents))
    let graph = try Self.graph(GraphNode(Sine(440)), [effect])
    let samples = graph.render(blocks: Array(repeating: 512, count: 100))[0][2_000...]
    let wanted = 440 * pow(2, Double(cents) / 1_200)
    #expect(abs(Self.frequency(samples) / wanted - 1) < 0.01)
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    #expect(abs(power - 0.5) < 0.05)
  }

  @Test(
    "time effects take exactly their share of frames",
    arguments: [1.1, 2, 0.3, 31.7] as [Float])
  func frames(_ rate: Float) throws {
    let ramp = Ramp()
    let source = GraphNode(ramp)
    let effect = PitchChanger.node(Self.settings(rate))
    let graph = try Self.graph(source, [effect], sourceRate: 24_000)
    _ = graph.render(blocks: [512])
    let first = source.progress.nextFrame
    _ = graph.render(blocks: Array(repeating: 512, count: 200))
    let taken = Double(source.progress.nextFrame - first)
    #expect(abs(taken - 200 * 512 * Double(rate) / 2) <= 2)
    #expect(source.progress.isWarped)
    #expect(!effect.progress.isWarped)
  }

  @Test("time effects give the same bits for any blocks")
  func blocks() throws {
    func results(_ make: () -> [GraphNode]) throws {
      let all = try divisions.map {
        try Self.graph(GraphNode(Ramp()), make(), sourceRate: 44_100).render(blocks: $0)[0]
      }
      for one in all { #expect(one == all[0]) }
      #expect(all[0].contains { $0 != 0 })
    }
    try results { [SpeedChanger.node(Self.settings(1.37, rates: 0.25...4))] }
    try results { [PitchChanger.node(Self.settings(0.6, cents: 400))] }
    try results {
      [
        SpeedChanger.node(Self.settings(0.7, rates: 0.25...4)),
        PitchChanger.node(Self.settings(1.9, cents: -300)),
      ]
    }
  }

  @Test("a node that also feeds another node keeps the time of the result")
  func shared() throws {
    let source = GraphNode(Ramp())
    let effect = SpeedChanger.node(Self.settings(2, rates: 0.25...4))
    var mixed = MixedLayout(channelCount: 1)
    mixed.layout.connections = [
      GraphConnection(from: source, 0, to: effect, 0),
      GraphConnection(from: source, 0, to: mixed.target, 0),
      GraphConnection(from: effect, 0, to: mixed.target, 1),
    ]
    let samples = try mixed.makeGraph().render(blocks: [3_000])[0]
    #expect(samples == (0..<3_000).map { 2 * Ramp.value($0, 0) })
    #expect(!source.progress.isWarped)
  }

  @Test("a player keeps its place when the time effect after it is removed")
  func removal() throws {
    let player = PlayerVoice()
    let source = GraphNode(player)
    let sound = block((0..<30_000).map { Ramp.value($0, 0) })
    _ = player.schedule(PlayerContent(BufferSource(sound, count: 30_000)))
    player.play()
    let effect = SpeedChanger.node(Self.settings(2, rates: 0.25...4))
    let output = GraphNode(PassThrough())
    let graph = try Self.graph(source, [effect])
    _ = graph.render(blocks: [1_000, 1_000])
    let before = source.progress.nextFrame
    #expect(player.originFrame == 0)
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: 48_000, channelCount: 1), mostFrames: 512, output: output)
    layout.connections = [GraphConnection(from: source, 0, to: output, 0)]
    graph.publish(try GraphCompiler.compile(layout))
    let after = graph.render(blocks: [1_000])[0]
    #expect(after == (before..<before + 1_000).map { Ramp.value($0, 0) })
    #expect(player.originFrame == 2_000 - before)
  }
}
