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
  /// Ones in the lanes that have a used one so many behind: 1, 2 and 4.
  private var behind = (
    SIMD8<Int16>(repeating: 0), SIMD8<Int16>(repeating: 0), SIMD8<Int16>(repeating: 0)
  )
  private let order: Int
  private let shift: Int32
  /// What rounds the sum of the products.
  private let half: Int32
  /// The bits below the shift.
  private let lowerMask: Int32

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

  /// Not inlined, as the masks would become constants, by which the compiler takes vectors apart.
  @inline(never)
  init(_ predictor: ALACPredictor) {
    let order = predictor.coefficients.count
    precondition(order <= 8, "a register's lanes")
    self.order = order
    shift = predictor.shift
    half = predictor.half
    lowerMask = 1 &<< predictor.shift &- 1
    for tap in 0..<order {
      lanes[tap] = Int16(truncatingIfNeeded: predictor.coefficients[tap])
      weights[tap] = Int16(order - tap)
      used[tap] = -1
      behind.0[tap] = tap + 1 < order ? -1 : 0
      behind.1[tap] = tap + 2 < order ? -1 : 0
      behind.2[tap] = tap + 4 < order ? -1 : 0
    }
  }

  /// The coefficients as packets have them.
  var coefficients: [Int32] { (0..<order).map { Int32(lanes[$0]) } }

  /// Puts a sample before the others.
  @inline(__always)
  mutating func append(_ sample: Int32) {
    let (upper, lower) = (past.upper, past.lower)
    past.upper = SIMD8(
      upperPart(sample), upper[0], upper[1], upper[2], upper[3], upper[4], upper[5], upper[6])
    past.lower = SIMD8(
      lowerPart(sample), lower[0], lower[1], lower[2], lower[3], lower[4], lower[5], lower[6])
  }

  /// How much the samples before differ from one that is older than them.
  @inline(__always)
  func differences(from base: Int32) -> Parts {
    let lower = past.lower &- SIMD8(repeating: lowerPart(base))
    let borrow = lower &>> 15
    return Parts(
      upper: past.upper &- SIMD8(repeating: upperPart(base)) &+ borrow,
      lower: lower & SIMD8(repeating: Int16(truncatingIfNeeded: lowerMask)))
  }

  @inline(__always)
  private func upperPart(_ sample: Int32) -> Int16 { Int16(truncatingIfNeeded: sample &>> shift) }

  @inline(__always)
  private func lowerPart(_ sample: Int32) -> Int16 {
    Int16(truncatingIfNeeded: sample & lowerMask)
  }

  /// What the next sample is likely to be above the base from which the earlier ones differ so much.
  @inline(__always)
  func prediction(_ differences: Parts) -> Int32 {
    let upper = Self.products(lanes, differences.upper)
    let lower = Self.products(lanes, differences.lower)
    return (((upper &<< shift) &+ lower).wrappedSum() &+ half) &>> shift
  }

  /// The products of lanes, each two of them added: one instruction.
  @inline(__always)
  private static func products(_ one: SIMD8<Int16>, _ other: SIMD8<Int16>) -> SIMD4<Int32> {
    let all = widened(one) &* widened(other)
    return all.evenHalf &+ all.oddHalf
  }

  /// Lane by lane, as the generic initializer is not always inlined.
  @inline(__always)
  private static func widened(_ all: SIMD8<Int16>) -> SIMD8<Int32> {
    SIMD8(
      Int32(all[0]), Int32(all[1]), Int32(all[2]), Int32(all[3]),
      Int32(all[4]), Int32(all[5]), Int32(all[6]), Int32(all[7]))
  }

  /// Moves the coefficients by one towards the error, as ``ALACTaps/learn(from:_:)`` does.
  @inline(__always)
  mutating func learn(from residual: Int32, _ differences: Parts) {
    let sign = residual &>> 31
    // A sum of parts is smaller than what a lane holds, so that a larger error asks for no more.
    let error = min(UInt32(bitPattern: (residual ^ sign) &- sign), UInt32(Int16.max))
    let direction = SIMD8(repeating: Int16(truncatingIfNeeded: sign))
    let negative = differences.upper &>> 15
    let isUneven = (0 &- differences.lower) &>> 15
    let isLarge = (0 &- differences.upper) &>> 15
    // The upper part is rounded down. Magnitudes are too, but up where the error is below zero.
    let rounding = (negative ^ direction) & isUneven
    let magnitude = ((differences.upper &- rounding) ^ negative) &- negative
    let parts = magnitude &* weights
    let taken = sums(parts) &- parts
    let learning = (taken &- SIMD8(repeating: Int16(truncatingIfNeeded: error))) &>> 15
    let signum = negative | ((isLarge | isUneven) & 1)
    lanes &+= ((signum ^ direction) &- direction) & learning & used
  }

  /// The sum of each lane and those behind it.
  ///
  /// Lanes go round and are masked, as vectors stay whole so.
  @inline(__always)
  private func sums(_ all: SIMD8<Int16>) -> SIMD8<Int16> {
    let two =
      all &+ (SIMD8(all[4], all[5], all[6], all[7], all[0], all[1], all[2], all[3]) & behind.2)
    let four =
      two &+ (SIMD8(two[2], two[3], two[4], two[5], two[6], two[7], two[0], two[1]) & behind.1)
    return four
      &+ (SIMD8(four[1], four[2], four[3], four[4], four[5], four[6], four[7], four[0])
        & behind.0)
  }
}
