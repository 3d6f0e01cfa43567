import CoreMedia
import Testing

private func time(_ value: Int64, _ timescale: Int32 = 1, epoch: Int64 = 0) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
  CMTimeRange(start: time(start), duration: time(end - start))
}

@Suite struct CMTimeRangeTests {
  @Test(
    "a range is valid if both members are, and the duration is neither negative nor in an epoch")
  func validity() {
    let valid = [
      range(0, 0), range(3, 5), CMTimeRange.zero, CMTimeRange(start: .zero, duration: .indefinite),
      CMTimeRange(start: .negativeInfinity, duration: .positiveInfinity),
      CMTimeRange(start: time(1, epoch: 4), duration: time(1)),
    ]
    let invalid = [
      CMTimeRange.invalid, CMTimeRange(), CMTimeRange(start: .invalid, duration: .zero),
      CMTimeRange(start: .zero, duration: .invalid), range(5, 3),
      CMTimeRange(start: .zero, duration: time(1, epoch: 1)),
      CMTimeRangeMake(start: .zero, duration: time(-1, 600)),
    ]
    #expect(valid.allSatisfy { $0.isValid && CMTIMERANGE_IS_VALID($0) })
    #expect(invalid.allSatisfy { !$0.isValid && CMTIMERANGE_IS_INVALID($0) })
  }

  @Test("a range is empty if it is valid and its duration is 0")
  func emptiness() {
    #expect(range(5, 5).isEmpty && CMTimeRange.zero.isEmpty && CMTIMERANGE_IS_EMPTY(.zero))
    #expect(CMTimeRange(start: .indefinite, duration: time(0, 44_100)).isEmpty)
    #expect(!range(5, 6).isEmpty && !CMTimeRange.invalid.isEmpty)
    let unknown = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(unknown.isIndefinite && CMTIMERANGE_IS_INDEFINITE(unknown) && !unknown.isEmpty)
    #expect(CMTimeRange(start: .indefinite, duration: .zero).isIndefinite)
    #expect(!range(1, 2).isIndefinite)
    #expect(!CMTimeRange(start: .indefinite, duration: .invalid).isIndefinite)
  }

  @Test("the end of a range is never inside")
  func containsTime() {
    #expect(range(3, 5).end == time(5) && CMTimeRangeGetEnd(range(3, 5)) == time(5))
    #expect(CMTimeRange(start: time(1, 2), duration: time(1, 3)).end == time(5, 6))
    #expect(!CMTimeRange.invalid.end.isValid)
    for (time, isInside) in [
      (time(3), true), (time(4), true), (time(9, 2), true), (time(5), false), (time(2), false),
      (CMTime.invalid, false), (.indefinite, false), (.positiveInfinity, false),
      (.negativeInfinity, false), (CMTimeMakeWithEpoch(value: 4, timescale: 1, epoch: 1), false),
    ] {
      #expect(range(3, 5).containsTime(time) == isInside)
      #expect(CMTimeRangeContainsTime(range(3, 5), time: time) == isInside)
    }
    #expect(!range(3, 3).containsTime(time(3)))
    #expect(CMTimeRange(start: .zero, duration: .positiveInfinity).containsTime(time(.max)))
    #expect(!CMTimeRange.invalid.containsTime(.zero))
  }

