import Foundation

/// The levels of a converted tone and of its residue, in decibels relative to the input tone.
struct ToneMeasurement {
  var gain: Double
  var residue: Double

  /// Fits a sine of `frequency` to the middle of `samples`.
  init(_ samples: [Float], rate: Double, frequency: Double, amplitude: Double) {
    // Leave out the filter's effects at the start and the end of a tone.
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
    // The output cannot hold a tone above half its rate, so all output is residue.
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
