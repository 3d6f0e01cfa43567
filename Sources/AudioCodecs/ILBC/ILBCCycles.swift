/// The block to be enhanced, and three before and three behind it at distances of a period where the excitation is most like it.
///
/// Places are counted in quarters of a sample.
///
/// Source: RFC 3951, 4.6.2 and appendix A.16.
struct ILBCCycles {
  private static let length = ILBCEnhancer.blockLength
  private static let count = 7
  private static let middle = 3
  /// Samples at each side of the estimate where the best place is looked for.
  private static let slack = 2

  /// The seven blocks one after the other; zeros for those beyond the excitation's ends.
  private var cycles = [Float](repeating: 0, count: count * length)
  /// The sum of the six, each with its weight.
  private var surround = [Float](repeating: 0, count: length)

  /// How far each quarter of a sample takes of seven samples.
  ///
  /// Source: RFC 3951, 4.6.2, `upsFilter1` to `upsFilter4`.
  private static let quarters: [InlineArray<7, Float>] = [
    [0, 0, 0, 1, 0, 0, 0],
    [0.015625, -0.076904, 0.28833, 0.862061, -0.106445, 0.018799, -0.015625],
    [0.023682, -0.124268, 0.601563, 0.601563, -0.124268, 0.023682, -0.023682],
    [0.018799, -0.106445, 0.862061, 0.28833, -0.076904, 0.015625, -0.018799],
  ]

  /// Finds the seven blocks.
  ///
  /// - Parameters:
  ///   - samples: The excitation.
  ///   - start: Where the block begins that is to be enhanced.
  ///   - periods: That of each block of the excitation, in samples.
  mutating func collect(_ samples: [Float], around start: Int, _ periods: InlineArray<8, Int>) {
    for index in 0..<Self.length {
      cycles[Self.middle * Self.length + index] = samples[start + index]
    }
    let centre = 4 * start + 2 * (Self.length - 1)
    var block = Self.nearest(centre) { _ in 0 }
    var place = 4 * start
    for cycle in (0..<Self.middle).reversed() {
      let period = 4 * periods[block]
      place -= period
      block = Self.nearest(place + 2 * Self.length - period) { _ in 0 }
      if place >= 4 * Self.slack {
        place = refine(samples, start, place, cycle)
      } else {
        clear(cycle)
      }
    }
    place = 4 * start
    for cycle in Self.middle + 1..<Self.count {
      block = Self.nearest(place + 2 * Self.length) { 4 * periods[$0] }
      place += 4 * periods[block]
      if place + 4 * (Self.length + Self.slack) < 4 * samples.count {
        place = refine(samples, start, place, cycle)
      } else {
        clear(cycle)
      }
    }
  }

  /// The block of the excitation whose middle, so far back as is said, is nearest to a place.
  @inline(__always)
  private static func nearest(_ place: Int, _ shift: (Int) -> Int) -> Int {
    var (least, nearest) = (Int.max, 0)
    for block in 0..<ILBCEnhancer.blockCount {
      let distance = abs(4 * length * block + 2 * length - shift(block) - place)
      if distance < least { (least, nearest) = (distance, block) }
    }
    return nearest
  }

  private mutating func clear(_ cycle: Int) {
    for index in 0..<Self.length { cycles[cycle * Self.length + index] = 0 }
  }

  /// Takes the block near an estimate that is most like the one to be enhanced.
  ///
  /// - Returns: Where it is, one sample on: so the reference counts, and what comes next depends on it.
  private mutating func refine(
    _ samples: [Float], _ start: Int, _ estimate: Int, _ cycle: Int
  ) -> Int {
    let rounded = (estimate - 2) / 4
    let first = max(rounded - Self.slack, 0)
    let last = min(rounded + Self.slack, samples.count - Self.length - 1)
    let best = bestQuarter(samples, start, first, last - first + 1)
    // The samples behind the place, and how many quarters before them it is.
    let behind = first + (best + 3) / 4
    let taps = Self.quarters[(behind - first) * 4 - best]
    for index in 0..<Self.length {
      var sum: Float = 0
      for tap in 0..<7 {
        let place = behind - 3 + index + tap
        guard samples.indices.contains(place) else { continue }
        sum += samples[place] * taps[tap]
      }
      cycles[cycle * Self.length + index] = sum
    }
    return 4 * first + best + 4
  }

