/// Mends the end of a concealed block, which was kept back, once the block behind it is known.
///
/// Source: RFC 3951, 4.5.3 and appendix A.16.
struct ILBCLookahead {
  private let mode: ILBCMode
  /// What the new block, read backwards, says that came before it.
  private var foretold: [Float]
  /// Samples in which the volume goes back to that of the new block.
  private static let fadeLength = 10

  init(_ mode: ILBCMode) {
    self.mode = mode
    foretold = Array(repeating: 0, count: mode.delay)
  }

  /// Fades the end of what was made up over to what the new block says of it.
  ///
  /// - Parameters:
  ///   - past: The excitation, the new block at its end.
  ///   - excitation: The new block.
  ///   - period: The new block's, in samples: 20 to 118.
  /// - Returns: The period where the two meet.
  mutating func merge(_ past: inout [Float], _ excitation: [Float], period: Int) -> Int {
    let length = mode.delay
    let end = past.count - mode.frameCount
    var (best, lag) = (-Float.infinity, period)
    for candidate in period - 1...period + 1 {
      let match = ILBCCorrelation(excitation, 0, candidate, length).match
      if match > best { (best, lag) = (match, candidate) }
    }
    // One period from the new block, and before it what there was.
    for back in 1...length {
      foretold[length - back] =
        back <= lag ? excitation[lag - back] : past[end + lag - back]
    }
    limit(to: volume(past, end - length))
    for back in 1...length {
      let weight = Float(back) / Float(length + 1)
      past[end - back] = past[end - back] * weight + (1 - weight) * foretold[length - back]
    }
    return lag
  }

  /// The root of the mean square of the samples from a place.
  private func volume(_ samples: [Float], _ start: Int) -> Float {
    var energy: Float = 0
    for index in 0..<mode.delay { energy += samples[start + index] * samples[start + index] }
    return (energy / Float(mode.delay)).squareRoot()
  }

  /// Makes what was foretold at most twice as loud as what it replaces, but at its end as loud as the new block.
  private mutating func limit(to oldVolume: Float) {
    let newVolume = volume(foretold, 0)
    guard newVolume > 2 * oldVolume, newVolume > 0 else { return }
    let gain = 2 * oldVolume / newVolume
    let fade = foretold.count - Self.fadeLength
    for index in 0..<fade { foretold[index] *= gain }
    for index in fade..<foretold.count {
      foretold[index] *= Float(index - fade) * (1 - gain) / Float(Self.fadeLength) + gain
    }
  }
}
