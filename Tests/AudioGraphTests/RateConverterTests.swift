import AudioGraph
import AudioRealtime
import Glibc
import Synchronization
import Testing

@Suite struct RateConverterTests {
  /// A sine of a frequency.
  private final class Sine: GraphProcessor {
    let step: Double

    init(_ frequency: Double, _ sampleRate: Double) {
      step = 2 * .pi * frequency / sampleRate
    }

    func render(_ slice: GraphSlice, from inputs: [GraphInput], to outputs: [Planes]) {
      for index in 0..<slice.count {
        outputs[0][0, index] = Float(sin(step * Double(slice.frame + index)))
      }
    }
  }

  @Test(
    "a sine keeps its frequency, level and place",
    arguments: [
      (44_100.0, 48_000.0), (48_000, 44_100), (8_000, 48_000), (96_000, 44_100), (22_050, 32_000),
    ])
  func sine(_ input: Double, _ output: Double) throws {
    var mixed = MixedLayout(sampleRate: output, channelCount: 1)
    let frequency = 1_000.0
    mixed.add(Sine(frequency, input), sampleRate: input)
    let samples = try mixed.makeGraph().render(blocks: [20_000])[0]
    // The delay is half of the filter, in frames of the input.
    let half = (16 / min(1, output / input)).rounded(.up)
    let delay = (half + 1) / input
    #expect(RateConverter.latencyFrames(from: input, to: output) == Int(half) + 1)
    var (signal, noise) = (0.0, 0.0)
    for index in 5_000..<20_000 {
      let wanted = sin(2 * .pi * frequency * (Double(index) / output - delay))
      signal += wanted * wanted
      noise += (Double(samples[index]) - wanted) * (Double(samples[index]) - wanted)
    }
    #expect(10 * log10(signal / noise) > 80)
  }

  @Test("a tone above the new limit is removed")
  func alias() throws {
    var mixed = MixedLayout(sampleRate: 16_000, channelCount: 1)
    mixed.add(Sine(12_000, 48_000), sampleRate: 48_000)
    let samples = try mixed.makeGraph().render(blocks: [20_000])[0]
    #expect(samples[2_000...].map(abs).max() ?? 1 < 1e-4)
  }

  @Test("rates take exactly their share of frames")
  func frames() throws {
    let ramp = Ramp()
    var mixed = MixedLayout()
    mixed.add(ramp, sampleRate: 44_100)
    _ = try mixed.makeGraph().render(blocks: Array(repeating: 333, count: 1_000))
    #expect(ramp.rendered.load(ordering: .relaxed) == 333_000 * 441 / 480)
  }
}
