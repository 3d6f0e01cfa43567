import AudioGraph
import Glibc
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
}
