import AudioProcessing
import Testing

@Suite struct FilterChainTests {
  private static let counts = [1, 2, 3, 10, 21]

  private static func coefficients(_ index: Int) -> BiquadCoefficients {
    // Every fifth filter changes nothing.
    if index % 5 == 3 { return BiquadCoefficients() }
    return BiquadCoefficients(
      BiquadKind.allCases[index % BiquadKind.allCases.count],
      frequency: 0.01 + 0.02 * Double(index), width: .octaves(1), gain: index % 2 == 0 ? 6 : -6)
  }

  private static func noise(_ count: Int, seed: UInt32) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state)) / 0x1p31
    }
  }

  /// All filters in direct form I, in Float64.
  private func reference(_ samples: [Float], _ count: Int) -> [Double] {
    var signal = samples.map { Double($0) }
    for index in 0..<count {
      let c = Self.coefficients(index)
      var (inputs, outputs) = ((0.0, 0.0), (0.0, 0.0))
      for frame in signal.indices {
        let input = signal[frame]
        let output =
          c.b0 * input + c.b1 * inputs.0 + c.b2 * inputs.1 - c.a1 * outputs.0 - c.a2 * outputs.1
        (inputs, outputs) = ((input, inputs.0), (output, outputs.0))
        signal[frame] = output
      }
    }
    return signal
  }

  /// Two channels through a chain, in blocks of some lengths in turn.
  private func filtered(
    _ left: [Float], _ right: [Float]?, _ count: Int, blocks: [Int]
  ) -> (left: [Float], right: [Float]) {
    var chain = FilterChain(filterCount: count, channelCount: right == nil ? 1 : 2)
    for index in 0..<count { chain.set(index, Self.coefficients(index)) }
    var (one, other) = (left, right ?? left)
    var (done, turn) = (0, 0)
    while done < left.count {
      let length = min(blocks[turn % blocks.count], left.count - done)
      let range = done..<done + length
      var (leftBlock, rightBlock) = (Array(one[range]), Array(other[range]))
      var first = leftBlock.mutableSpan
      if right == nil {
        chain.process(0, &first)
      } else {
        var second = rightBlock.mutableSpan
        chain.process(0, &first, &second)
      }
      one.replaceSubrange(range, with: leftBlock)
      other.replaceSubrange(range, with: rightBlock)
      (done, turn) = (done + length, turn + 1)
    }
    return (one, other)
  }

  @Test("two channels pass all filters, as if each ran alone", arguments: counts)
  func pairs(_ count: Int) {
    let (left, right) = (Self.noise(3_000, seed: 1), Self.noise(3_000, seed: 2))
    let found = filtered(left, right, count, blocks: [3_000])
    for (samples, input) in [(found.left, left), (found.right, right)] {
      let wanted = reference(input, count)
      let error = zip(samples, wanted).map { abs(Double($0) - $1) }.max() ?? 1
      let level = wanted.map { abs($0) }.max() ?? 1
      #expect(error < 2e-7 * max(1, level))
    }
  }

  @Test("any division into blocks, and one channel alone, give the same bits", arguments: counts)
  func divisions(_ count: Int) {
    let (left, right) = (Self.noise(2_000, seed: 3), Self.noise(2_000, seed: 4))
    let whole = filtered(left, right, count, blocks: [2_000])
    let cut = filtered(left, right, count, blocks: [1, 2, 3, 128, 7])
    #expect(cut.left == whole.left && cut.right == whole.right)
    #expect(filtered(left, nil, count, blocks: [5, 333]).left == whole.left)
  }
}
