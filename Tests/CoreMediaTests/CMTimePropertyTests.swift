import CoreMedia
import Testing

@Suite struct CMTimePropertyTests {
  @Test("no calculation traps for any bits of times and numbers")
  func neverTraps() {
    var random = RandomTimes(seed: 1)
    for _ in 0..<20_000 {
      let (first, second) = (random.time(), random.time())
      let method = CMTimeRoundingMethod(rawValue: UInt32(random.next() % 8)) ?? .default
      let results = [
        first + second, first - second, CMTimeMultiply(first, multiplier: random.integer()),
        CMTimeMultiplyByFloat64(first, multiplier: random.double()),
        CMTimeMultiplyByRatio(first, multiplier: random.integer(), divisor: random.integer()),
        first.convertScale(random.integer(), method: method), CMTimeAbsoluteValue(first),
        CMTime(seconds: random.double(), preferredTimescale: random.integer()),
        CMTime(value: random.integer(), timescale: random.integer()),
        CMTimeMinimum(first, second), CMTimeMaximum(first, second),
      ]
      _ = results.map { CMTimeCopyDescription(allocator: nil, time: $0) }
      for result in results.dropLast(2) where result.isNumeric {
        #expect(result.timescale > 0)
      }
      _ = (first.seconds, first.hashValue, first == second)
    }
  }

  @Test("no calculation traps for any bits of ranges")
  func neverTrapsInRanges() {
    var random = RandomTimes(seed: 2)
    for _ in 0..<10_000 {
      let time = random.time()
      let range = CMTimeRange(start: random.time(), duration: random.time())
      let other = CMTimeRange(start: random.time(), end: random.time())
      let ranges = [range.union(other), range.intersection(other), range]
      let times = [
        range.end, CMTimeClampToRange(time, range: range),
        CMTimeFoldIntoRange(time, foldRange: range),
        CMTimeMapTimeFromRangeToRange(time, fromRange: range, toRange: other),
        CMTimeMapDurationFromRangeToRange(time, fromRange: other, toRange: range),
      ]
      let mapping = CMTimeMappingMake(source: range, target: other)
      _ = CMTimeMappingCopyDescription(allocator: nil, mapping: mapping)
      _ = ranges.map { ($0.isValid, $0.isEmpty, $0.isIndefinite, $0.containsTime(time)) }
      _ = times.map { range.containsTime($0) }
      _ = range.containsTimeRange(other)
    }
  }

  @Test("sums and differences are exact, or rounded once and marked")
  func exactSums() {
    var random = RandomTimes(seed: 3)
    for _ in 0..<20_000 {
      let (first, second) = (random.number(), random.number())
      let scales = (Int128(first.timescale), Int128(second.timescale))
      let terms = (Int128(first.value) * scales.1, Int128(second.value) * scales.0)
      let sum = first + second
      let difference = first - second
      #expect(isExact(sum, Fraction(terms.0 + terms.1, over: scales.0 * scales.1)))
      #expect(isExact(difference, Fraction(terms.0 - terms.1, over: scales.0 * scales.1)))
      #expect(sum == second + first)
    }
  }

  /// Whether a time is an exact result, or an infinity if that does not fit.
  private func isExact(_ time: CMTime, _ exact: Fraction) -> Bool {
    if time.isNumeric { return exact.isRounded(to: time) }
    let seconds = Double(exact.numerator) / Double(exact.denominator)
    return time == (seconds < 0 ? .negativeInfinity : .positiveInfinity) && abs(seconds) > 0x1p62
  }

  @Test("products are exact, or rounded once and marked")
  func exactProducts() {
    var random = RandomTimes(seed: 4)
    for _ in 0..<20_000 {
      let time = random.number()
      let factor: Int32 = random.integer()
      let divisor = max(1, random.integer() as Int32)
      let numerator = Int128(time.value) * Int128(factor)
      let product = CMTimeMultiply(time, multiplier: factor)
      #expect(isExact(product, Fraction(numerator, over: Int128(time.timescale))))
      let ratio = CMTimeMultiplyByRatio(time, multiplier: factor, divisor: divisor)
      let scale = Int128(time.timescale) * Int128(divisor)
      #expect(isExact(ratio, Fraction(numerator, over: scale)), "\(time) \(factor) \(divisor)")
    }
  }

  @Test("products by floating-point numbers are exact, or rounded once and marked")
  func exactNumberProducts() {
    var random = RandomTimes(seed: 5)
    for _ in 0..<20_000 {
      let time = random.number(bits: 40, scaleBits: 20)
      // A number with 24 bits after the point.
      let units = Int64(truncatingIfNeeded: random.next()) >> 20
      let product = CMTimeMultiplyByFloat64(time, multiplier: Double(units) / 0x1p24)
      let scale = Int128(time.timescale) << 24
      #expect(isExact(product, Fraction(Int128(time.value) * Int128(units), over: scale)))
    }
  }

  @Test("comparison is exact, and equal times hash equally")
  func exactComparison() {
    var random = RandomTimes(seed: 6)
    for _ in 0..<20_000 {
      let (first, second) = (random.number(), random.number())
      let products = (
        Int128(first.value) * Int128(second.timescale),
        Int128(second.value) * Int128(first.timescale)
      )
      #expect((first < second) == (products.0 < products.1))
      #expect(CMTimeCompare(first, second) == -CMTimeCompare(second, first))
      let small = random.number(bits: 40, scaleBits: 20)
      let factor = Int32(random.next() % 1000 + 1)
      let same = CMTime(
        value: small.value * Int64(factor), timescale: small.timescale * factor)
      #expect(small == same && small.hashValue == same.hashValue)
    }
  }

  @Test("conversions are exact, or rounded in the direction of the method")
  func exactConversions() {
    var random = RandomTimes(seed: 7)
    for _ in 0..<10_000 {
      let time = random.number()
      let scale = max(1, random.integer() as Int32)
      let exact = Int128(time.value) * Int128(scale)
      let (toward, rest) = exact.quotientAndRemainder(dividingBy: Int128(time.timescale))
      let up = toward + (rest > 0 ? 1 : 0)
      let down = toward - (rest < 0 ? 1 : 0)
      let away = exact < 0 ? down : up
      for (method, value) in [
        (.roundTowardZero, toward), (.roundAwayFromZero, away),
        (.roundTowardPositiveInfinity, up), (.roundTowardNegativeInfinity, down),
      ] as [(CMTimeRoundingMethod, Int128)] {
        let result = time.convertScale(scale, method: method)
        if let value = Int64(exactly: value) {
          #expect(result.value == value && result.timescale == scale)
          #expect(result.hasBeenRounded == (rest != 0))
        } else {
          #expect(result == (exact < 0 ? .negativeInfinity : .positiveInfinity))
        }
      }
    }
  }

  @Test("seconds round to the next time toward zero")
  func exactSeconds() {
    var random = RandomTimes(seed: 8)
    for _ in 0..<10_000 {
      let seconds = Double.random(in: -1e6...1e6, using: &random)
      let scale = Int32.random(in: 1...200_000, using: &random)
      let time = CMTime(seconds: seconds, preferredTimescale: scale)
      #expect(time.timescale == scale)
      // The product with the timescale may be rounded up to the next value.
      #expect(abs(time.seconds) <= abs(seconds).nextUp)
      #expect(abs(time.seconds - seconds) < 1 / Double(scale))
      #expect(time.hasBeenRounded == (time.seconds != seconds))
    }
  }
}
