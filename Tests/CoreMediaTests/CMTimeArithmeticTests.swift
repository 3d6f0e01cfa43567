import CoreMedia
import Testing

/// Times of the tables.
private let invalid = CMTime.invalid
private let unknown = CMTime.indefinite
private let plus = CMTime.positiveInfinity
private let minus = CMTime.negativeInfinity

private func time(
  _ value: Int64, _ timescale: Int32, epoch: Int64 = 0, rounded: Bool = false
) -> CMTime {
  CMTime(
    value: value, timescale: timescale, flags: rounded ? [.valid, .hasBeenRounded] : .valid,
    epoch: epoch)
}

/// Whether all members are equal; for times that are not numbers, whether they are of one kind.
private func isSame(_ first: CMTime, _ second: CMTime) -> Bool {
  guard first.isNumeric else { return first == second }
  return first.value == second.value && first.timescale == second.timescale
    && first.flags == second.flags && first.epoch == second.epoch
}

@Suite struct CMTimeArithmeticTests {
  @Test(
    "sums keep a common timescale, or use the least common multiple",
    arguments: [
      (time(1, 2), time(1, 2), time(2, 2)), (time(1, 2), time(1, 3), time(5, 6)),
      (time(1800, 600), time(3000, 1000), time(18000, 3000)),
      (time(1, 4), time(1, 6), time(5, 12)), (time(-1, 10), time(1, 10), time(0, 10)),
      (time(1, 10), time(-1, 5), time(-1, 10)),
      // Rounding passes from an operand to the sum.
      (time(1, 2, rounded: true), time(1, 2), time(2, 2, rounded: true)),
      (time(1, 3), time(1, 2, rounded: true), time(5, 6, rounded: true)),
      // The value overflows: the timescale is halved.
      (time(.max, 2), time(.max, 2), time(.max, 1)),
      (time(.max, 3), time(1, 3), time(3_074_457_345_618_258_603, 1, rounded: true)),
      (time(.max, 1), time(1, 1), plus), (time(.min, 1), time(-1, 1), minus),
      (time(.min, 2), time(.min, 2), time(.min, 1)),
    ])
  func sums(first: CMTime, second: CMTime, sum: CMTime) {
    #expect(isSame(CMTimeAdd(first, second), sum), "\(CMTimeAdd(first, second))")
    #expect(isSame(first + second, sum) && isSame(second + first, sum))
  }

  @Test(
    "the timescale of a sum is limited, and the value is rounded",
    arguments: [(1, 1_000_003, 1, 1_000_033), (-5, 2_147_483_647, 7, 2_147_483_646)]
      as [(Int64, Int32, Int64, Int32)])
  func caps(value: Int64, scale: Int32, otherValue: Int64, otherScale: Int32) {
    let sum =
      CMTime(value: value, timescale: scale) + CMTime(value: otherValue, timescale: otherScale)
    // Apple's current systems have the second one.
    #expect([2_147_483_647, 1_000_000_000].contains(sum.timescale))
    #expect(sum.hasBeenRounded)
    let exact = Double(value) / Double(scale) + Double(otherValue) / Double(otherScale)
    #expect(abs(sum.seconds - exact) <= 0.5 / Double(sum.timescale))
  }

  @Test("sums and differences with infinite, indefinite and invalid times")
  func nonnumericSums() {
    let one = time(1, 1)
    let rows: [(CMTime, CMTime, sum: CMTime, difference: CMTime)] = [
      (invalid, one, invalid, invalid), (invalid, unknown, invalid, invalid),
      (invalid, plus, invalid, invalid), (invalid, minus, invalid, invalid),
      (unknown, one, unknown, unknown), (unknown, unknown, unknown, unknown),
      (plus, one, plus, plus), (plus, plus, plus, invalid), (plus, minus, invalid, plus),
      (minus, one, minus, minus), (minus, minus, minus, invalid), (plus, unknown, plus, plus),
      (minus, unknown, minus, minus), (one, plus, plus, minus), (one, minus, minus, plus),
    ]
    for row in rows {
      #expect(row.0 + row.1 == row.sum, "\(row)")
      #expect(row.1 + row.0 == row.sum, "\(row)")
      #expect(row.0 - row.1 == row.difference, "\(row)")
    }
  }

