/// Restores samples from residuals, by prediction with coefficients that adapt to the error.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACPredictor {
  /// 0, or another number if the residuals are themselves differences.
  var mode: Int
  /// The fixed-point shift of the sum of products.
  var shift: Int32
  /// The coefficients, starting with the latest sample.
  var coefficients: [Int32]

  /// The special order that means the difference from the previous sample.
  private static let differenceOrder = 31

  /// Reads `count` residuals, and restores samples of `sampleBits` bits.
  ///
  /// - Precondition: `samples` has at least `count` elements. `sampleBits` is 1 to 32.
  mutating func restore(
    _ samples: inout [Int32], _ count: Int, sampleBits: Int, from reader: inout ALACResidualReader
  ) {
    let spare = Int32(32 - sampleBits)
    let order = coefficients.count
    if mode == 0, 1...8 ~= order, count > order + 1, sampleBits <= ALACTaps.mostSampleBits {
      restoreFew(&samples, count, spare, from: &reader)
      return
    }
    reader.read(count, of: count, into: &samples)
    if mode != 0 { Self.addDifferences(&samples, 1..<max(count, 1), spare) }
    if order == 0 { return }
    if order == Self.differenceOrder {
      Self.addDifferences(&samples, 1..<max(count, 1), spare)
      return
    }
    Self.addDifferences(&samples, 1..<max(min(order + 1, count), 1), spare)
    guard count > order + 1 else { return }
    restoreAny(&samples, count, spare)
  }

  /// Adds the previous sample to each sample of `range`.
  static func addDifferences(_ samples: inout [Int32], _ range: Range<Int>, _ spare: Int32) {
    guard var previous = samples.first else { return }
    for index in range {
      previous = ((samples[index] &+ previous) &<< spare) &>> spare
      samples[index] = previous
    }
  }
}
