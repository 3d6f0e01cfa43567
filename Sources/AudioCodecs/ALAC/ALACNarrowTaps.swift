internal import CSampleKernels

/// Up to eight coefficients in the 16-bit lanes of one vector register, and the samples before the current one, the latest
/// sample's first: what ``ALACTaps`` does, for samples of fewer bits and at half of the work.
///
/// Samples and their differences are cut in two at the shift by which sums of products are too large: the upper part is a step of
/// the learning, and both parts fit a lane.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACNarrowTaps {
  /// Lanes beyond the order are zero.
  private var lanes = SIMD8<Int16>(repeating: 0)
  /// The parts of the samples before.
  private var past = Parts(upper: SIMD8(repeating: 0), lower: SIMD8(repeating: 0))
  /// How much a tap's part of the error counts: most for the latest sample, 1 for the oldest, 0 beyond.
  private var weights = SIMD8<Int16>(repeating: 0)
  /// Ones in the lanes of the order.
  private var used = SIMD8<Int16>(repeating: 0)
  private let order: Int
  private let shift: Int32
  /// What rounds the sum of the products, in one lane.
  private let half: SIMD4<Int32>
  /// The bits below the shift.
  private let lowerMask: Int32
  /// Bits that a sample has not.
  private let spare: Int32

  /// Eight numbers cut in two: `upper << shift + lower`, where `lower` is not below zero.
  struct Parts {
    var upper: SIMD8<Int16>
    var lower: SIMD8<Int16>
  }

  /// Whether the parts of samples of `sampleBits` bits, and their weighted sums, fit lanes.
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
  /// Apart from the taps, which can stay in registers so.
  struct Latest {
    private var parts = InlineArray<16, Parts>(
      repeating: Parts(upper: SIMD8(repeating: 0), lower: SIMD8(repeating: 0)))

    @inline(__always)
    subscript(number: Int) -> Parts {
      get { parts[number & 15] }
      set { parts[number & 15] = newValue }
    }
  }

  /// Makes taps behind the first samples, of which there is one more than coefficients.
  ///
  /// Not inlined, as the masks would become constants, by which the compiler takes vectors apart.
  @inline(never)
  init(
    _ predictor: ALACPredictor, behind samples: ArraySlice<Int32>, spare: Int32,
    _ latest: inout Latest
  ) {
    let order = predictor.coefficients.count
    precondition(order <= 8 && samples.count == order + 1, "a register's lanes")
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

  /// The coefficients as packets have them.
  var coefficients: [Int32] { (0..<order).map { Int32(lanes[$0]) } }

  /// Puts a sample, which is in all lanes, before the others.
  @inline(__always)
  mutating func append(_ sample: SIMD4<Int32>, number: Int, _ latest: inout Latest) {
    let parts = Parts(
      upper: OCALanesOfWide(sample &>> shift), lower: OCALanesOfWide(sample & lowerMask))
    past.upper = OCALanesPut(parts.upper, past.upper)
    past.lower = OCALanesPut(parts.lower, past.lower)
    latest[number] = parts
  }

  /// How much the samples before one differ from its base, which is older than them.
  @inline(__always)
  func differences(before number: Int, _ latest: borrowing Latest) -> Parts {
    let base = latest[number &- order &- 1]
    let lower = past.lower &- base.lower
    let borrow = lower &>> 15
    return Parts(
      upper: past.upper &- base.upper &+ borrow,
      lower: lower & SIMD8(repeating: Int16(truncatingIfNeeded: lowerMask)))
  }

  /// What the next sample is likely to be above the base from which the earlier ones differ so much, in all lanes.
  @inline(__always)
  func prediction(_ differences: Parts) -> SIMD4<Int32> {
    let upper = OCALanesProducts(lanes, differences.upper)
    let lower = OCALanesProducts(lanes, differences.lower) &+ half
    return OCAWideLanesSum((upper &<< shift) &+ lower) &>> shift
  }

  /// A number as one of as many bits as a sample has.
  @inline(__always)
  func wrapped(_ number: SIMD4<Int32>) -> SIMD4<Int32> { (number &<< spare) &>> spare }

  /// Moves the coefficients by one towards the error, as ``ALACTaps/learn(from:_:)`` does.
  ///
  /// - Parameters:
  ///   - residual: The error, in all lanes.
  ///   - differences: Of the sample that it is the error of.
  @inline(__always)
  mutating func learn(from residual: SIMD4<Int32>, _ differences: Parts) {
    // A sum of parts is smaller than what a lane holds, so that a larger error asks for no more.
    let error = OCALanesOfWide(residual)
    let negative = differences.upper &>> 15
    let isUneven = OCALanesAreLarger(differences.lower, SIMD8(repeating: 0))
    let isZero = OCALanesAreZero(differences.upper | differences.lower)
    let sign = negative ^ (error &>> 15)
    // The upper part is rounded down. Magnitudes are too, but up where the error is below zero.
    let magnitude = ((differences.upper &- (sign & isUneven)) ^ negative) &- negative
    let parts = magnitude &* weights
    let taken = OCALanesSumsBehind(parts) &- parts
    let isLearning = OCALanesAreLarger(OCALanesMagnitudes(error), taken)
    lanes &+= (sign | 1) & ~isZero & isLearning & used
  }
}
