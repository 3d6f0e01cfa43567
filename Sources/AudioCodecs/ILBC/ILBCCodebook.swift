/// Makes vectors of the samples before them.
///
/// Time may run backwards: the codebook knows only what is near the vector and what is far.
///
/// Source: RFC 3951, 3.6.3 and 4.4.
struct ILBCCodebook {
  /// The halves of the codebook.
  private enum Kind {
    case plain
    case filtered
  }

  /// Samples that are remembered.
  static let memoryLength = 147

  /// What is remembered, the nearest last, with zeros at both ends for the filter.
  private var memory: [Float]
  private static let (zerosInFront, zerosBehind) = (3, 4)

  init() {
    memory = Array(repeating: 0, count: Self.zerosInFront + Self.memoryLength + Self.zerosBehind)
  }

  /// Replaces what is remembered by the samples in front of a place, zeros in front of these.
  mutating func remember(_ samples: [Float], _ range: Range<Int>) {
    let count = min(range.count, Self.memoryLength)
    let end = Self.zerosInFront + Self.memoryLength
    for index in Self.zerosInFront..<end - count { memory[index] = 0 }
    for index in 0..<count {
      memory[end - count + index] = samples[range.upperBound - count + index]
    }
  }

  /// Replaces what is remembered by the samples behind a place, as if time ran backwards.
  mutating func rememberReversed(_ samples: [Float], _ range: Range<Int>) {
    let count = min(range.count, Self.memoryLength)
    let end = Self.zerosInFront + Self.memoryLength
    for index in Self.zerosInFront..<end - count { memory[index] = 0 }
    for index in 0..<count {
      memory[end - 1 - index] = samples[range.lowerBound + index]
    }
  }

  /// Makes a vector, in the codebook's own direction of time.
  ///
  /// - Parameters:
  ///   - stages: What it is made of.
  ///   - vector: Takes its samples.
  ///   - length: How many these are: 22, 23 or 40.
  func make(_ stages: ILBCBlock.Stages, _ vector: inout [Float], _ length: Int) {
    for index in 0..<length { vector[index] = 0 }
    let gains = Self.gains(stages.gains)
    for stage in 0..<3 {
      add(stages.codes[stage], times: gains[stage], to: &vector, length)
    }
  }

  /// Each stage's gain: the later ones are shares of the one before, or of 0.1 where that is less.
  private static func gains(_ codes: InlineArray<3, Int>) -> InlineArray<3, Float> {
    let first = ILBCTables.firstGains[codes[0]]
    let second = max(abs(first), 0.1) * ILBCTables.secondGains[codes[1]]
    let third = max(abs(second), 0.1) * ILBCTables.thirdGains[codes[2]]
    return [first, second, third]
  }

  /// Adds one vector of the codebook.
  ///
  /// The codebook has what is remembered, first at every delay from a vector's length on, then (for 40 samples) at shorter ones, and
  /// then all that once more, filtered.
  private func add(_ code: Int, times gain: Float, to vector: inout [Float], _ length: Int) {
    // Vectors of a part of a sub-block come when there is little to remember yet.
    let reach = length == ILBCMode.subBlockLength ? Self.memoryLength : 85
    let longDelays = reach - length + 1
    let section = longDelays + (length == ILBCMode.subBlockLength ? length / 2 : 0)
    let kind: Kind = code < section ? .plain : .filtered
    let place = code < section ? code : code - section
    if place < longDelays {
      let start = Self.memoryLength - length - place
      for index in 0..<length {
        vector[index] += gain * sample(start + index, kind)
      }
    } else {
      addShortDelay(place - longDelays, gain, kind, &vector, length)
    }
  }

  /// Adds a vector whose delay is less than its length: what is nearest, and then that again.
  ///
  /// The last five samples before the seam fade over to those before the first, so that there is no step.
  ///
  /// Source: RFC 3951, 3.6.3.3 and appendix A.24.
  private func addShortDelay(
    _ place: Int, _ gain: Float, _ kind: Kind, _ vector: inout [Float], _ length: Int
  ) {
    let twice = 2 * place + length
    let delay = twice / 2
    let (near, far) = (Self.memoryLength - delay, Self.memoryLength - twice)
    for index in 0..<delay - 5 { vector[index] += gain * sample(near + index, kind) }
    var weight: Float = 0
    for index in delay - 5..<delay {
      let mixed =
        (1 - weight) * sample(near + index, kind) + weight * sample(far + index, kind)
      vector[index] += gain * mixed
      weight += 0.2
    }
    for index in delay..<length { vector[index] += gain * sample(far + index, kind) }
  }

  /// The half-sample filter of the codebook's second half, for the samples from three before to four behind.
  ///
  /// Source: RFC 3951, 3.6.3.2; which way round they go, appendix A.24.
  private static let filter: InlineArray<8, Float> = [
    -0.033691, 0.08374, -0.144043, 0.713379, 0.806152, -0.184326, 0.108887, -0.03418,
  ]

  /// A remembered sample, counted from the farthest.
  @inline(__always)
  private func sample(_ place: Int, _ kind: Kind) -> Float {
    guard kind == .filtered else { return memory[Self.zerosInFront + place] }
    var sum: Float = 0
    for tap in 0..<8 { sum += memory[place + tap] * Self.filter[tap] }
    return sum
  }
}
