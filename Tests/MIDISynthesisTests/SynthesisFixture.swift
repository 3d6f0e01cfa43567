import AudioGraph
import MIDISynthesis
import Testing

/// Synthesizers for tests.
enum SynthesisFixture {
  static let format = GraphFormat(sampleRate: 48_000, channelCount: 2)

  /// A synthesizer of sines, without reverb.
  static func sine() -> Synthesizer {
    Synthesizer(
      SynthesizerSetup(
        bank: .sine, preset: SoundPreset(bank: 0, program: 0), hasEffects: false))
  }
}

extension GraphProcessor {
  /// Renders blocks of two channels, one after the other.
  func render(blocks: [Int]) -> [[Float]] {
    var samples: [[Float]] = [[], []]
    var frame = 0
    for count in blocks {
      let planes = Planes(channelCount: 2, capacity: count)
      render(GraphSlice(frame: frame, count: count), from: [], to: [planes])
      for channel in 0..<2 { samples[channel] += (0..<count).map { planes[channel, $0] } }
      frame += count
    }
    return samples
  }
}

extension [Float] {
  /// The first frame that is not silent.
  var onset: Int? { firstIndex { abs($0) > 1e-5 } }

  /// The frequency in hertz, from the upward zero crossings.
  func frequency(sampleRate: Double) -> Double {
    var crossings: [Double] = []
    for index in indices.dropFirst() where self[index - 1] < 0 && self[index] >= 0 {
      let part = Double(self[index - 1] / (self[index - 1] - self[index]))
      crossings.append(Double(index - 1) + part)
    }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else {
      return 0
    }
    return Double(crossings.count - 1) * sampleRate / (last - first)
  }
}
