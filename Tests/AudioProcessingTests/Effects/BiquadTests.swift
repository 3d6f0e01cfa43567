import AudioProcessing
import Glibc
import Testing

@Suite struct BiquadTests {
  private static let widths: [BiquadCoefficients.Width] = [
    .quality(0.5.squareRoot()), .quality(5), .octaves(0.5), .octaves(2), .slope(1),
  ]

  /// The response to an impulse in direct form I, in Float64.
  private func reference(_ c: BiquadCoefficients, _ count: Int) -> [Double] {
    var output = [Double](repeating: 0, count: count)
    for index in 0..<count {
      let zeros = index == 0 ? c.b0 : index == 1 ? c.b1 : index == 2 ? c.b2 : 0
      output[index] =
        zeros - (index > 0 ? c.a1 * output[index - 1] : 0)
        - (index > 1 ? c.a2 * output[index - 2] : 0)
    }
    return output
  }

  @Test(
    "a frequency at or above half the rate gives finite samples", arguments: BiquadKind.allCases)
  func highFrequencies(_ kind: BiquadKind) {
    for frequency in [0.5, 0.6, 1, 10, .infinity] {
      let coefficients = BiquadCoefficients(
        kind, frequency: frequency, width: Self.widths[0], gain: 6)
      var samples = [Float](repeating: 0.5, count: 1_000)
      var filter = FilterChain(filterCount: 1, channelCount: 1)
      filter.set(0, coefficients)
      var span = samples.mutableSpan
      filter.process(0, &span)
      #expect(samples.allSatisfy { $0.isFinite && abs($0) < 10 }, "\(frequency)")
    }
  }

  @Test("the response to an impulse matches the reference", arguments: BiquadKind.allCases)
  func impulse(_ kind: BiquadKind) {
    for frequency in [0.001, 0.01, 0.1, 0.25, 0.45] {
      for width in Self.widths {
        let coefficients = BiquadCoefficients(kind, frequency: frequency, width: width, gain: 6)
        var samples = [Float](repeating: 0, count: 4_096)
        samples[0] = 1
        var filter = FilterChain(filterCount: 1, channelCount: 1)
        filter.set(0, coefficients)
        var span = samples.mutableSpan
        filter.process(0, &span)
        let wanted = reference(coefficients, samples.count)
        let error = zip(samples, wanted).map { abs(Double($0) - $1) }.max() ?? 1
        #expect(error < 1.2e-7, "\(frequency) \(width)")
      }
    }
  }

  @Test("the curves have their levels at the ends and at the frequency")
  func curves() {
    func level(_ kind: BiquadKind, _ width: BiquadCoefficients.Width, at place: Double) -> Double {
      let filter = BiquadCoefficients(kind, frequency: 0.05, width: width, gain: 12)
      return 20 * log10(filter.magnitude(at: place))
    }
    let plain = BiquadCoefficients.Width.quality(0.5.squareRoot())
    let cases: [(BiquadKind, BiquadCoefficients.Width, Double, Double)] = [
      (.lowPass, plain, 0, 0), (.lowPass, plain, 0.05, -3.0103), (.highPass, plain, 0.5, 0),
      (.highPass, plain, 0.05, -3.0103), (.peaking, .octaves(1), 0.05, 12),
      (.peaking, .octaves(1), 0, 0), (.bandPass, .octaves(1), 0.05, 0),
      (.lowShelf, .slope(1), 0, 12), (.lowShelf, .slope(1), 0.05, 6),
      (.lowShelf, .slope(1), 0.5, 0), (.highShelf, .slope(1), 0.5, 12),
      (.highShelf, .slope(1), 0.05, 6), (.highShelf, .slope(1), 0, 0),
    ]
    for (kind, width, place, wanted) in cases {
      #expect(abs(level(kind, width, at: place) - wanted) < 1e-3, "\(kind) \(place)")
    }
    #expect(level(.notch, .octaves(1), at: 0.05) < -150)
    #expect(level(.lowPass, plain, at: 0.4) < -40)
  }
}
