import Glibc

/// A linear predictor: what ten samples say about the next.
///
/// The sample is what was coded less the sum of the ten before it, the latest first, each times its coefficient.
struct ILBCPredictor {
  static let order = 10
  var coefficients: InlineArray<10, Float>

  /// Predicts nothing.
  static let none = ILBCPredictor(coefficients: InlineArray(repeating: 0))

  init(coefficients: InlineArray<10, Float>) {
    self.coefficients = coefficients
  }

  /// Makes a predictor of line spectral frequencies, in radians a sample and in rising order.
  ///
  /// The frequencies are by turns the zeros of two polynomials, a symmetric and an antisymmetric one, half whose sum is the predictor's.
  /// Each grows by a factor of degree two for a frequency, here with a quarter in front.
  ///
  /// Source: RFC 3951, 3.2.3 and appendix A.40, in whose single precision the numbers are.
  init(lines: InlineArray<10, Float>) {
    let turns = Self.turns(lines)
    var symmetric = InlineArray<11, Float>(repeating: 0)
    var antisymmetric = symmetric
    (symmetric[0], symmetric[1]) = (0.25, 0.25)
    (antisymmetric[0], antisymmetric[1]) = (0.25, -0.25)
    for pair in 0..<5 {
      Self.multiply(&symmetric, turns[2 * pair])
      Self.multiply(&antisymmetric, turns[2 * pair + 1])
    }
    coefficients = InlineArray { 2 * (symmetric[$0 + 1] + antisymmetric[$0 + 1]) }
  }

  /// Multiplies by a factor whose zeros are at a frequency, in turns a sample.
  @inline(__always)
  private static func multiply(_ polynomial: inout InlineArray<11, Float>, _ frequency: Float) {
    let middle = 2 * Float(cos(Double(6.283_185_307 * frequency)))
    for power in stride(from: 10, through: 2, by: -1) {
      polynomial[power] =
        polynomial[power] - middle * polynomial[power - 1] + polynomial[power - 2]
    }
    polynomial[1] -= middle * polynomial[0]
  }

  /// The frequencies in turns a sample; evenly spread between the outer two where these are none below half the sample rate.
  private static func turns(_ lines: InlineArray<10, Float>) -> InlineArray<10, Float> {
    var turns = InlineArray<10, Float> { lines[$0] * 0.159_154_943 }
    guard turns[0] <= 0 || turns[9] >= 0.5 else { return turns }
    if turns[0] <= 0 { turns[0] = 0.022 }
    if turns[9] >= 0.5 { turns[9] = 0.499 }
    let step = (turns[9] - turns[0]) / 9
    for index in 1..<10 { turns[index] = turns[index - 1] + step }
    return turns
  }
}
