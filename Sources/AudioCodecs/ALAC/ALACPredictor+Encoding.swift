extension ALACPredictor {
  /// Makes residuals of samples: the inverse of ``restore(_:_:sampleBits:from:)`` for eight coefficients.
  ///
  /// - Precondition: `samples` and `residuals` hold `count` elements at least, and there are eight coefficients.
  mutating func extract(
    _ samples: [Int32], _ count: Int, sampleBits: Int, into residuals: inout [Int32]
  ) {
    let order = 8
    precondition(coefficients.count == order, "eight coefficients")
    let spare = Int32(32 - sampleBits)
    guard count > 0 else { return }
    residuals[0] = samples[0]
    for index in 1..<max(min(order + 1, count), 1) {
      residuals[index] = ((samples[index] &- samples[index - 1]) &<< spare) &>> spare
    }
    guard count > order + 1 else { return }
    var taps = ALACTaps(self)
    var past = SIMD8<Int32>(repeating: 0)
    for tap in 0..<order { past[tap] = samples[order - tap] }
    for index in order + 1..<count {
      let base = samples[index - order - 1]
      let differences = past &- base
      let sample = samples[index]
      let residual = ((sample &- base &- taps.prediction(differences)) &<< spare) &>> spare
      residuals[index] = residual
      taps.learn(from: residual, differences)
      past = SIMD8(sample, past[0], past[1], past[2], past[3], past[4], past[5], past[6])
    }
    coefficients = taps.coefficients
  }
}

extension ALACResiduals {
  /// Writes `count` residuals of `sampleBits` bits, as ``ALACResidualReader`` reads them.
  func write(
    _ residuals: [Int32], _ count: Int, sampleBits: Int, to bits: inout PacketBitWriter
  ) {
    var mean = initialHistory
    var isBehindRun: UInt32 = 0
    var index = 0
    while index < count {
      let remainderBits = min(31 - ((mean >> 9) &+ 3).leadingZeroBitCount, limit)
      let residual = residuals[index]
      // Even for 0 and above, odd below.
      let folded = UInt32(bitPattern: residual &<< 1 ^ residual &>> 31)
      let number = folded &- isBehindRun
      bits.writeGolomb(
        number, divisor: 1 << UInt32(remainderBits) &- 1, remainderBits: remainderBits,
        plainBits: sampleBits)
      index += 1
      mean = historyMultiplier &* folded &+ mean &- (historyMultiplier &* mean) >> 9
      if number > 0xFFFF { mean = 0xFFFF }
      isBehindRun = 0
      guard mean << 2 < 512, index < count else { continue }
      let runBits = mean.leadingZeroBitCount - 24 + Int((mean &+ 16) >> 6)
      let most: UInt32 = 1 << UInt32(limit) &- 1
      var run = 0
      while index + run < count, run < 0xFFFF, residuals[index + run] == 0 { run += 1 }
      bits.writeGolomb(
        UInt32(run), divisor: (1 << UInt32(runBits) &- 1) & most, remainderBits: runBits,
        plainBits: 16)
      index += run
      isBehindRun = run >= 0xFFFF ? 0 : 1
      mean = 0
    }
  }
}
