import Testing

@testable import MediaTimeline

/// Rules of the map from played frames to media time, over made-up runs.
@Suite struct TimeMapTests {
  /// Runs of any length and rate, among them a rate of 0 and jumps in both directions.
  private static func madeUp(_ seed: UInt64) -> TimeMap {
    var random = SplitMix(state: seed)
    var map = TimeMap()
    var frame = 0.0
    for index in 0..<(1 + random.next(upTo: 12)) {
      let rates = [0.0, 0.25, 0.5, 1, 1, 1, 2, 3]
      map.append(
        .init(
          frame: frame, time: Double(random.next(upTo: 100_000)),
          rate: rates[random.next(upTo: rates.count)], index: index))
      frame += Double(1 + random.next(upTo: 5000))
    }
    return map
  }

  @Test("a frame has the time of the last run that starts at it or before it", arguments: 0..<50)
  func lookup(seed: UInt64) throws {
    let map = Self.madeUp(seed)
    var random = SplitMix(state: seed &+ 1000)
    for _ in 0..<100 {
      let frame = Double(random.next(upTo: 60_000)) - 100
      let expected = map.runs.last { $0.frame <= frame } ?? map.runs[0]
      #expect(map.run(at: frame) == expected)
      #expect(map.time(at: frame) == expected.time + (frame - expected.frame) * expected.rate)
    }
  }

  @Test("the frame of a time has that time", arguments: 0..<50)
  func inverse(seed: UInt64) throws {
    let map = Self.madeUp(seed)
    for run in map.runs where run.rate > 0 {
      for time in [run.time, run.time + 10, run.time + 1000] {
        let frame = try #require(map.frame(at: time))
        let found = try #require(map.runs.last { $0.time <= time })
        #expect(found.rate == 0 || abs(found.time(at: frame) - time) < 1e-6)
      }
    }
    #expect(map.frame(at: -1) == nil)
  }

  @Test("durations of parts add up to the duration of the whole", arguments: 0..<50)
  func durations(seed: UInt64) {
    let map = Self.madeUp(seed)
    var random = SplitMix(state: seed &+ 2000)
    let cuts = (0..<20).map { _ in Double(random.next(upTo: 60_000)) }.sorted()
    let parts = zip(cuts, cuts.dropFirst()).map { map.duration(from: $0, to: $1) }
    #expect(abs(parts.reduce(0, +) - map.duration(from: cuts[0], to: cuts[19])) < 1e-6)
    for run in map.runs.dropLast() {
      #expect(abs(map.duration(from: run.frame, to: run.frame + 1) - run.rate) < 1e-9)
    }
  }

  @Test("forgetting earlier frames keeps all later times", arguments: 0..<50)
  func forgetting(seed: UInt64) {
    let map = Self.madeUp(seed)
    for first in stride(from: 0.0, to: 60_000, by: 1777) {
      var shorter = map
      shorter.forget(before: first)
      for frame in stride(from: first, to: first + 20_000, by: 333) {
        #expect(shorter.time(at: frame) == map.time(at: frame))
      }
      #expect(shorter.runs.count <= map.runs.count)
    }
  }

  @Test("renumbered frames keep their times, to half a frame", arguments: 0..<50)
  func renumbering(seed: UInt64) throws {
    let map = Self.madeUp(seed)
    for ratio in [0.5, 48_000.0 / 44_100, 2] {
      var other = map
      other.renumber(from: 1000, to: 7, ratio: ratio)
      for frame in stride(from: 1000.0, to: 40_000, by: 1234.5) {
        // Next to a jump, half a frame decides which run it is.
        let isNearJump = map.runs.contains { abs($0.frame - frame) <= 1 + 1 / ratio }
        let expected = try #require(map.time(at: frame))
        let time = try #require(other.time(at: 7 + (frame - 1000) * ratio))
        let rate = try #require(map.run(at: frame)).rate
        #expect(isNearJump || abs(time - expected) <= rate / ratio)
      }
    }
  }

  @Test("a run that continues the previous one changes nothing")
  func continuation() {
    var map = TimeMap([.init(frame: 0, time: 0, rate: 0.5)])
    map.append(.init(frame: 100, time: 50, rate: 0.5))
    map.append(.init(frame: 200, time: 100.4, rate: 0.5), tolerance: 0.5)
    #expect(map.runs.count == 1)
    map.append(.init(frame: 200, time: 100.4, rate: 0.5))
    #expect(map.runs.count == 2)
    map.append(.init(frame: 300, time: 150.4, rate: 0.5, index: 1))
    #expect(map.runs.count == 3)
  }

  @Test("a run replaces all runs that start at its frame or later")
  func replacement() {
    var map = TimeMap((0..<5).map { .init(frame: Double($0 * 10), time: Double($0), rate: 2) })
    map.append(.init(frame: 20, time: 7, rate: 1))
    #expect(map.runs.map(\.frame) == [0, 10, 20])
    #expect(map.time(at: 25) == 12)
    map.removeRuns(after: 10)
    #expect(map.runs.map(\.frame) == [0, 10])
    map.removeRuns(after: -1)
    #expect(map.runs.map(\.frame) == [0])
    map.removeRuns(from: 0)
    #expect(map.isEmpty && map.time(at: 3) == nil && map.duration(from: 0, to: 9) == 0)
  }
}

/// A generator of numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func next(upTo bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
