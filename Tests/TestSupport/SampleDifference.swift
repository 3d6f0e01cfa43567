import Foundation

/// The difference between samples and those of an independent decoder.
package struct SampleDifference: Equatable, Sendable {
  /// The number of samples that only one of the two has.
  package var missing: Int
  /// The largest difference; full scale is 1.
  package var peak: Float
  /// The level of the reference above the difference in decibels; infinite if they are equal.
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
