/// Up to eight coefficients in a vector register, each in the lane of its sample, the latest sample's first.
///
/// Source: the Apple Lossless format specification, "Adaptive FIR prediction".
struct ALACTaps {
  /// Lanes beyond the order are zero.
  private var lanes = SIMD8<Int32>(repeating: 0)
  private let order: Int
  private let shift: Int32
  /// What rounds the sum of the products.
  private let half: Int32
  /// For each tap, ones in its lane and in those of the older samples.
  private let reached: [SIMD8<Int32>]

  init(_ predictor: ALACPredictor) {
    let order = predictor.coefficients.count
    precondition(order <= 8, "a register's lanes")
    self.order = order
    shift = predictor.shift
    half = predictor.half
    for tap in 0..<order { lanes[tap] = predictor.coefficients[tap] }
    reached = (0..<order).map { tap in
      var lanes = SIMD8<Int32>(repeating: 0)
      for lane in tap..<order { lanes[lane] = -1 }
      return lanes
    }
  }

  /// The coefficients, in 16 bits as packets have them.
  var coefficients: [Int32] {
    (0..<order).map { Int32(Int16(truncatingIfNeeded: lanes[$0])) }
  }

  /// What the next sample is likely to be above the base from which the earlier ones differ so much.
  @inline(__always)
  func prediction(_ differences: SIMD8<Int32>) -> Int32 {
    ((lanes &* differences).wrappedSum() &+ half) &>> shift
  }

  /// Moves the coefficients by one towards the error, down to the last that it asks for.
  @inline(__always)
  mutating func learn(from residual: Int32, _ differences: SIMD8<Int32>) {
    guard residual != 0 else { return }
    let direction = residual &>> 31
    var error = residual
    var tap = order - 1
    while true {
      let difference = differences[tap]
      let magnitude = (difference ^ (difference &>> 31)) &- (difference &>> 31)
      let amount = ((magnitude ^ direction) &- direction) &>> shift
      error &-= Int32(truncatingIfNeeded: order - tap) &* amount
      if tap == 0 || error == 0 || (error ^ residual) < 0 { break }
      tap -= 1
    }
    let signBit = SIMD8<UInt32>(repeating: 31)
    let negative = SIMD8<UInt32>(truncatingIfNeeded: 0 &- differences) &>> signBit
    let signs = (differences &>> 31) | SIMD8<Int32>(truncatingIfNeeded: negative)
    lanes &+= ((signs ^ direction) &- direction) & reached[tap]
  }
}
