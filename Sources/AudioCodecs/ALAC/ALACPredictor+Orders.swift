// The prediction with vector registers for the orders that encoders use, and a version for any
// order. Both yield the same results.
extension ALACPredictor {
  /// The rounding term for the sum of products.
  var half: Int32 { shift > 0 ? 1 << (shift - 1) : 0 }

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

  /// Reads residuals and restores samples together, for up to eight coefficients.
  ///
  /// The two tasks are independent, so the processor executes them in parallel.
  mutating func restoreFew(
    _ samples: inout [Int32], _ count: Int, _ spare: Int32, from reader: inout ALACResidualReader
  ) {
    let order = coefficients.count
    reader.read(order + 1, of: count, into: &samples)
    Self.addDifferences(&samples, 1..<order + 1, spare)
    // A damaged packet may begin with a sample of more bits than the others can have.
    let isInRange = (samples[0] &<< spare) &>> spare == samples[0]
    if isInRange, ALACNarrowTaps.fit(self, sampleBits: 32 - Int(spare)) {
      reader.state = restoreNarrow(&samples, count, spare, from: reader.source, reader.state)
    } else {
      restoreWide(&samples, count, spare, from: &reader)
    }
  }

  /// Reads residuals, and restores samples with `spare` bits fewer than 32.
  ///
  /// The reader's state stays in registers during the loop.
  ///
  /// - Returns: The reader's state after the residuals.
  @inline(never)
  private mutating func restoreNarrow(
    _ samples: inout [Int32], _ count: Int, _ spare: Int32, from source: ALACResidualReader.Source,
    _ start: ALACResidualReader.State
  ) -> ALACResidualReader.State {
    let order = coefficients.count
    var latest = ALACNarrowTaps.Latest()
    var taps = ALACNarrowTaps(self, after: samples[...order], spare: spare, &latest)
    var room = samples.mutableSpan
    var all = room._mutatingExtracting(first: count)
    var state = start
    for index in order + 1..<count {
      let base = SIMD4(repeating: all[index &- order &- 1])
      let residual = SIMD4(repeating: state.next(of: count &- index, from: source))
      let differences = taps.differences(before: index, latest)
      let sample = taps.wrapped(taps.prediction(differences) &+ (residual &+ base))
      all[index] = sample[0]
      taps.learn(from: residual, differences)
      taps.append(sample, number: index, &latest)
    }
    coefficients = taps.coefficients
    return state
  }

  private mutating func restoreWide(
    _ samples: inout [Int32], _ count: Int, _ spare: Int32, from reader: inout ALACResidualReader
  ) {
    let order = coefficients.count
    var taps = ALACTaps(self)
    var past = SIMD8<Int32>(repeating: 0)
    for tap in 0..<order { past[tap] = samples[order - tap] }
    var all = samples.mutableSpan
    // Local copies, so that their parts can be in registers.
    let source = reader.source
    var state = reader.state
    for index in order + 1..<count {
      let base = all[index &- order &- 1]
      let residual = state.next(of: count &- index, from: source)
      let differences = past &- base
      let sample = ((residual &+ base &+ taps.prediction(differences)) &<< spare) &>> spare
      all[index] = sample
      taps.learn(from: residual, differences)
      past = SIMD8(sample, past[0], past[1], past[2], past[3], past[4], past[5], past[6])
    }
    reader.state = state
    coefficients = taps.coefficients
  }
}
