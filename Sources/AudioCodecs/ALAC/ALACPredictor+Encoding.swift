// The inverse of ``ALACPredictor/restore(_:_:sampleBits:from:)``, for eight coefficients.
extension ALACPredictor {
  private static let encodingOrder = 8

  /// Computes the residuals of one channel.
  ///
  /// - Precondition: `samples` and `residuals` have at least `count` elements. There are eight
  ///   coefficients.
  mutating func extract(
    _ samples: [Int32], _ count: Int, sampleBits: Int, into residuals: inout [Int32]
  ) {
    let spare = Int32(32 - sampleBits)
    extractFirst(samples, count, spare, into: &residuals)
    guard count > Self.encodingOrder + 1 else { return }
    if ALACNarrowTaps.fit(self, sampleBits: sampleBits) {
      extractNarrow(samples, count, spare, into: &residuals)
    } else {
      extractWide(samples, count, spare, into: &residuals)
    }
  }

  /// Computes the residuals of two channels together.
  ///
  /// The channels are independent, so the processor handles both in little more than the time for
  /// one.
  ///
  /// - Precondition: The arrays have at least `count` elements, and each channel has eight
  ///   coefficients.
  static func extract(
    _ one: inout ALACPredictor, _ other: inout ALACPredictor, _ first: [Int32], _ second: [Int32],
    _ count: Int, sampleBits: Int, into firstResiduals: inout [Int32],
    _ secondResiduals: inout [Int32]
  ) {
    guard count > encodingOrder + 1, ALACNarrowTaps.fit(one, sampleBits: sampleBits),
      ALACNarrowTaps.fit(other, sampleBits: sampleBits)
    else {
      one.extract(first, count, sampleBits: sampleBits, into: &firstResiduals)
      other.extract(second, count, sampleBits: sampleBits, into: &secondResiduals)
      return
    }
    let spare = Int32(32 - sampleBits)
    one.extractFirst(first, count, spare, into: &firstResiduals)
    other.extractFirst(second, count, spare, into: &secondResiduals)
    var (latest, otherLatest) = (ALACNarrowTaps.Latest(), ALACNarrowTaps.Latest())
    let start = encodingOrder
    var taps = ALACNarrowTaps(one, after: first[...start], spare: spare, &latest)
    var otherTaps = ALACNarrowTaps(other, after: second[...start], spare: spare, &otherLatest)
    let (first, second) = (first.span, second.span)
    var residuals = firstResiduals.mutableSpan
    var otherResiduals = secondResiduals.mutableSpan
    for index in encodingOrder + 1..<count {
      let base = index &- encodingOrder &- 1
      residuals[index] = taps.residual(first[index], number: index, base: first[base], &latest)
      otherResiduals[index] = otherTaps.residual(
        second[index], number: index, base: second[base], &otherLatest)
    }
    one.coefficients = taps.coefficients
    other.coefficients = otherTaps.coefficients
  }

  /// Computes the residuals of the first samples, which are differences from the previous sample.
  private func extractFirst(
    _ samples: [Int32], _ count: Int, _ spare: Int32, into residuals: inout [Int32]
  ) {
    precondition(
      coefficients.count == Self.encodingOrder,
      "the predictor must have \(Self.encodingOrder) coefficients")
    guard count > 0 else { return }
    residuals[0] = samples[0]
    for index in 1..<max(min(Self.encodingOrder + 1, count), 1) {
      residuals[index] = ((samples[index] &- samples[index - 1]) &<< spare) &>> spare
    }
  }

  private mutating func extractNarrow(
    _ samples: [Int32], _ count: Int, _ spare: Int32, into residuals: inout [Int32]
  ) {
    var latest = ALACNarrowTaps.Latest()
    var taps = ALACNarrowTaps(
      self, after: samples[...Self.encodingOrder], spare: spare, &latest)
    let samples = samples.span
    var all = residuals.mutableSpan
    for index in Self.encodingOrder + 1..<count {
      let base = samples[index &- Self.encodingOrder &- 1]
      all[index] = taps.residual(samples[index], number: index, base: base, &latest)
    }
    coefficients = taps.coefficients
  }

  private mutating func extractWide(
    _ samples: [Int32], _ count: Int, _ spare: Int32, into residuals: inout [Int32]
  ) {
    let order = Self.encodingOrder
    var taps = ALACTaps(self)
    var past = SIMD8<Int32>(repeating: 0)
    for tap in 0..<order { past[tap] = samples[order - tap] }
    let samples = samples.span
    var all = residuals.mutableSpan
    for index in order + 1..<count {
      let base = samples[index &- order &- 1]
      let differences = past &- base
      let sample = samples[index]
      let residual = ((sample &- base &- taps.prediction(differences)) &<< spare) &>> spare
      all[index] = residual
      taps.learn(from: residual, differences)
      past = SIMD8(sample, past[0], past[1], past[2], past[3], past[4], past[5], past[6])
    }
    coefficients = taps.coefficients
  }
}

extension ALACNarrowTaps {
  /// Returns the prediction error of a sample, to which the taps adapt.
  @inline(__always)
  fileprivate mutating func residual(
    _ sample: Int32, number: Int, base: Int32, _ latest: inout Latest
  ) -> Int32 {
    let sample = SIMD4(repeating: sample)
    let differences = differences(before: number, latest)
    let residual = wrapped(sample &- base &- prediction(differences))
    learn(from: residual, differences)
    append(sample, number: number, &latest)
    return residual[0]
  }
}

extension ALACResiduals {
  /// Writes `count` residuals of `sampleBits` bits in the format of ``ALACResidualReader``.
  ///
  /// - Precondition: ``limit`` is at least 8, the maximum bits of a run length.
  func write(
    _ residuals: [Int32], _ count: Int, sampleBits: Int, to bits: inout PacketBitWriter
  ) {
    let residuals = residuals.span
    var mean = initialHistory
    var followsRun: UInt32 = 0
    var index = 0
    while index < count {
      let remainderBits = min(31 - ((mean >> 9) &+ 3).leadingZeroBitCount, limit)
      let residual = residuals[index]
      // Even for 0 and above, odd for negative numbers.
      let folded = UInt32(bitPattern: residual &<< 1 ^ residual &>> 31)
      let number = folded &- followsRun
      bits.writeGolomb(number, remainderBits: remainderBits, plainBits: sampleBits)
      index &+= 1
      mean = historyMultiplier &* folded &+ mean &- (historyMultiplier &* mean) >> 9
      if number > 0xFFFF { mean = 0xFFFF }
      followsRun = 0
      guard mean << 2 < 512, index < count else { continue }
      let runBits = mean.leadingZeroBitCount - 24 + Int((mean &+ 16) >> 6)
      var run = 0
      while index + run < count, run < 0xFFFF, residuals[index + run] == 0 { run += 1 }
      bits.writeGolomb(UInt32(run), remainderBits: runBits, plainBits: 16)
      index += run
      followsRun = run >= 0xFFFF ? 0 : 1
      mean = 0
    }
  }
}
