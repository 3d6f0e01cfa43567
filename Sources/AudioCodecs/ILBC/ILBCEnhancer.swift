/// Makes the excitation of voiced speech more periodic, by what its neighbours at the distance of a period have in common with it.
///
/// It looks ahead, so what comes out is late by ``ILBCMode/delay``.
///
/// Source: RFC 3951, 4.6 and appendix A.16.
struct ILBCEnhancer {
  /// Where excitation comes from.
  enum Origin {
    case received
    /// Made up for a lost block.
    case concealed
  }

  /// Samples that are enhanced at a time.
  static let blockLength = 80
  static let blockCount = 8

  private let mode: ILBCMode
  /// The excitation as it was decoded: eight blocks, the newest last.
  private var past: [Float]
  /// Each block's period, in samples.
  private var periods = InlineArray<8, Int>(repeating: 40)
  private var pitch: ILBCPitch
  private var cycles = ILBCCycles()
  private var lookahead: ILBCLookahead
  private var lastOrigin = Origin.received

  init(_ mode: ILBCMode) {
    self.mode = mode
    past = Array(repeating: 0, count: Self.blockCount * Self.blockLength)
    pitch = ILBCPitch(mode)
    lookahead = ILBCLookahead(mode)
  }

  mutating func reset() {
    for index in past.indices { past[index] = 0 }
    periods = InlineArray(repeating: 40)
    lastOrigin = .received
  }

  /// The period of the newest excitation, in samples.
  var latestPeriod: Int { periods[periods.count - 1] }

  /// Takes a block's excitation, and gives as much that is enhanced.
  ///
  /// - Parameters:
  ///   - excitation: A block's.
  ///   - origin: Where it comes from.
  ///   - enhanced: Takes the samples; has a block's length.
  mutating func enhance(
    _ excitation: [Float], _ origin: Origin, into enhanced: inout [Float]
  ) {
    let count = mode.frameCount
    for index in 0..<past.count - count { past[index] = past[index + count] }
    for index in 0..<count { past[past.count - count + index] = excitation[index] }
    let newBlocks = count / Self.blockLength
    for index in 0..<Self.blockCount - newBlocks { periods[index] = periods[index + newBlocks] }
    pitch.estimate(past, &periods)
    if lastOrigin == .concealed {
      let firstNew = Self.blockCount - newBlocks
      periods[firstNew - 1] = lookahead.merge(&past, excitation, period: periods[firstNew])
    }
    lastOrigin = origin
    let start = past.count - count - mode.delay
    for block in 0..<newBlocks {
      let offset = block * Self.blockLength
      cycles.collect(past, around: start + offset, periods)
      cycles.smooth(into: &enhanced, offset)
    }
  }
}