  @Test("a range contains the ranges that start and end in it")
  func containsRange() {
    #expect(
      range(0, 9).containsTimeRange(range(3, 9)) && range(0, 9).containsTimeRange(range(0, 9)))
    #expect(!range(0, 9).containsTimeRange(range(3, 10)))
    #expect(!range(1, 9).containsTimeRange(range(0, 5)))
    #expect(
      !range(0, 9).containsTimeRange(.invalid) && !CMTimeRange.invalid.containsTimeRange(.zero))
    #expect(CMTimeRangeContainsTimeRange(range(0, 9), otherRange: range(4, 4)))
  }

  @Test("unions reach from the earlier start to the later end")
  func unions() {
    for (first, second, union) in [
      (range(0, 5), range(2, 7), range(0, 7)), (range(0, 1), range(5, 7), range(0, 7)),
      (range(0, 9), range(2, 3), range(0, 9)), (range(3, 5), range(3, 5), range(3, 5)),
    ] {
      #expect(first.union(second) == union && second.union(first) == union)
      #expect(CMTimeRangeGetUnion(first, otherRange: second) == union)
    }
    #expect(!range(0, 5).union(.invalid).isValid && !CMTimeRange.invalid.union(range(0, 5)).isValid)
    let other = CMTimeRange(start: time(1, epoch: 1), duration: time(1))
    #expect(!range(0, 5).union(other).isValid && !range(0, 5).intersection(other).isValid)
  }

  @Test("intersections are the shared range; {0, 0} if there is none")
  func intersections() {
    for (first, second, shared) in [
      (range(0, 5), range(2, 7), range(2, 5)), (range(0, 9), range(2, 3), range(2, 3)),
      (range(3, 5), range(3, 5), range(3, 5)), (range(3, 5), range(5, 7), .zero),
      (range(3, 4), range(6, 7), .zero),
    ] {
      #expect(first.intersection(second) == shared && second.intersection(first) == shared)
      #expect(CMTimeRangeGetIntersection(first, otherRange: second) == shared)
    }
    #expect(!range(0, 5).intersection(.invalid).isValid)
  }

  @Test("the duration of a range is the difference between its end and start")
  func fromTimeToTime() {
    let made = CMTimeRange(start: time(1, 2), end: time(5, 6))
    #expect(made.start == time(1, 2) && made.duration == time(1, 3))
    #expect(CMTimeRangeFromTimeToTime(start: time(1, 2), end: time(5, 6)) == made)
    #expect(CMTimeRange(start: time(3, epoch: 2), end: time(4, epoch: 2)).duration.epoch == 0)
    #expect(!CMTimeRange(start: time(4), end: time(3)).isValid)
    #expect(!CMTimeRange(start: time(3, epoch: 2), end: time(4, epoch: 3)).isValid)
    #expect(CMTimeRange(start: .zero, end: .positiveInfinity).duration == .positiveInfinity)
  }

  @Test("equal ranges have equal members and hash equally")
  func equality() {
    let first = CMTimeRange(start: time(1, 2), duration: time(3))
    let second = CMTimeRange(start: time(300, 600), duration: time(9, 3))
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(CMTimeRangeEqual(first, second) && CMTimeRangeEqual(.invalid, CMTimeRange()))
    #expect(first != range(0, 3) && !CMTimeRangeEqual(first, range(0, 3)))
  }
}

@Suite struct CMTimeMappingTests {
  @Test("times map linearly, even outside the range")
  func mapsTimes() {
    let cases: [(CMTime, CMTimeRange, CMTimeRange, CMTime)] = [
      (time(2), range(0, 4), range(10, 20), time(15)),
      (time(0), range(0, 4), range(10, 20), time(10)),
      (time(4), range(0, 4), range(10, 20), time(20)),
      (time(-2), range(0, 4), range(10, 20), time(5)),
      (time(8), range(0, 4), range(10, 20), time(30)),
      (time(1, 3), range(0, 1), range(0, 3), time(1)),
      (time(2), range(1, 4), range(0, 1), time(1, 3)),
      (.positiveInfinity, range(0, 1), range(0, 3), .positiveInfinity),
    ]
    for (source, from, to, target) in cases {
      let result = CMTimeMapTimeFromRangeToRange(source, fromRange: from, toRange: to)
      #expect(result == target && !result.hasBeenRounded, "\(source)")
    }
  }

  @Test("the ends of ranges map to each other exactly, even if other times are rounded")
  func mapsEnds() {
    let from = CMTimeRange(start: time(7, 2_147_483_647), duration: time(5, 2_147_483_629))
    let to = CMTimeRange(start: time(1, 3), duration: time(11_000_000, 7))
    #expect(CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to) == to.start)
    #expect(CMTimeMapTimeFromRangeToRange(from.end, fromRange: from, toRange: to) == to.end)
  }

  @Test("mapping fails for empty ranges and other epochs, and moves times of infinite ranges")
  func mapsOthers() {
    func map(_ source: CMTime, _ from: CMTimeRange, _ to: CMTimeRange) -> CMTime {
      CMTimeMapTimeFromRangeToRange(source, fromRange: from, toRange: to)
    }
    #expect(!map(time(1), range(0, 0), range(0, 3)).isValid)
    #expect(!map(time(1), range(0, 3), range(0, 0)).isValid)
    #expect(!map(time(1), .invalid, range(0, 3)).isValid)
    #expect(!map(time(1, epoch: 1), range(0, 3), range(0, 3)).isValid)
    #expect(!map(.invalid, range(0, 3), range(0, 3)).isValid)
    #expect(map(.indefinite, range(0, 3), range(0, 3)) == .indefinite)
    let endless = CMTimeRange(start: time(2), duration: .positiveInfinity)
    let other = CMTimeRange(start: time(10), duration: .positiveInfinity)
    #expect(map(time(5), endless, other) == time(13))
    let later = CMTimeRange(start: time(2, epoch: 3), duration: time(4))
    #expect(map(time(4, epoch: 3), later, range(0, 1)) == time(1, 2))
  }

