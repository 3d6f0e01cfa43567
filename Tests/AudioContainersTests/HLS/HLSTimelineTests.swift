import Testing

@testable import AudioContainers

@Suite struct HLSTimelineTests {
  /// A window of a stream whose segment `n` has `1 + n % 7` seconds.
  private func window(_ range: Range<Int>, isDated: Bool = false, names: String = "s") throws
    -> HLSMediaPlaylist
  {
    var text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:7\n#EXT-X-MEDIA-SEQUENCE:\(range.lowerBound)\n"
    for number in range {
      text += "#EXTINF:\(Self.duration(number)),\n\(names)\(number)\n"
    }
    var playlist = try hlsMedia(text)
    guard isDated else { return playlist }
    for index in playlist.segments.indices {
      playlist.segments[index].date = Self.start(range.lowerBound + index) + 1e9
    }
    return playlist
  }

  private static func duration(_ number: Int) -> Int { 1 + number % 7 }

  /// Seconds of all segments before a number.
  private static func start(_ number: Int) -> Double {
    Double((0..<number).reduce(0) { $0 + duration($1) })
  }

  @Test("each segment keeps its time while the window moves", arguments: [false, true])
  func keepsTimes(isDated: Bool) throws {
    var random = SplitMix(state: 5)
    var first = 20
    var timeline = HLSTimeline(try window(first..<first + 6, isDated: isDated))
    let zero = Self.start(20)
    for _ in 0..<300 {
      first = max(first + Int.random(in: -2...5, using: &random), 0)
      let count = Int.random(in: 5...8, using: &random)
      timeline.update(try window(first..<first + count, isDated: isDated))
      for (index, segment) in timeline.playlist.segments.enumerated() {
        let time = timeline.time(at: HLSPosition(index: index))
        #expect(time == Self.start(segment.sequence) - zero)
      }
    }
  }

  @Test("every position has a time, and the time has the same position")
  func roundTrips() throws {
    var timeline = HLSTimeline(try window(3..<20))
    timeline.update(try window(10..<30))
    #expect(timeline.origin == Self.start(10) - Self.start(3))
    for (index, segment) in timeline.playlist.segments.enumerated() {
      for offset in stride(from: 0, to: segment.duration, by: 0.25) {
        let position = HLSPosition(index: index, offset: offset)
        #expect(timeline.position(at: timeline.time(at: position)) == position)
      }
    }
    let end = timeline.time(at: HLSPosition(index: 20))
    #expect(end == Self.start(30) - Self.start(3))
    #expect(timeline.position(at: -1) == HLSPosition(index: 0))
    #expect(timeline.seekableRange.upperBound == end - 21)
    #expect(timeline.seekableRange.lowerBound == timeline.origin)
  }

  @Test("dates give the times of missing segments; without dates, numbers do")
  func bridgesHoles() throws {
    var dated = HLSTimeline(try window(0..<4, isDated: true))
    dated.update(try window(10..<14, isDated: true))
    #expect(dated.origin == Self.start(10))
    var numbered = HLSTimeline(try window(0..<4))
    numbered.update(try window(10..<14))
    #expect(numbered.origin == Self.start(4) + 6 * 7)
  }

  @Test("an unrelated playlist follows the previous one")
  func appendsUnrelated() throws {
    var timeline = HLSTimeline(try window(50..<54))
    timeline.update(try window(0..<4, names: "t"))
    #expect(timeline.origin == Self.start(54) - Self.start(50))
    timeline.update(try window(0..<4, names: "u"))
    #expect(timeline.origin == Self.start(54) - Self.start(50) + Self.start(4))
    timeline.update(try hlsMedia("#EXTM3U\n#EXT-X-TARGETDURATION:7\n"))
    #expect(timeline.position(at: 0) == nil)
    let end = timeline.origin
    timeline.update(try window(90..<91))
    #expect(timeline.origin == end)
  }

  @Test("a date has the position in its segment")
  func findsDates() throws {
    let timeline = HLSTimeline(try window(3..<9, isDated: true))
    let date = 1e9 + Self.start(5) + 0.5
    #expect(timeline.position(atDate: date) == HLSPosition(index: 2, offset: 0.5))
    #expect(timeline.position(atDate: 1e9) == nil)
    #expect(timeline.position(atDate: 1e9 + Self.start(9)) == nil)
  }
}

@Suite struct HLSTimestampMapTests {
  /// Segments of 10 seconds, with a discontinuity before each letter `b`.
  private func segments(_ names: String) throws -> [HLSSegment] {
    let lines = names.map {
      ($0 == "b" ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:10,\n\($0)\n"
    }
    return try hlsMedia("#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + lines.joined()).segments
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var names: String
    /// Seconds of the timestamps, or `nil` without one.
    var timestamps: [Double?]
    var times: [Double]

    static let all = [
      Case(
        testDescription: "timestamps refine the times of the playlist", names: "aaa",
        timestamps: [100, 110.25, 119.75], times: [0, 10.25, 19.75]),
      Case(
        testDescription: "0 is a timestamp", names: "aa", timestamps: [0, 10.5], times: [0, 10.5]),
      Case(
        testDescription: "without timestamps, the playlist counts", names: "aa",
        timestamps: [nil, nil], times: [0, 10]),
      Case(
        testDescription: "after a segment without a timestamp, others do not count",
        names: "aaabaa", timestamps: [5, nil, 25.5, 7, 17.5, 27],
        times: [0, 10, 20, 30, 40.5, 50]),
      Case(
        testDescription: "a discontinuity starts anew", names: "aaba",
        timestamps: [5, 15.5, 1000, 1010.5], times: [0, 10.5, 20, 30.5]),
      Case(
        testDescription: "a jump without a discontinuity: the playlist counts, then the timestamps",
        names: "aaaa", timestamps: [5, 15, 500, 510.5], times: [0, 10, 20, 30.5]),
      Case(
        testDescription: "timestamps wrap", names: "aaa",
        timestamps: [95_440, 95_450.5, 95_460 - 95_443.717_688_888_89],
        times: [0, 10.5, 20]),
    ]
  }

  @Test("timestamps give the times of segments", arguments: Case.all)
  func maps(item: Case) throws {
    var map = HLSTimestampMap()
    for (index, segment) in try segments(item.names).enumerated() {
      let ticks = item.timestamps[index].map { UInt64(($0 * 90_000).rounded()) & (1 << 33 - 1) }
      let time = map.time(of: ticks, in: segment, startingAt: segment.start)
      #expect(abs(time - item.times[index]) < 1e-4)
    }
  }

  @Test("every timestamp near the expected one counts, wherever the timestamps wrap")
  func mapsEveryTimestamp() throws {
    let pair = try segments("aa")
    var random = SplitMix(state: 9)
    for _ in 0..<2000 {
      let first = UInt64.random(in: 0..<1 << 33, using: &random)
      let seconds = Int.random(in: 0...20, using: &random)
      let second = (first + UInt64(seconds * 90_000)) & (1 << 33 - 1)
      var map = HLSTimestampMap()
      #expect(map.time(of: first, in: pair[0], startingAt: 0) == 0)
      #expect(map.time(of: second, in: pair[1], startingAt: 10) == Double(seconds))
      #expect(map.time(of: first, in: pair[0], startingAt: 0) == 0, "after a seek back")
    }
  }
}
