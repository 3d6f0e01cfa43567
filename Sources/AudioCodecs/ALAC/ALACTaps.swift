/// Up to eight coefficients in a vector register, each in the lane of its sample, the latest sample's first.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACTaps {
  /// Lanes beyond the order are zero.
  private var lanes = SIMD8<Int32>(repeating: 0)
  /// How much a tap's part of the error counts: most for the latest sample, 1 for the oldest, 0 beyond.
  private var weights = SIMD8<Int32>(repeating: 0)
  /// Ones in the lanes of the order.
  private var used = SIMD8<Int32>(repeating: 0)
  private let order: Int
  private let shift: Int32
  /// What rounds the sum of the products.
  private let half: Int32

  /// With more bits the sum of a sample's parts might not fit.
  static let mostSampleBits = 25

  init(_ predictor: ALACPredictor) {
    let order = predictor.coefficients.count
    precondition(order <= 8, "a register's lanes")
    self.order = order
    shift = predictor.shift
    half = predictor.half
    for tap in 0..<order {
      lanes[tap] = predictor.coefficients[tap]
      weights[tap] = Int32(order - tap)
      used[tap] = -1
    }
  }

  /// The coefficients as packets have them.
  var coefficients: [Int32] { (0..<order).map { lanes[$0] } }

  /// What the next sample is likely to be above the base from which the earlier ones differ so much.
  @inline(__always)
  func prediction(_ differences: SIMD8<Int32>) -> Int32 {
    ((lanes &* differences).wrappedSum() &+ half) &>> shift
  }

  /// Moves the coefficients by one towards the error, from the oldest sample's to the last that it asks for.
  ///
  /// Each takes its part from the error, and learns where the older ones have left something of it. As the parts are never below
  /// zero, a comparison of their sums tells which do: for all at once, since a branch that cannot be foretold takes longer.
  @inline(__always)
  mutating func learn(from residual: Int32, _ differences: SIMD8<Int32>) {
    let direction = residual &>> 31
    let error = (residual ^ direction) &- direction
    let directions = SIMD8(repeating: direction)
    let towards = (differences ^ directions) &- directions
    let negative = towards &>> 31
    let positive = (0 &- towards) &>> 31
    let magnitude = (towards ^ negative) &- negative
    // Where the error is below zero, parts are rounded up.
    let rounding = direction & ((1 &<< shift) &- 1)
    let parts = ((magnitude &+ rounding) &>> shift) &* weights
    let old = Self.sums(parts.highHalf)
    let young = Self.sums(parts.lowHalf) &+ SIMD4(repeating: old[0])
    let taken = SIMD8(lowHalf: young, highHalf: old) &- parts
    let learning = (taken &- error) &>> 31
    // Coefficients have 16 bits, as packets have them.
    lanes = ((lanes &+ ((negative &- positive) & learning & used)) &<< 16) &>> 16
  }

  /// The sum of each lane and those behind it.
  @inline(__always)
  private static func sums(_ lanes: SIMD4<Int32>) -> SIMD4<Int32> {
    let pairs = lanes &+ SIMD4(lanes[1], lanes[2], lanes[3], 0)
    return pairs &+ SIMD4(pairs[2], pairs[3], 0, 0)
  }
}
