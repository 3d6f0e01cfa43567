// Initial coefficients, because adaptive ones need several packets to converge.
extension ALACPredictor {
  /// Maximum samples to examine.
  ///
  /// Further samples say little about the first samples, and the coefficients adapt later.
  private static let mostStartSamples = 1024

  /// Returns eight coefficients that predict some samples well.
  ///
  /// Source: J. Makhoul, *Linear Prediction: A Tutorial Review*, Proceedings of the IEEE 63 (1975),
  /// III A: the autocorrelation method, and its solution by Levinson and Durbin.
  ///
  /// - Parameters:
  ///   - samples: The samples, at least `count` of them.
  ///   - count: The number of samples.
  ///   - shift: The fixed-point shift of the sum of products.
  /// - Returns: The coefficients, starting with the latest sample, or `nil` for silence.
  static func start(_ samples: [Int32], _ count: Int, shift: Int32) -> [Int32]? {
    let count = min(count, mostStartSamples)
    let correlation = autocorrelation(samples.span.extracting(first: count))
    var error = correlation[0]
    guard error > 0 else { return nil }
    var coefficients: [Double] = []
    for order in 1...8 {
      var rest = correlation[order]
      for index in coefficients.indices {
        rest -= coefficients[index] * correlation[order - 1 - index]
      }
      let reflection = rest / error
      error *= 1 - reflection * reflection
      guard error > 0 else { return nil }
      coefficients =
        zip(coefficients, coefficients.reversed()).map { $0 - reflection * $1 } + [reflection]
    }
    let scale = Double(1 << shift)
    return coefficients.map { Int32(min(max(($0 * scale).rounded(), -32_768), 32_767)) }
  }

  /// Returns sums of products of samples at distances 0 to 8.
  ///
  /// Samples near the ends have a lower weight.
  private static func autocorrelation(_ samples: Span<Int32>) -> [Double] {
    let middle = Double(samples.count) / 2
    var past = SIMD8<Double>()
    var power = 0.0
    var sums = SIMD8<Double>()
    for index in samples.indices {
      let distance = (Double(index) + 0.5 - middle) / middle
      let sample = Double(samples[index]) * (1 - distance * distance)
      power += sample * sample
      sums += past * sample
      past = SIMD8(sample, past[0], past[1], past[2], past[3], past[4], past[5], past[6])
    }
    return [power] + (0..<8).map { sums[$0] }
  }
}
