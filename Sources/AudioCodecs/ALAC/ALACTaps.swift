/// Up to eight coefficients in a vector register, in the lanes of their samples.
///
/// Lanes are in order of age, starting with the latest sample.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACTaps {
  /// The coefficients.
  ///
  /// Lanes beyond the order are zero.
  private var lanes = SIMD8<Int32>(repeating: 0)
  /// The error weight of each tap: highest for the latest sample, 1 for the oldest, 0 beyond.
  private var weights = SIMD8<Int32>(repeating: 0)
  /// All bits set in the lanes that have a coefficient.
  private var used = SIMD8<Int32>(repeating: 0)
  private let order: Int
  private let shift: Int32
  /// The rounding term for the sum of products.
  private let half: Int32

  /// The maximum bits per sample, above which the sum of a sample's parts could overflow.
  static let mostSampleBits = 25

  init(_ predictor: ALACPredictor) {
    let order = predictor.coefficients.count
    precondition(order <= 8, "the order of the predictor exceeds 8")
    self.order = order
    shift = predictor.shift
    half = predictor.half
    for tap in 0..<order {
      lanes[tap] = predictor.coefficients[tap]
      weights[tap] = Int32(order - tap)
      used[tap] = -1
    }
  }

  /// The coefficients as packets store them.
  var coefficients: [Int32] { (0..<order).map { lanes[$0] } }

  /// Predicts the next sample's difference from the base, from the previous differences.
  @inline(__always)
  func prediction(_ differences: SIMD8<Int32>) -> Int32 {
    ((lanes &* differences).wrappedSum() &+ half) &>> shift
  }

  /// Adjusts the coefficients by one step toward the error, starting with the oldest sample.
  ///
  /// Each coefficient consumes a part of the error. It changes only if the older ones have left
  /// some error. The parts are never negative, so comparing their cumulative sums decides for all
  /// coefficients together. Unpredictable branches would take longer.
  @inline(__always)
  mutating func learn(from residual: Int32, _ differences: SIMD8<Int32>) {
    let direction = residual &>> 31
    let error = (residual ^ direction) &- direction
    let directions = SIMD8(repeating: direction)
    let towards = (differences ^ directions) &- directions
    let negative = towards &>> 31
    let positive = (0 &- towards) &>> 31
    let magnitude = (towards ^ negative) &- negative
    // For a negative error, parts are rounded up.
    let rounding = direction & ((1 &<< shift) &- 1)
    let parts = ((magnitude &+ rounding) &>> shift) &* weights
    let old = Self.sums(parts.highHalf)
    let young = Self.sums(parts.lowHalf) &+ SIMD4(repeating: old[0])
    let taken = SIMD8(lowHalf: young, highHalf: old) &- parts
    let learning = (taken &- error) &>> 31
    // Coefficients have 16 bits, as in packets.
    lanes = ((lanes &+ ((negative &- positive) & learning & used)) &<< 16) &>> 16
  }

  /// Returns the sum of each lane and the following ones.
  @inline(__always)
  private static func sums(_ lanes: SIMD4<Int32>) -> SIMD4<Int32> {
    let pairs = lanes &+ SIMD4(lanes[1], lanes[2], lanes[3], 0)
    return pairs &+ SIMD4(pairs[2], pairs[3], 0, 0)
  }
}
