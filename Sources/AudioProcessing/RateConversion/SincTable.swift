internal import Glibc

/// The values of a windowed sinc, for interpolation between samples.
///
/// The window is Kaiser's with 90 dB of attenuation. Source: Julius O. Smith, "Digital Audio
/// Resampling", theory of ideal bandlimited interpolation.
package final class SincTable: Sendable {
  /// Values between two samples.
  package static let phases = 256

  /// Samples on each side.
  package let half: Int
  /// The values from the center to the right, with a slope for each.
  package let values: [Float]

  /// Makes a table.
  ///
  /// - Parameter ratio: Output frames for each input frame; below 1, the cutoff is lower.
  package init(ratio: Double) {
    let cutoff = min(1, ratio) * 0.94
    half = Self.half(ratio: ratio)
    let count = half * Self.phases
    let half = Double(half)
    values = (0...count + 1).map { index in
      let place = Double(index) / Double(Self.phases)
      guard place < half else { return 0 }
      let angle = place * cutoff * .pi
      let sinc = angle == 0 ? 1 : sin(angle) / angle
      return Float(cutoff * sinc * Self.window(place / half))
    }
  }

  private static let mostSamples = 1024

  /// The samples on each side of a table for a ratio, without making it.
  package static func half(ratio: Double) -> Int {
    min(mostSamples, Int((16 / min(1, ratio)).rounded(.up)))
  }

  private static func window(_ place: Double) -> Double {
    let beta = 9.0
    return bessel(beta * (1 - place * place).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<50 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }
}
