/// Makes a block's excitation: what the predictors could not foretell.
///
/// Decoding starts in the middle, where the block is loudest, and goes from there to its end, then to its start.
///
/// Source: RFC 3951, 4.2 to 4.4.
struct ILBCExcitation {
  private enum Direction {
    case forwards
    case backwards
  }

  private let mode: ILBCMode
  private var codebook = ILBCCodebook()
  private var vector = [Float](repeating: 0, count: ILBCMode.subBlockLength)
  /// Turned round, with the ten samples in front that the filter needs; twice as long, since it rings on.
  private var state: [Float]
  private var filtered: [Float]

  init(_ mode: ILBCMode) {
    self.mode = mode
    state = Array(repeating: 0, count: ILBCPredictor.order + 2 * mode.stateLength)
    filtered = state
  }

  /// Decodes a block into `samples`, which has a block's length.
  ///
  /// - Precondition: The block is one of which ``ILBCBlock/read(_:)`` said `true`.
  mutating func decode(
    _ block: ILBCBlock, _ predictors: InlineArray<6, ILBCPredictor>, into samples: inout [Float]
  ) {
    let start = block.startSubBlock * ILBCMode.subBlockLength
    let restLength = ILBCMode.startLength - mode.stateLength
    decodeState(block, predictors[block.startSubBlock])
    let place = block.statePlace == .first ? start : start + restLength
    var known = place..<place + mode.stateLength
    addRinging(into: &samples, place)
    extend(
      &known, block.statePlace == .first ? .forwards : .backwards, restLength, block.rest, &samples)
    var count = 0
    while known.upperBound < mode.frameCount {
      let stages = block.stages(ofVector: count)
      extend(&known, .forwards, ILBCMode.subBlockLength, stages, &samples)
      count += 1
    }
    while known.lowerBound > 0 {
      let stages = block.stages(ofVector: count)
      extend(&known, .backwards, ILBCMode.subBlockLength, stages, &samples)
      count += 1
    }
  }

  /// Decodes the samples that come as they are, and puts their phases back.
  ///
  /// An all-pass filter had smeared them, so that none stood out; the same one run backwards undoes it.
  private mutating func decodeState(_ block: ILBCBlock, _ predictor: ILBCPredictor) {
    let (order, length) = (ILBCPredictor.order, mode.stateLength)
    let scale = ILBCTables.stateScales[block.stateScale]
    let taps = predictor.coefficients
    for index in 0..<length {
      let sample = ILBCTables.stateSamples[block.stateSample(length - 1 - index)]
      state[order + index] = scale * sample
    }
    for index in order..<order + 2 * length {
      // The numerator has the coefficients the other way round, and a one at their end.
      var sum = taps[order - 1] * state[index]
      for tap in 1..<order { sum += taps[order - 1 - tap] * state[index - tap] }
      sum += state[index - order]
      for tap in 1...order { sum -= taps[tap - 1] * filtered[index - tap] }
      filtered[index] = sum
    }
  }

  /// Turns the filtered samples round, each with what rings on behind the last.
  private func addRinging(into samples: inout [Float], _ place: Int) {
    let end = ILBCPredictor.order + mode.stateLength
    for index in 0..<mode.stateLength {
      let sum = filtered[end - 1 - index] + filtered[end + mode.stateLength - 1 - index]
      samples[place + index] = ILBCLimit.clamped(sum)
    }
  }

  /// Decodes the vector next to what is known.
  private mutating func extend(
    _ known: inout Range<Int>, _ direction: Direction, _ length: Int,
    _ stages: ILBCBlock.Stages, _ samples: inout [Float]
  ) {
    switch direction {
    case .forwards:
      codebook.remember(samples, known)
      codebook.make(stages, &vector, length)
      for index in 0..<length { samples[known.upperBound + index] = vector[index] }
      known = known.lowerBound..<known.upperBound + length
    case .backwards:
      codebook.rememberReversed(samples, known)
      codebook.make(stages, &vector, length)
      for index in 0..<length { samples[known.lowerBound - 1 - index] = vector[index] }
      known = known.lowerBound - length..<known.upperBound
    }
  }
}
