internal import CSampleKernels

/// Up to eight coefficients in the 16-bit lanes of a vector register, with the previous samples.
///
/// This type does the same as ``ALACTaps``, for samples with fewer bits and with half the work.
/// Lanes are in order of age, starting with the latest sample.
///
/// Each sample or difference is stored as two 16-bit numbers: its bits above the predictor's shift,
/// and its bits below. An adaptation step adds the upper number of a difference, times the weight
/// of the tap.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACNarrowTaps {
  /// The coefficients.
  ///
  /// Lanes beyond the order are zero.
  private var lanes = SIMD8<Int16>(repeating: 0)
  /// The parts of the previous samples.
  private var past = Parts(upper: SIMD8(repeating: 0), lower: SIMD8(repeating: 0))
  /// The error weight of each tap: highest for the latest sample, 1 for the oldest, 0 beyond.
  private var weights = SIMD8<Int16>(repeating: 0)
  /// All bits set in the lanes that have a coefficient.
  private var used = SIMD8<Int16>(repeating: 0)
  private let order: Int
  private let shift: Int32
  /// The rounding term for the sum of products, in one lane.
  private let half: SIMD4<Int32>
  /// The bits below the shift.
  private let lowerMask: Int32
  /// Unused bits of a 32-bit sample.
  private let spare: Int32

  /// Eight split numbers: `upper << shift + lower`, with `lower` not below zero.
  struct Parts {
    var upper: SIMD8<Int16>
    var lower: SIMD8<Int16>
  }

  /// Returns whether the parts of `sampleBits`-bit samples, and their weighted sums, fit lanes.
  static func fit(_ predictor: ALACPredictor, sampleBits: Int) -> Bool {
    let order = predictor.coefficients.count
    let shift = Int(predictor.shift)
    guard 1...8 ~= order, 1...15 ~= shift, sampleBits < 16 + shift else { return false }
    // Two samples differ by less than `1 << sampleBits`, and parts may be rounded up.
    let mostPart = 1 << max(sampleBits - shift, 0) + 1
    return order * (order + 1) / 2 * mostPart <= Int(Int16.max)
  }

  /// The last 16 samples, each in all lanes, by their numbers.
  ///
  /// Separate from the taps, so that the taps can stay in registers.
  struct Latest {
    private var parts = InlineArray<16, Parts>(
      repeating: Parts(upper: SIMD8(repeating: 0), lower: SIMD8(repeating: 0)))

    @inline(__always)
    subscript(number: Int) -> Parts {
      get { parts[number & 15] }
      set { parts[number & 15] = newValue }
    }
  }

  /// Creates taps from the first samples, which are one more than the coefficients.
  ///
  /// Not inlined, because the masks would become constants. The compiler would then split vectors.
  @inline(never)
  init(
    _ predictor: ALACPredictor, after samples: ArraySlice<Int32>, spare: Int32,
    _ latest: inout Latest
  ) {
    let order = predictor.coefficients.count
    precondition(
      order <= 8 && samples.count == order + 1,
      "the order exceeds 8, or the number of samples is not one more")
    self.order = order
    shift = predictor.shift
    half = SIMD4(predictor.half, 0, 0, 0)
    lowerMask = 1 &<< predictor.shift &- 1
    self.spare = spare
    for tap in 0..<order {
      lanes[tap] = Int16(truncatingIfNeeded: predictor.coefficients[tap])
      weights[tap] = Int16(order - tap)
      used[tap] = -1
    }
    for index in samples.indices {
      append(SIMD4(repeating: samples[index]), number: index, &latest)
    }
  }

  /// The coefficients as packets store them.
  var coefficients: [Int32] { (0..<order).map { Int32(lanes[$0]) } }

  /// Inserts a sample, which is in all lanes, before the others.
  @inline(__always)
  mutating func append(_ sample: SIMD4<Int32>, number: Int, _ latest: inout Latest) {
    let parts = Parts(
      upper: OCALanesOfWide(sample &>> shift), lower: OCALanesOfWide(sample & lowerMask))
    past.upper = OCALanesPut(parts.upper, past.upper)
    past.lower = OCALanesPut(parts.lower, past.lower)
    latest[number] = parts
  }

  /// Returns the differences between the previous samples and their base, which is older.
  @inline(__always)
  func differences(before number: Int, _ latest: borrowing Latest) -> Parts {
    let base = latest[number &- order &- 1]
    let lower = past.lower &- base.lower
    let borrow = lower &>> 15
    return Parts(
      upper: past.upper &- base.upper &+ borrow,
      lower: lower & SIMD8(repeating: Int16(truncatingIfNeeded: lowerMask)))
  }

  /// Predicts the next sample's difference from the base, in all lanes.
  @inline(__always)
  func prediction(_ differences: Parts) -> SIMD4<Int32> {
    let upper = OCALanesProducts(lanes, differences.upper)
    let lower = OCALanesProducts(lanes, differences.lower) &+ half
    return OCAWideLanesSum((upper &<< shift) &+ lower) &>> shift
  }

  /// Wraps a number to the bit width of a sample.
  @inline(__always)
  func wrapped(_ number: SIMD4<Int32>) -> SIMD4<Int32> { (number &<< spare) &>> spare }

  /// Adjusts the coefficients by one step toward the error, as ``ALACTaps/learn(from:_:)`` does.
  ///
  /// - Parameters:
  ///   - residual: The error, in all lanes.
  ///   - differences: The differences for the sample with this error.
  @inline(__always)
  mutating func learn(from residual: SIMD4<Int32>, _ differences: Parts) {
    // The sum of parts is less than the lane maximum, so a saturated error has the same effect.
    let error = OCALanesOfWide(residual)
    let negative = differences.upper &>> 15
    let isUneven = OCALanesAreLarger(differences.lower, SIMD8(repeating: 0))
    let isZero = OCALanesAreZero(differences.upper | differences.lower)
    let sign = negative ^ (error &>> 15)
    // The upper part is rounded down. So are magnitudes, except for a negative error.
    let magnitude = ((differences.upper &- (sign & isUneven)) ^ negative) &- negative
    let parts = magnitude &* weights
    let taken = OCALanesSuffixSums(parts) &- parts
    let isLearning = OCALanesAreLarger(OCALanesMagnitudes(error), taken)
    lanes &+= (sign | 1) & ~isZero & isLearning & used
  }
}