  @Test("a duration moves a time within its epoch; epochs do not mix")
  func epochs() {
    let start = time(5, 1, epoch: 3)
    #expect(isSame(start + time(1, 1), time(6, 1, epoch: 3)))
    #expect(isSame(time(1, 1) + start, time(6, 1, epoch: 3)))
    #expect(isSame(start - time(1, 2), time(9, 2, epoch: 3)))
    #expect(isSame(time(7, 1, epoch: 3) - start, time(2, 1)))
    #expect(!(start + time(5, 1, epoch: 4)).isValid)
    #expect(!(start - time(5, 2, epoch: 4)).isValid)
  }

  @Test("differences are sums with the opposite sign, even for the smallest value")
  func differences() {
    #expect(isSame(time(1, 2) - time(1, 3), time(1, 6)))
    #expect(isSame(time(-1, 1) - time(.min, 1), time(.max, 1)))
    #expect(isSame(time(0, 2) - time(.min, 2), time(1 << 62, 1)))
    #expect(isSame(time(0, 1) - time(.min, 1), plus))
    #expect(isSame(CMTimeSubtract(time(3, 4), time(1, 4)), time(2, 4)))
  }

  @Test("products by integers keep the timescale")
  func integerProducts() {
    #expect(isSame(CMTimeMultiply(time(1, 10), multiplier: 5), time(5, 10)))
    #expect(isSame(CMTimeMultiply(time(1, 10, epoch: 2), multiplier: -5), time(-5, 10, epoch: 2)))
    #expect(isSame(CMTimeMultiply(time(.max, 2), multiplier: 2), time(.max, 1)))
    #expect(isSame(CMTimeMultiply(time(.max, 1), multiplier: 2), plus))
    #expect(isSame(CMTimeMultiply(time(.min, 1), multiplier: 2), minus))
    #expect(isSame(CMTimeMultiply(time(.min, 1), multiplier: .min), plus))
    #expect(CMTimeMultiply(plus, multiplier: -1) == minus)
    #expect(CMTimeMultiply(minus, multiplier: 3) == minus)
    #expect(CMTimeMultiply(unknown, multiplier: 3) == unknown)
    #expect(CMTimeMultiply(invalid, multiplier: 3) == invalid)
  }

  @Test("products by fractions are exact if possible")
  func fractionProducts() {
    // Apple's systems multiply the timescale; equal times either way.
    #expect(CMTimeMultiplyByRatio(time(1800, 600), multiplier: 2, divisor: 3) == time(1200, 600))
    #expect(isSame(CMTimeMultiplyByRatio(time(3, 2), multiplier: 1, divisor: 3), time(3, 6)))
    #expect(isSame(CMTimeMultiplyByRatio(time(1, 2), multiplier: 2, divisor: -3), time(-2, 6)))
    let large = CMTimeMultiplyByRatio(time(9, 1 << 20), multiplier: 1 << 10, divisor: 3 << 12)
    #expect(large == CMTimeMultiplyByRatio(time(3, 1 << 20), multiplier: 1, divisor: 4))
    #expect(!large.hasBeenRounded)
    let rounded = CMTimeMultiplyByRatio(time(1, 2_147_483_647), multiplier: 1, divisor: 2)
    #expect(rounded.hasBeenRounded && rounded.isNumeric)
    #expect(CMTimeMultiplyByRatio(time(3, 2), multiplier: 1, divisor: 0) == plus)
    #expect(CMTimeMultiplyByRatio(time(-3, 2), multiplier: 1, divisor: 0) == minus)
    #expect(CMTimeMultiplyByRatio(plus, multiplier: -1, divisor: 2) == minus)
    #expect(!CMTimeMultiplyByRatio(invalid, multiplier: 1, divisor: 2).isValid)
    #expect(CMTimeMultiplyByRatio(time(.min, 1), multiplier: .min, divisor: .min) == time(.min, 1))
  }

