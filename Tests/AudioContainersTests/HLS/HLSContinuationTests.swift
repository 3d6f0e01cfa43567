import Testing

@testable import AudioContainers

@Suite struct HLSContinuationTests {
  /// A list of segments of 6 seconds.
  struct List: Sendable {
    var first: Int
    var names: [String]
    /// Seconds since 1970 at the first segment.
    var date: Int?
    var hasEnd = false

    func playlist() throws -> HLSMediaPlaylist {
      var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
      if let date {
        let (minutes, seconds) = (date / 60, date % 60)
        text += "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:\(minutes < 10 ? "0" : "")\(minutes)"
        text += ":\(seconds < 10 ? "0" : "")\(seconds)Z\n"
      }
      for name in names { text += "#EXTINF:6,\n\(name)\n" }
      return try hlsMedia(text + (hasEnd ? "#EXT-X-ENDLIST\n" : ""))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old = List(first: 10, names: ["a", "b", "c", "d"])
    /// The index of the latest segment in the old list.
    var index: Int
    var new: List
    var result: HLSContinuation
  }

  static let numbers = [
    Case(
      testDescription: "the same list", index: 1,
      new: List(first: 10, names: ["a", "b", "c", "d"]),
      result: .segment(index: 2)),
    Case(
      testDescription: "a list that has moved on", index: 3,
      new: List(first: 12, names: ["c", "d", "e"]), result: .segment(index: 2)),
    Case(
      testDescription: "new tokens and hosts", index: 3,
      new: List(first: 12, names: ["http://g/c?t=1", "/x/d?t=2#t", "e"]), result: .segment(index: 2)
    ),
    Case(
      testDescription: "the first segments have gone, and the next one, too", index: 0,
      new: List(first: 13, names: ["d", "e"]), result: .jump(HLSPosition(index: 0))),
    Case(
      testDescription: "exactly the next segment is the first", index: 3,
      new: List(first: 14, names: ["e", "f"]), result: .segment(index: 0)),
    Case(
      testDescription: "all segments have gone", index: 3,
      new: List(first: 20, names: ["k", "l"]), result: .jump(HLSPosition(index: 0))),
    Case(
      testDescription: "nothing new", index: 3, new: List(first: 11, names: ["b", "c", "d"]),
      result: .pending),
    Case(
      testDescription: "an older list ends earlier", index: 3,
      new: List(first: 9, names: ["z", "a", "b"]), result: .pending),
    Case(
      testDescription: "nothing new, and the end", index: 3,
      new: List(first: 11, names: ["b", "c", "d"], hasEnd: true), result: .end),
    Case(
      testDescription: "an empty list", index: 3, new: List(first: 0, names: []), result: .pending),
    Case(
      testDescription: "an empty list with an end", index: 3,
      new: List(first: 0, names: [], hasEnd: true), result: .end),
  ]

  static let restarts = [
    Case(
      testDescription: "numbers from 0", index: 3,
      new: List(first: 0, names: ["e", "f", "g", "h", "i"]), result: .jump(HLSPosition(index: 2))),
    Case(
      testDescription: "the same numbers for other segments", index: 1,
      new: List(first: 10, names: ["p", "q", "r", "s"]), result: .jump(HLSPosition(index: 1))),
    Case(
      testDescription: "a shorter list", index: 3, new: List(first: 1, names: ["p"]),
      result: .jump(HLSPosition(index: 0))),
  ]

  static let dated = List(first: 10, names: ["a", "b", "c", "d"], date: 600)
  static let dates = [
    Case(
      testDescription: "numbers from 0, the next date is in the list", old: dated, index: 3,
      new: List(first: 0, names: ["p", "q", "r"], date: 618), result: .segment(index: 1)),
    Case(
      testDescription: "dates that differ by less than half of a segment", old: dated, index: 3,
      new: List(first: 0, names: ["p", "q", "r"], date: 620), result: .segment(index: 1)),
    Case(
      testDescription: "higher numbers, the next date is in the list", old: dated, index: 3,
      new: List(first: 900, names: ["p", "q", "r"], date: 618), result: .segment(index: 1)),
    Case(
      testDescription: "the same numbers for other segments", old: dated, index: 1,
      new: List(first: 10, names: ["p", "q", "r"], date: 612), result: .segment(index: 0)),
    Case(
      testDescription: "the next date is before the list", old: dated, index: 0,
      new: List(first: 0, names: ["p", "q"], date: 700), result: .jump(HLSPosition(index: 0))),
    Case(
      testDescription: "the next date follows the list", old: dated, index: 3,
      new: List(first: 0, names: ["p", "q"], date: 612), result: .pending),
    Case(
      testDescription: "the next date follows an ended list", old: dated, index: 3,
      new: List(first: 0, names: ["p", "q"], date: 612, hasEnd: true), result: .end),
    Case(
      testDescription: "a clock that was set back", old: dated, index: 3,
      new: List(first: 0, names: ["p", "q", "r", "s"], date: 60),
      result: .jump(HLSPosition(index: 1))),
    Case(
      testDescription: "numbers count more than dates", old: dated, index: 3,
      new: List(first: 12, names: ["c", "d", "e"], date: 900), result: .segment(index: 2)),
  ]

  private func continuation(_ item: Case) throws -> HLSContinuation {
    let old = try item.old.playlist()
    return HLSContinuation(after: old.segments[item.index], of: old, in: try item.new.playlist())
  }

  @Test("the media sequence finds the next segment", arguments: numbers)
  func followsNumbers(item: Case) throws {
    #expect(try continuation(item) == item.result)
  }

  @Test("without numbers and dates, playback restarts near the end", arguments: restarts)
  func restartsNearTheEnd(item: Case) throws {
    #expect(try continuation(item) == item.result)
  }

  @Test("dates find the next segment if numbers do not", arguments: dates)
  func followsDates(item: Case) throws {
    #expect(try continuation(item) == item.result)
  }

  @Test("however the window moves, no available segment is skipped or repeated")
  func followsWindow() throws {
    var random = SplitMix(state: 3)
    func window(_ first: Int) throws -> HLSMediaPlaylist {
      try List(first: first, names: (first..<first + 5).map { "s\($0)" }).playlist()
    }
    var first = 100
    var playlist = try window(first)
    var segment = try #require(playlist.segments.first)
    for _ in 0..<500 {
      first = max(first + Int.random(in: -2...4, using: &random), 0)
      let next = try window(first)
      let expected = segment.sequence + 1
      switch HLSContinuation(after: segment, of: playlist, in: next) {
      case .segment(let index):
        segment = next.segments[index]
        #expect(segment.sequence == expected)
      case .jump(let position):
        #expect(position == HLSPosition(index: 0) && first > expected)
        segment = next.segments[0]
      case .pending: #expect(first + 5 <= expected)
      case .end: Issue.record("the list has no end")
      }
      playlist = next
    }
  }
}
