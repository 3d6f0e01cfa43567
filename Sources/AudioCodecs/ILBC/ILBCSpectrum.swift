/// Makes the predictors of a block's sub-blocks.
///
/// Source: RFC 3951, 4.1, which is 3.2.4 to 3.2.7 the other way round.
struct ILBCSpectrum {
  /// Line spectral frequencies, in radians a sample and in rising order.
  typealias Lines = InlineArray<10, Float>

  private let mode: ILBCMode
  /// The last set of the block before.
  private var previous = ILBCSpectrum.mean

  /// What stands for the block before the first.
  ///
  /// Source: RFC 3951, 3.2.6.
  private static let mean: Lines = [
    0.281738, 0.445801, 0.66333, 0.962524, 1.251831, 1.533081, 1.850586, 2.137817, 2.481445,
    2.777344,
  ]

  init(_ mode: ILBCMode) {
    self.mode = mode
  }

  mutating func reset() {
    previous = Self.mean
  }

  /// The predictor of each sub-block; of twenty milliseconds the first four.
  mutating func predictors(
    _ block: ILBCBlock
  ) -> InlineArray<6, ILBCPredictor> {
    var predictors = InlineArray<6, ILBCPredictor>(repeating: .none)
    let first = Self.lines(block.lines(0))
    switch mode {
    case .twentyMilliseconds:
      let weights: InlineArray<4, Float> = [0.75, 0.5, 0.25, 0]
      for index in weights.indices {
        predictors[index] = Self.between(previous, first, weights[index])
      }
      previous = first
    case .thirtyMilliseconds:
      let second = Self.lines(block.lines(1))
      let weights: InlineArray<6, Float> = [0.5, 1, 2 / 3, 1 / 3, 0, 0]
      predictors[0] = Self.between(previous, first, weights[0])
      for index in 1..<6 {
        predictors[index] = Self.between(first, second, weights[index])
      }
      previous = second
    }
    return predictors
  }

  /// The predictor at a place between two sets, of which the first has a weight of 0 to 1.
  private static func between(_ first: Lines, _ second: Lines, _ weight: Float) -> ILBCPredictor {
    ILBCPredictor(lines: Lines { weight * first[$0] + (1 - weight) * second[$0] })
  }

  /// The set that three codes stand for.
  private static func lines(_ codes: InlineArray<3, Int>) -> Lines {
    var lines = Lines(repeating: 0)
    for index in 0..<3 {
      lines[index] = ILBCLineTables.low[3 * codes[0] + index]
      lines[3 + index] = ILBCLineTables.middle[3 * codes[1] + index]
    }
    for index in 0..<4 { lines[6 + index] = ILBCLineTables.high[4 * codes[2] + index] }
    // What the second round finds is what the first has pushed together.
    for _ in 0..<2 { spread(&lines) }
    return lines
  }

  /// Moves frequencies apart that are not 50 Hz from each other, or not in order: they come from three codes that know nothing of
  /// each other.
  ///
  /// Source: RFC 3951, 3.2.5 and appendix A.26.
  private static func spread(_ lines: inout Lines) {
    let (leastDistance, half): (Float, Float) = (0.039, 0.0195)
    for index in 0..<9 {
      if lines[index + 1] < lines[index] {
        lines[index + 1] = lines[index] + half
        lines[index] = lines[index + 1] - half
      } else if lines[index + 1] - lines[index] < leastDistance {
        lines[index] -= half
        lines[index + 1] += half
      }
      lines[index] = min(max(lines[index], 0.01), 3.14)
    }
  }
}