  @Test("products by numbers have a fine timescale, and are exact if possible")
  func numberProducts() {
    for (start, factor, product) in [
      (time(1, 2), 1.5, time(3, 4)), (time(1, 3), 1.5, time(1, 2)), (time(1, 3), 2, time(2, 3)),
      (time(44_100, 44_100), -0.5, time(-1, 2)), (time(1, 44_100), 5, time(5, 44_100)),
      (time(0, 600), 1e300, time(0, 1)), (time(7, 1), 0, time(0, 1)),
    ] {
      let result = CMTimeMultiplyByFloat64(start, multiplier: factor)
      #expect(result == product && !result.hasBeenRounded && result.timescale >= 65_536)
    }
    let third = CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1.0 / 3)
    #expect(third.hasBeenRounded && abs(third.seconds - 1.0 / 3) <= 0.5e-9)
    #expect(CMTimeMultiplyByFloat64(time(1, 10), multiplier: 5.6).seconds == 0.56)
    #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e300) == plus)
    #expect(CMTimeMultiplyByFloat64(time(-1, 1), multiplier: 1e300) == minus)
    #expect(CMTimeMultiplyByFloat64(time(-1, 1), multiplier: -.infinity) == plus)
    #expect(!CMTimeMultiplyByFloat64(time(0, 1), multiplier: .infinity).isValid)
    #expect(!CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan).isValid)
    #expect(!CMTimeMultiplyByFloat64(invalid, multiplier: 2).isValid)
    #expect(CMTimeMultiplyByFloat64(unknown, multiplier: 2) == unknown)
    #expect(CMTimeMultiplyByFloat64(minus, multiplier: -2) == plus)
    let least = CMTimeMultiplyByFloat64(time(1, 1), multiplier: .leastNonzeroMagnitude)
    #expect(least == .zero && least.hasBeenRounded)
    #expect(CMTimeMultiplyByFloat64(time(1, 1 << 30), multiplier: 0x1p80) == time(1 << 50, 1))
  }

  @Test("absolute values are never negative, and never overflow")
  func absoluteValues() {
    #expect(isSame(CMTimeAbsoluteValue(time(-1, 10, epoch: 2)), time(1, 10, epoch: 2)))
    #expect(isSame(CMTimeAbsoluteValue(time(1, 10, rounded: true)), time(1, 10, rounded: true)))
    #expect(isSame(CMTimeAbsoluteValue(time(.min, 2)), time(1 << 62, 1)))
    #expect(CMTimeAbsoluteValue(time(.min, 1)) == plus)
    #expect(CMTimeAbsoluteValue(minus) == plus && CMTimeAbsoluteValue(plus) == plus)
    #expect(CMTimeAbsoluteValue(unknown) == unknown && CMTimeAbsoluteValue(invalid) == invalid)
  }
}

@Suite struct CMTimeComparisonTests {
  @Test("order: negative infinity, numbers by epoch, indefinite, positive infinity, invalid")
  func order() {
    let ascending = [
      minus, time(.max, 1, epoch: -1), time(.min, 1), time(-1, 3), time(0, 7), time(1, 3),
      time(.max, 1), time(.min, 1, epoch: 1), time(0, 1, epoch: 1), unknown, plus, invalid,
    ]
    for (index, first) in ascending.enumerated() {
      for (otherIndex, second) in ascending.enumerated() {
        let expected = index < otherIndex ? -1 : index == otherIndex ? 0 : 1
        #expect(CMTimeCompare(first, second) == Int32(expected), "\(first), \(second)")
        #expect((first < second) == (expected < 0) && (first > second) == (expected > 0))
        #expect((first <= second) == (expected <= 0) && (first >= second) == (expected >= 0))
        #expect((first == second) == (expected == 0))
        #expect(CMTimeMinimum(first, second) == ascending[min(index, otherIndex)])
        #expect(CMTimeMaximum(first, second) == ascending[max(index, otherIndex)])
      }
    }
  }

