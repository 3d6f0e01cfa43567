import Foundation

/// How far samples are from those of an independent decoder.
package struct SampleDifference: Equatable, Sendable {
  /// Samples that are in one of the two only.
  package var missing: Int
  /// The largest difference, full scale 1.
  package var peak: Float
  /// Decibels of the reference over the difference, infinite where there is none.
  package var signalToNoise: Double

  package init(_ samples: [Float], reference: [Float]) {
    missing = abs(samples.count - reference.count)
    peak = 0
    var signal = 0.0
    var noise = 0.0
    for (sample, expected) in zip(samples, reference) {
      let difference = sample - expected
      peak = max(peak, difference.isNaN ? .infinity : abs(difference))
      signal += Double(expected) * Double(expected)
      noise += Double(difference) * Double(difference)
    }
    signalToNoise = noise == 0 ? .infinity : 10 * log10(signal / noise)
  }
}
