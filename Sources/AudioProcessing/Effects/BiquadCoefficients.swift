internal import Glibc

/// The coefficients of a filter of the second order, for a0 = 1.
///
/// Source: W3C Audio EQ Cookbook (Robert Bristow-Johnson).
package struct BiquadCoefficients: Equatable, Sendable {
  package var b0 = 1.0
  package var b1 = 0.0
  package var b2 = 0.0
  package var a1 = 0.0
  package var a2 = 0.0

  /// The filter that changes nothing.
  package init() {}

  /// The width of a filter.
  package enum Width: Equatable, Sendable {
    case quality(Double)
    case octaves(Double)
    /// The slope of a shelf; 1 is the steepest without a peak.
    case slope(Double)
  }

  /// Makes the coefficients of a filter.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - frequency: The frequency as a fraction of the sample rate, which is limited to below 0.5.
  ///   - width: The width.
  ///   - gain: The gain of a peak or shelf, in decibels.
  package init(_ kind: BiquadKind, frequency: Double, width: Width, gain: Double = 0) {
    let angle = 2 * Double.pi * max(1e-6, min(frequency, 0.4999))
    let cosine = cos(angle)
    let amplitude = pow(10, gain / 40)
    let alpha = Self.alpha(width, angle, amplitude)
    switch kind {
    case .peaking:
      set(
        (1 + alpha * amplitude, -2 * cosine, 1 - alpha * amplitude),
        (1 + alpha / amplitude, -2 * cosine, 1 - alpha / amplitude))
    case .lowPass:
      let side = (1 - cosine) / 2
      set((side, 2 * side, side), (1 + alpha, -2 * cosine, 1 - alpha))
    case .highPass:
      let side = (1 + cosine) / 2
      set((side, -2 * side, side), (1 + alpha, -2 * cosine, 1 - alpha))
    case .bandPass:
      set((alpha, 0, -alpha), (1 + alpha, -2 * cosine, 1 - alpha))
    case .notch:
      set((1, -2 * cosine, 1), (1 + alpha, -2 * cosine, 1 - alpha))
    case .allPass:
      set((1 - alpha, -2 * cosine, 1 + alpha), (1 + alpha, -2 * cosine, 1 - alpha))
    case .lowShelf:
      setShelf(amplitude, cosine, 2 * amplitude.squareRoot() * alpha, sign: 1)
    case .highShelf:
      setShelf(amplitude, cosine, 2 * amplitude.squareRoot() * alpha, sign: -1)
    }
  }

  private static func alpha(_ width: Width, _ angle: Double, _ amplitude: Double) -> Double {
    let sine = sin(angle)
    switch width {
    case .quality(let quality):
      return sine / (2 * max(1e-3, quality))
    case .octaves(let octaves):
      // Near half of the sample rate, the argument would grow without limit.
      return sine * sinh(min(20, log(2) / 2 * max(1e-3, octaves) * angle / sine))
    case .slope(let slope):
      return sine / 2 * ((amplitude + 1 / amplitude) * (1 / max(1e-3, slope) - 1) + 2).squareRoot()
    }
  }

  private mutating func setShelf(
    _ amplitude: Double, _ cosine: Double, _ root: Double, sign: Double
  ) {
    let (sum, difference) = (amplitude + 1, amplitude - 1)
    set(
      (
        amplitude * (sum - sign * difference * cosine + root),
        sign * 2 * amplitude * (difference - sign * sum * cosine),
        amplitude * (sum - sign * difference * cosine - root)
      ),
      (
        sum + sign * difference * cosine + root,
        sign * -2 * (difference + sign * sum * cosine),
        sum + sign * difference * cosine - root
      ))
  }

  private mutating func set(
    _ zeros: (Double, Double, Double), _ poles: (Double, Double, Double)
  ) {
    (b0, b1, b2) = (zeros.0 / poles.0, zeros.1 / poles.0, zeros.2 / poles.0)
    (a1, a2) = (poles.1 / poles.0, poles.2 / poles.0)
  }

  /// A mix of these and other coefficients; a mix of stable filters is stable.
  package func mixed(with other: BiquadCoefficients, part: Double) -> BiquadCoefficients {
    var mixed = self
    mixed.b0 += (other.b0 - b0) * part
    mixed.b1 += (other.b1 - b1) * part
    mixed.b2 += (other.b2 - b2) * part
    mixed.a1 += (other.a1 - a1) * part
    mixed.a2 += (other.a2 - a2) * part
    return mixed
  }

  /// The magnitude of the response at a frequency, given as a fraction of the sample rate.
  package func magnitude(at frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency
    func length(_ first: Double, _ second: Double, _ third: Double) -> Double {
      let real = first + second * cos(angle) + third * cos(2 * angle)
      let imaginary = second * sin(angle) + third * sin(2 * angle)
      return (real * real + imaginary * imaginary).squareRoot()
    }
    return length(b0, b1, b2) / length(1, a1, a2)
  }
}
