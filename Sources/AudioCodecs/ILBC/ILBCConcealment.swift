/// Makes up the excitation of lost blocks: the last period again and again, and noise where there was little of one.
///
/// Source: RFC 3951, 4.5 and appendix A.14. That says how this may be done; other than there, noise fades out as well, and so do
/// longer losses as its numbers mean it.
struct ILBCConcealment {
  private let mode: ILBCMode
  /// The excitation of the block before.
  private var previous: [Float]
  private var noise: [Float]
  /// The last predictor of the last block that was not lost.
  private(set) var predictor = ILBCPredictor.none
  /// Lost blocks in a row.
  private var lostCount = 0
  /// The period in samples and how periodic it was, 0 to 1, when the first was lost.
  private var period = 0
  private var periodicity: Float = 0
  private var seed = firstSeed

  private static let firstSeed: UInt32 = 777
  /// The loudness below which there is only noise, 16-bit full scale being 32768.
  private static let quiet: Float = 30

  init(_ mode: ILBCMode) {
    self.mode = mode
    previous = Array(repeating: 0, count: mode.frameCount)
    noise = previous
  }

  mutating func reset() {
    for index in previous.indices { previous[index] = 0 }
    predictor = .none
    lostCount = 0
    seed = Self.firstSeed
  }

  /// Remembers a block that was not lost.
  mutating func keep(_ excitation: [Float], _ predictor: ILBCPredictor) {
    for index in previous.indices { previous[index] = excitation[index] }
    self.predictor = predictor
    lostCount = 0
  }

  /// Makes up a block.
  ///
  /// - Parameters:
  ///   - lastPeriod: That of the newest excitation, in samples: 20 to 118.
  ///   - excitation: Takes the block; has its length.
  mutating func conceal(lastPeriod: Int, into excitation: inout [Float]) {
    if lostCount == 0 { findPeriod(near: lastPeriod) }
    // More are as silent as these.
    lostCount = min(lostCount + 1, 100)
    let gain = gain
    let voiced = voicedShare
    // The same period all the time would be heard.
    let lag = period < 80 ? 2 * period : period
    var energy: Float = 0
    for index in 0..<mode.frameCount {
      noise[index] = earlier(index - nextNoiseLag(), noise)
      let repeated = earlier(index - lag, excitation)
      let mixed = voiced * repeated + (1 - voiced) * noise[index]
      excitation[index] = Self.fade(index) * gain * mixed
      energy += excitation[index] * excitation[index]
    }
    if (energy / Float(mode.frameCount)).squareRoot() < Self.quiet {
      for index in 0..<mode.frameCount { excitation[index] = gain * noise[index] }
    }
    for index in previous.indices { previous[index] = excitation[index] }
  }

  /// A sample of the block, or of the one before where the index is below zero.
  private func earlier(_ index: Int, _ block: [Float]) -> Float {
    index < 0 ? previous[mode.frameCount + index] : block[index]
  }

  /// Looks for the best period near the one that the enhancer found.
  private mutating func findPeriod(near lastPeriod: Int) {
    var best = -Float.infinity
    (period, periodicity) = (lastPeriod, 0)
    for lag in lastPeriod - 3...lastPeriod + 3 {
      let count = min(60, mode.frameCount - lag)
      let start = mode.frameCount - count
      let correlation = ILBCCorrelation(previous, start, start - lag, count)
      if correlation.matchOfEitherSign > best {
        best = correlation.matchOfEitherSign
        period = lag
        periodicity = correlation.periodicity
      }
    }
  }

  /// How loud a block is that follows others that were lost.
  private var gain: Float {
    switch lostCount * mode.frameCount {
    case ...320: 1
    case ...640: 0.9
    case ...960: 0.7
    case ...1280: 0.5
    default: 0
    }
  }

  /// How loud each third of a block is.
  private static func fade(_ index: Int) -> Float {
    switch index {
    case ..<80: 1
    case ..<160: 0.95
    default: 0.9
    }
  }

  /// How much of the block is periodic; the rest is noise.
  private var voicedShare: Float {
    let root = periodicity.squareRoot()
    return root > 0.7 ? 1 : root > 0.4 ? (root - 0.4) / (0.7 - 0.4) : 0
  }

  /// How far back the next sample of noise is taken from: 50 to 119 samples.
  private mutating func nextNoiseLag() -> Int {
    seed = (seed &* 69069 &+ 1) & 0x7FFF_FFFF
    return 50 + Int(seed % 70)
  }
}
