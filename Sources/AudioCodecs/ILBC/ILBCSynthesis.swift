/// Makes speech of the enhanced excitation.
///
/// Source: RFC 3951, 4.7 and 4.8.
struct ILBCSynthesis {
  private let mode: ILBCMode
  /// Those of the block before.
  private var predictors = InlineArray<6, ILBCPredictor>(repeating: .none)
  /// A sub-block of speech, and the ten samples in front of it.
  private var speech = [Float](
    repeating: 0, count: ILBCPredictor.order + ILBCMode.subBlockLength)
  private var highPass = HighPass()

  init(_ mode: ILBCMode) {
    self.mode = mode
  }

  mutating func reset() {
    self = ILBCSynthesis(mode)
  }

  /// Turns a block of excitation into speech, whose full scale is 32768.
  ///
  /// - Parameters:
  ///   - samples: The block.
  ///   - next: The predictors of the block that was decoded last, some of whose samples the enhancer holds back.
  mutating func run(_ samples: inout [Float], _ next: InlineArray<6, ILBCPredictor>) {
    for subBlock in 0..<mode.subBlockCount {
      let late = subBlock - mode.delayedSubBlocks
      let predictor = late < 0 ? predictors[late + mode.subBlockCount] : next[late]
      run(&samples, subBlock * ILBCMode.subBlockLength, predictor)
    }
    predictors = next
  }

  private mutating func run(_ samples: inout [Float], _ start: Int, _ predictor: ILBCPredictor) {
    let order = ILBCPredictor.order
    let taps = predictor.coefficients
    for index in 0..<ILBCMode.subBlockLength {
      var sum = samples[start + index]
      for tap in 1...order { sum -= taps[tap - 1] * speech[order + index - tap] }
      speech[order + index] = sum
    }
    for index in order..<speech.count {
      speech[index] = ILBCLimit.clamped(speech[index])
      samples[start + index - order] = highPass.next(speech[index])
    }
    for index in 0..<order { speech[index] = speech[ILBCMode.subBlockLength + index] }
  }

  /// Takes away what is below 65 Hz.
  ///
  /// Source: RFC 3951, 4.8; `hpo_zero_coefsTbl` and `hpo_pole_coefsTbl` in appendix A.8.
  private struct HighPass {
    /// The two latest samples that went in, and that came out.
    private var (in1, in2, out1, out2): (Float, Float, Float, Float) = (0, 0, 0, 0)

    mutating func next(_ sample: Float) -> Float {
      var sum = 0.93980581 * sample - 1.8795834 * in1 + 0.93980581 * in2
      sum -= -1.9330735 * out1
      sum -= 0.93589199 * out2
      (in1, in2, out1, out2) = (sample, in1, sum, out1)
      return sum
    }
  }
}
