// The prediction for the orders that encoders use, with the samples before the current one in vector registers,
// and for any other. Both do the same.
extension ALACPredictor {
  /// What rounds the sum of the products.
  private var half: Int32 { shift > 0 ? 1 << (shift - 1) : 0 }

  mutating func restoreAny(_ samples: inout [Int32], _ count: Int, _ spare: Int32) {
    let order = coefficients.count
    for index in order + 1..<count {
      let base = samples[index - order - 1]
      var sum: Int32 = 0
      for tap in 0..<order {
        sum &+= coefficients[tap] &* (samples[index - 1 - tap] &- base)
      }
      let residual = samples[index]
      samples[index] = ((residual &+ base &+ ((sum &+ half) &>> shift)) &<< spare) &>> spare
      var error = residual
      var tap = order - 1
      while error != 0, tap >= 0, (error > 0) == (residual > 0) {
        let difference = base &- samples[index - 1 - tap]
        let step = residual > 0 ? difference.signum() : 0 &- difference.signum()
        coefficients[tap] = Int32(Int16(truncatingIfNeeded: coefficients[tap] &- step))
        error &-= Int32(order - tap) &* ((step &* difference) &>> shift)
        tap -= 1
      }
    }
  }

  /// For up to eight coefficients.
  mutating func restoreFew(_ samples: inout [Int32], _ count: Int, _ spare: Int32) {
    let order = coefficients.count
    var taps = SIMD8<Int32>(repeating: 0)
    var past = taps
    for tap in 0..<order { taps[tap] = coefficients[tap] }
    for tap in 0..<min(order + 1, 8) { past[tap] = samples[order - tap] }
    // For each tap, ones in its lane and in those of the older samples.
    let reached = (0..<order).map { tap in
      var lanes = SIMD8<Int32>(repeating: 0)
      for lane in tap..<order { lanes[lane] = -1 }
      return lanes
    }
    let half = half
    let signBit = SIMD8<UInt32>(repeating: 31)
    for index in order + 1..<count {
      let base = samples[index - order - 1]
      let residual = samples[index]
      let differences = past &- base
      // Lanes beyond the order have coefficients of zero.
      let sum = (taps &* differences).wrappedSum()
      let sample = ((residual &+ base &+ ((sum &+ half) &>> shift)) &<< spare) &>> spare
      samples[index] = sample
      if residual != 0 {
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
        // The coefficients down to the last that the error asked for move by one towards it.
        let negative = SIMD8<UInt32>(truncatingIfNeeded: 0 &- differences) &>> signBit
        let signs = (differences &>> 31) | SIMD8<Int32>(truncatingIfNeeded: negative)
        taps &+= ((signs ^ direction) &- direction) & reached[tap]
      }
      past = SIMD8(
        sample, past[0], past[1], past[2], past[3], past[4], past[5], past[6])
    }
    for tap in 0..<order { coefficients[tap] = Int32(Int16(truncatingIfNeeded: taps[tap])) }
  }
}
