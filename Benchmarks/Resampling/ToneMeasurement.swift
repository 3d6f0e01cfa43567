import Foundation

/// What a tone has become: its level, and that of all else, in decibels beside the tone that went in.
struct ToneMeasurement {
  var gain: Double
  var residue: Double

  /// Fits a sine of `frequency` to the middle of `samples`.
  init(_ samples: [Float], rate: Double, frequency: Double, amplitude: Double) {
    // What a filter makes of the start and the end of a tone is left out.
    let range = samples.count / 4..<samples.count * 3 / 4
    let step = 2 * Double.pi * frequency / rate
    var (cc, cs, ss, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in range {
      let (sine, cosine) = (sin(step * Double(index)), cos(step * Double(index)))
      let value = Double(samples[index])
      cc += cosine * cosine
      cs += cosine * sine
      ss += sine * sine
      xc += value * cosine
      xs += value * sine
    }
    // A tone above half of the rate has no place in the output: all that comes is residue.
    let fits = frequency < rate / 2
    let determinant = cc * ss - cs * cs
    let a = fits ? (xc * ss - xs * cs) / determinant : 0
    let b = fits ? (xs * cc - xc * cs) / determinant : 0
    var rest = 0.0
    for index in range {
      let fitted = a * cos(step * Double(index)) + b * sin(step * Double(index))
      let difference = Double(samples[index]) - fitted
      rest += difference * difference
    }
    let power = amplitude * amplitude / 2
    gain = 10 * log10(max((a * a + b * b) / 2 / power, 1e-30))
    residue = 10 * log10(max(rest / Double(range.count) / power, 1e-30))
  }
}