  @Test("only the flags determine the kind of a time that is not a number")
  func otherMembers() {
    for flag in [CMTimeFlags.positiveInfinity, .negativeInfinity, .indefinite] {
      let first = CMTime(value: 1, timescale: 2, flags: [.valid, flag], epoch: 3)
      let second = CMTime(
        value: -4, timescale: 0, flags: [.valid, flag, .hasBeenRounded], epoch: 9)
      #expect(first == second && first.hashValue == second.hashValue)
    }
    let nothing = CMTime(value: 1, timescale: 2, flags: [.indefinite], epoch: 3)
    #expect(nothing == invalid && nothing.hashValue == invalid.hashValue)
  }

  @Test("different representations of one instant are equal and hash equally")
  func hashes() {
    let instants = [
      [(1, 2), (2, 4), (300, 600)], [(-3, 1), (-1800, 600)], [(0, 1), (0, 44_100)],
    ]
    for representations in instants {
      let times = representations.map { CMTime(value: Int64($0.0), timescale: Int32($0.1)) }
      #expect(Set(times).count == 1)
    }
    #expect(time(1, 2, rounded: true) == time(1, 2))
    #expect(Set([time(1, 2, rounded: true), time(1, 2)]).count == 1)
    #expect(Set([time(1, 2), time(-1, 2), time(1, 2, epoch: 1), time(2, 1)]).count == 4)
  }
}

@Suite struct CMTimeConversionTests {
  @Test(
    "each method rounds in its direction",
    arguments: [
      // The values of 1/2, -1/2, 1/4, -1/4, 3/2, -3/2, and 2 in whole seconds.
      (.default, [1, -1, 0, 0, 2, -2, 2]), (.roundHalfAwayFromZero, [1, -1, 0, 0, 2, -2, 2]),
      (.roundTowardZero, [0, 0, 0, 0, 1, -1, 2]), (.roundAwayFromZero, [1, -1, 1, -1, 2, -2, 2]),
      (.roundTowardPositiveInfinity, [1, 0, 1, 0, 2, -1, 2]),
      (.roundTowardNegativeInfinity, [0, -1, 0, -1, 1, -2, 2]),
      // A negative time never becomes 0.
      (.quickTime, [0, -1, 0, -1, 1, -1, 2]),
    ] as [(CMTimeRoundingMethod, [Int64])])
  func methods(method: CMTimeRoundingMethod, values: [Int64]) {
    let times = [
      time(1, 2), time(-1, 2), time(1, 4), time(-1, 4), time(3, 2), time(-3, 2), time(4, 2),
    ]
    for (source, value) in zip(times, values) {
      let result = source.convertScale(1, method: method)
      #expect(isSame(result, time(value, 1, rounded: value != 2 || source.value != 4)), "\(source)")
      #expect(isSame(CMTimeConvertScale(source, timescale: 1, method: method), result))
    }
  }

  @Test("QuickTime rounds away from zero to a larger timescale")
  func quickTime() {
    #expect(time(1, 2).convertScale(3, method: .quickTime).value == 2)
    #expect(time(-1, 2).convertScale(3, method: .quickTime).value == -2)
    #expect(time(5, 3).convertScale(2, method: .quickTime).value == 3)
    #expect(isSame(time(1, 2).convertScale(4, method: .quickTime), time(2, 4)))
  }

  @Test("epochs and earlier rounding stay, overflow becomes infinity")
  func others() {
    let marked = time(1, 2, epoch: 5, rounded: true)
    #expect(isSame(marked.convertScale(4, method: .default), time(2, 4, epoch: 5, rounded: true)))
    #expect(isSame(marked.convertScale(2, method: .default), marked))
    #expect(time(.max, 1).convertScale(2, method: .default) == plus)
    #expect(time(.min, 1).convertScale(2, method: .default) == minus)
    for other in [invalid, unknown, plus, minus] {
      #expect(other.convertScale(600, method: .default) == other)
    }
  }
}