  @Test("durations scale by the ratio of the ranges")
  func mapsDurations() {
    func map(_ duration: CMTime, _ from: CMTimeRange, _ to: CMTimeRange) -> CMTime {
      CMTimeMapDurationFromRangeToRange(duration, fromRange: from, toRange: to)
    }
    #expect(map(time(2), range(0, 4), range(10, 20)) == time(5))
    #expect(map(time(1, 3), range(1, 3), range(5, 6)) == time(1, 6))
    #expect(map(time(4), range(0, 4), range(10, 20)) == time(10))
    #expect(!map(time(2, epoch: 1), range(0, 4), range(10, 20)).isValid)
    #expect(!map(time(2), range(0, 0), range(10, 20)).isValid)
    #expect(map(.positiveInfinity, range(0, 4), range(10, 20)) == .positiveInfinity)
  }

  @Test("clamping returns the closest time of a range")
  func clamps() {
    for (source, result) in [
      (time(2), time(3)), (time(3), time(3)), (time(4), time(4)), (time(5), time(5)),
      (time(9), time(5)), (CMTime.negativeInfinity, time(3)), (.positiveInfinity, time(5)),
    ] {
      #expect(CMTimeClampToRange(source, range: range(3, 5)) == result)
    }
    #expect(!CMTimeClampToRange(.invalid, range: range(3, 5)).isValid)
    #expect(!CMTimeClampToRange(time(3), range: range(3, 3)).isValid)
    #expect(!CMTimeClampToRange(time(3), range: .invalid).isValid)
  }

  @Test("folding wraps times into a range")
  func folds() {
    for (source, result) in [
      (time(25), time(5)), (time(0), time(0)), (time(10), time(0)), (time(-1), time(9)),
      (time(-10), time(0)), (time(-25, 2), time(15, 2)), (time(7), time(7)),
    ] {
      #expect(CMTimeFoldIntoRange(source, foldRange: range(0, 10)) == result, "\(source)")
    }
    #expect(CMTimeFoldIntoRange(time(1), foldRange: range(3, 5)) == time(3))
    #expect(CMTimeFoldIntoRange(time(2), foldRange: range(3, 5)) == time(4))
    #expect(!CMTimeFoldIntoRange(time(1), foldRange: range(3, 3)).isValid)
    #expect(!CMTimeFoldIntoRange(.invalid, foldRange: range(3, 5)).isValid)
    #expect(!CMTimeFoldIntoRange(.positiveInfinity, foldRange: range(3, 5)).isValid)
  }

  @Test("folded times are in the range and differ by whole durations")
  func foldsExactly() {
    var random = RandomTimes(seed: 9)
    for _ in 0..<5000 {
      let fold = CMTimeRange(
        start: random.number(bits: 20, scaleBits: 10),
        duration: CMTimeAdd(
          CMTimeAbsoluteValue(random.number(bits: 20, scaleBits: 10)), time(1, 600)))
      let source = random.number(bits: 30, scaleBits: 10)
      let folded = CMTimeFoldIntoRange(source, foldRange: fold)
      guard !folded.hasBeenRounded else { continue }
      #expect(fold.containsTime(folded))
      let moved = source - folded
      let parts = Int128(moved.value) * Int128(fold.duration.timescale)
      let whole = Int128(fold.duration.value) * Int128(moved.timescale)
      #expect(moved.hasBeenRounded || parts % whole == 0)
    }
  }

  @Test("mappings hold two ranges; an empty one has no source")
  func mappings() {
    let mapping = CMTimeMappingMake(source: range(0, 4), target: range(10, 20))
    #expect(mapping.source == range(0, 4) && mapping.target == range(10, 20))
    let empty = CMTimeMappingMakeEmpty(target: range(10, 20))
    #expect(!empty.source.isValid && empty.target == range(10, 20))
    #expect(!CMTimeMapping.invalid.target.isValid && !CMTimeMapping.invalid.source.isValid)
  }
}