  /// The quarter of a sample, from the first of up to five places, at which the correlation is largest.
  private func bestQuarter(_ samples: [Float], _ start: Int, _ first: Int, _ count: Int) -> Int {
    var correlations = InlineArray<5, Float>(repeating: 0)
    for place in 0..<count {
      var sum: Float = 0
      for index in 0..<Self.length {
        sum += samples[first + place + index] * samples[start + index]
      }
      correlations[place] = sum
    }
    let reach = count / 2
    var (best, quarter) = (-Float.infinity, 0)
    for place in 0..<count {
      for part in 0..<4 {
        var sum: Float = 0
        // The filter is as long as there are correlations; beyond them there is nothing.
        for tap in -reach...reach where 0..<count ~= place - tap {
          sum += correlations[place - tap] * Self.quarters[part][3 + tap]
        }
        if sum > best { (best, quarter) = (sum, 4 * place + part) }
      }
    }
    return quarter
  }
}

extension ILBCCycles {
  /// The energy by which a block may change, as a share of its own.
  private static let mostChange: Float = 0.05

  /// What each of the seven counts, that of the middle not used: half of one less a cosine.
  ///
  /// Source: RFC 3951, 4.6.3.
  private static let weights: InlineArray<7, Float> = [
    0.14644661, 0.5, 0.8535534, 0, 0.8535534, 0.5, 0.14644661,
  ]

  /// Makes the enhanced block: what its neighbours have in common, as loud as it was, or less of it where that would change too much.
  ///
  /// Source: RFC 3951, 4.6.3 to 4.6.5, and appendix A.16 for what is done in silence.
  mutating func smooth(into enhanced: inout [Float], _ offset: Int) {
    for index in 0..<Self.length {
      var sum: Float = 0
      for cycle in 0..<Self.count where cycle != Self.middle {
        sum += cycles[cycle * Self.length + index] * Self.weights[cycle]
      }
      surround[index] = sum
    }
    let middle = Self.middle * Self.length
    var (energy, product, surroundEnergy): (Float, Float, Float) = (0, 0, 0)
    for index in 0..<Self.length {
      energy += cycles[middle + index] * cycles[middle + index]
      surroundEnergy += surround[index] * surround[index]
      product += surround[index] * cycles[middle + index]
    }
    surroundEnergy = max(surroundEnergy, 1)
    let gain = (energy / surroundEnergy).squareRoot()
    var change: Float = 0
    for index in 0..<Self.length {
      enhanced[offset + index] = gain * surround[index]
      let difference = cycles[middle + index] - enhanced[offset + index]
      change += difference * difference
    }
    guard change > Self.mostChange * energy else { return }
    let (share, own) = Self.mix(max(energy, 1), product, surroundEnergy)
    for index in 0..<Self.length {
      enhanced[offset + index] = share * surround[index] + own * cycles[middle + index]
    }
  }

  /// How much of the neighbours and how much of the block itself makes the largest change that is allowed.
  private static func mix(
    _ energy: Float, _ product: Float, _ surroundEnergy: Float
  ) -> (neighbours: Float, own: Float) {
    let difference =
      (surroundEnergy * energy - product * product) / (energy * energy)
    // Where there is next to none, the block is periodic enough; so where it is too loud for the sums. Where the product is not
    // above zero it has no period that its neighbours know.
    guard difference > 0.0001, product > 0 else { return (0, 1) }
    let share = ((mostChange - mostChange * mostChange / 4) / difference).squareRoot()
    return (share, -mostChange / 2 - share * product / energy + 1)
  }
}
