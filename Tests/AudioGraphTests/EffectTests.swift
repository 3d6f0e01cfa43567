import AudioGraph
import AudioProcessing
import AudioRealtime
import Testing

@Suite struct EffectTests {
  /// Renders a node of effects after a ramp, in blocks, and calls a closure after frame 1,000.
  private func render(
    _ node: GraphNode, blocks: [Int], _ change: () -> Void
  ) throws -> [Float] {
    let source = GraphNode(Ramp())
    var layout = GraphLayout(
      format: GraphFormat(sampleRate: 48_000, channelCount: 1), mostFrames: 512, output: node)
    layout.connections = [GraphConnection(from: source, 0, to: node, 0)]
    let graph = RenderGraph(layout.format, news: GraphNews(Signal()))
    graph.publish(try GraphCompiler.compile(layout))
    let first = graph.render(blocks: [1_000])[0]
    change()
    return first + graph.render(blocks: blocks)[0]
  }

  private static let blocks = [[3_000], [1, 30, 1, 31, 200, 737, 2_000], [256, 256, 2_488]]

  @Test("an equalizer gives the same bits for any blocks, even while a band changes")
  func equalizer() throws {
    let results = try Self.blocks.map { blocks in
      let settings = EqualizerSettings(bandCount: 3)
      settings[0].isBypassed = false
      settings[0].gain = 10
      let node = GraphNode { Equalizer(settings, $0) }
      return try render(node, blocks: blocks) {
        settings[0].frequency = 5_000
        settings[1].isBypassed = false
        settings[1].kind = .lowPass
        settings.gain.value = 0.5
      }
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
    #expect(results[0].allSatisfy { $0.isFinite && abs($0) < 4 })
  }

  @Test("a bypassed equalizer passes frames bit for bit")
  func bypass() throws {
    let settings = EqualizerSettings(bandCount: 2)
    settings[0].isBypassed = false
    settings[0].gain = 10
    settings.isBypassed = true
    let samples = try render(GraphNode { Equalizer(settings, $0) }, blocks: [1_000]) {}
    #expect(samples == (0..<2_000).map { Ramp.value($0, 0) })
  }

  @Test("a delay is exact, and repeats with its feedback")
  func delay() throws {
    let settings = DelaySettings()
    settings.seconds = 0.01
    settings.feedback = 0
    let node = GraphNode { Delay(settings, $0) }
    let samples = try render(node, blocks: [1_000]) {}
    #expect(samples == (0..<2_000).map { $0 < 480 ? 0 : Ramp.value($0 - 480, 0) })
    let echo = DelaySettings()
    (echo.seconds, echo.feedback, echo.cutoff) = (0.01, 0.5, 48_000)
    let echoes = try render(GraphNode { Delay(echo, $0) }, blocks: [1_000]) {}
    let wanted =
      Ramp.value(1_500 - 480, 0) + 0.5 * Ramp.value(1_500 - 960, 0)
      + 0.25 * Ramp.value(1_500 - 1_440, 0)
    #expect(abs(echoes[1_500] - wanted) < 1e-6)
  }

  @Test("a reverb gives the same bits for any blocks, and passes the dry part")
  func reverb() throws {
    let results = try Self.blocks.map { blocks in
      let settings = ReverbSettings(ReverbRoom.none, wet: 0)
      let node = GraphNode { Reverb(settings, $0) }
      return try render(node, blocks: blocks) {
        settings.wet = 0.5
        settings.room.decaySeconds = 2
        settings.room.size = 10
      }
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
    #expect(results[0].prefix(1_000) == (0..<1_000).map { Ramp.value($0, 0) }[...])
    #expect(results[0][2_000] != Ramp.value(2_000, 0))
  }

  @Test("a distortion gives the same bits for any blocks, and passes frames when bypassed")
  func distortion() throws {
    let results = try Self.blocks.map { blocks in
      let settings = DistortionSettings()
      settings.isBypassed = true
      settings.preGain = 0
      let node = GraphNode { Distorter(settings, $0) }
      return try render(node, blocks: blocks) {
        settings.isBypassed = false
        settings.wet = 1
        settings.shape.ringMix = 0.3
        settings.preGain = 6
      }
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
    #expect(results[0].prefix(1_000) == (0..<1_000).map { Ramp.value($0, 0) }[...])
    #expect(results[0][2_000] != Ramp.value(2_000, 0))
  }

  @Test("a delay gives the same bits for any blocks, even while its time changes")
  func delayChange() throws {
    let results = try Self.blocks.map { blocks in
      let settings = DelaySettings()
      (settings.seconds, settings.wet) = (0.01, 0.7)
      let node = GraphNode { Delay(settings, $0) }
      return try render(node, blocks: blocks) { settings.seconds = 0.005 }
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }
}
