/// The state of a filter of the second order for one channel: transposed direct form II.
package struct Biquad: Sendable {
  private var first = 0.0
  private var second = 0.0

  package init() {}

  /// Filters samples in place.
  package mutating func process(
    _ samples: inout MutableSpan<Float>, _ coefficients: BiquadCoefficients
  ) {
    let c = coefficients
    var (first, second) = (first, second)
    for index in samples.indices {
      let input = Double(samples[index])
      let output = c.b0 * input + first
      first = c.b1 * input - c.a1 * output + second
      second = c.b2 * input - c.a2 * output
      samples[index] = Float(output)
    }
    // A decaying tail would otherwise end in slow subnormal numbers.
    if abs(first) < 1e-30 { first = 0 }
    if abs(second) < 1e-30 { second = 0 }
    (self.first, self.second) = (first, second)
  }

  /// Clears the state.
  package mutating func reset() { self = Biquad() }
}
