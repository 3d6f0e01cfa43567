/// Estimates the pitch of the newest excitation, at half the sample rate to save time.
///
/// Source: RFC 3951, 4.6.1 and appendix A.16.
struct ILBCPitch {
  /// Half the samples, from ``reach`` before the first new one.
  private var halved: [Float]
  private let blockCount: Int
  private static let reach = 120
  /// The periods that are tried, in samples at half the rate.
  private static let lags = 10..<60
  private static let candidateCount = 3

  /// A low pass in front of the halving.
  ///
  /// Source: RFC 3951, `lpFilt_coefsTbl` in appendix A.8.
  private static let filter: InlineArray<7, Float> = [
    -0.06665, 0.125, 0.31665, 0.414063, 0.31665, 0.125, -0.06665,
  ]
  /// Samples by which the filter would be late.
  private static let delay = 3

  init(_ mode: ILBCMode) {
    blockCount = mode.frameCount / ILBCEnhancer.blockLength
    halved = Array(repeating: 0, count: (Self.reach + mode.frameCount) / 2)
  }

  /// Finds the periods, in samples, of the newest blocks, which end with `past`.
  ///
  /// - Parameters:
  ///   - past: The excitation.
  ///   - periods: Takes the new blocks' at its end.
  mutating func estimate(_ past: [Float], _ periods: inout InlineArray<8, Int>) {
    halve(past)
    let half = ILBCEnhancer.blockLength / 2
    for block in 0..<blockCount {
      let start = Self.reach / 2 + block * half
      periods[periods.count - blockCount + block] = 2 * period(start, half)
    }
  }

  /// The period, at half the rate, of the stretch from a place: of the three at which the correlation is highest, apart from their
  /// neighbours, the one that leaves the least of the stretch.
  ///
  /// RFC 3951 (4.6.1) asks for the highest correlation only, and its appendix compares all; with three the periods are those of
  /// the decoder that made the test vectors' output.
  private func period(_ start: Int, _ count: Int) -> Int {
    var products = InlineArray<50, Float>(repeating: 0)
    for index in products.indices {
      products[index] =
        ILBCCorrelation(halved, start, start - Self.lags.lowerBound - index, count).product
    }
    var (best, period) = (-Float.infinity, Self.lags.lowerBound)
    for _ in 0..<Self.candidateCount {
      let highest = products.indices.reduce(0) { products[$1] > products[$0] ? $1 : $0 }
      let lag = Self.lags.lowerBound + highest
      let match = ILBCCorrelation(halved, start, start - lag, count).match
      if match > best { (best, period) = (match, lag) }
      for near in max(highest - 2, 0)...min(highest + 2, products.count - 1) { products[near] = 0 }
    }
    return period
  }

  private mutating func halve(_ past: [Float]) {
    let start = past.count - 2 * halved.count
    for index in halved.indices {
      let newest = start + 2 * index + Self.delay
      var sum: Float = 0
      for tap in 0..<7 where newest - tap < past.count {
        sum += Self.filter[tap] * past[newest - tap]
      }
      halved[index] = sum
    }
  }
}
