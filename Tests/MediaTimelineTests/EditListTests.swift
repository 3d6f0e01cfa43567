import MediaTimeline
import Testing

extension Int: EditTime {
  package func scaled(from old: Int, to new: Int) -> Int { self * new / old }
}

@Suite struct EditListTests {
  /// A track as an array: the source and its frame at each frame, or `nil` in a gap.
  private struct Model {
    struct Frame: Equatable {
      var source: Int
      var frame: Int
    }

    var frames: [Frame?] = []

    mutating func insert(_ new: [Frame?], at time: Int) {
      if time > frames.count {
        frames += Array(repeating: nil, count: time - frames.count)
      }
      frames.insert(contentsOf: new, at: time)
    }

    mutating func tidy() {
      while let last = frames.last, last == nil { frames.removeLast() }
    }
  }

  private func frames(_ list: EditList<Int, Int>) -> [Model.Frame?] {
    list.segments.flatMap { segment in
      (0..<segment.target.duration).map { offset in
        segment.source.map { Model.Frame(source: $0, frame: segment.sourceRange.start + offset) }
      }
    }
  }

  @Test("random edits give the same frames as an array", arguments: 0..<20)
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    var list = EditList<Int, Int>()
    var model = Model()
    for step in 0..<500 {
      let start = Int.random(in: 0...60, using: &random)
      let duration = Int.random(in: 1...20, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let first = Int.random(in: 0...1000, using: &random)
        list.insert(step, EditRange(start: first, duration: duration), at: start)
        model.insert(
          (0..<duration).map { Model.Frame(source: step, frame: first + $0) }, at: start)
      case 2:
        list.remove(EditRange(start: start, duration: duration))
        if start < model.frames.count {
          model.frames.removeSubrange(start..<min(start + duration, model.frames.count))
        }
      default:
        list.insertGap(EditRange(start: start, duration: duration))
        if start < model.frames.count {
          model.insert(Array(repeating: nil, count: duration), at: start)
        }
      }
      model.tidy()
      #expect(frames(list) == model.frames)
      check(list)
    }
  }

  /// Segments follow each other, gaps are joined, and the last segment is not a gap.
  private func check(_ list: EditList<Int, Int>) {
    var end = 0
    var wasGap = false
    for segment in list.segments {
      #expect(segment.target.start == end && segment.target.duration > 0)
      #expect(!(wasGap && segment.source == nil))
      wasGap = segment.source == nil
      end = segment.target.end
    }
    #expect(!wasGap && list.end == end)
  }

  @Test("a scaled range keeps its sources, and moves the later segments")
  func scaling() {
    var list = EditList<Int, String>()
    list.insert("a", EditRange(start: 100, duration: 40), at: 0)
    list.insert("b", EditRange(start: 0, duration: 40), at: 40)
    list.scale(EditRange(start: 20, duration: 40), to: 80)
    #expect(list.segments.map(\.source) == ["a", "a", "b", "b"])
    #expect(list.segments.map(\.target.start) == [0, 20, 60, 100])
    #expect(list.segments.map(\.sourceRange.start) == [100, 120, 0, 20])
    #expect(list.segments.map(\.sourceRange.duration) == [20, 20, 20, 20])
    #expect(list.end == 120)
    // An edit inside a scaled segment divides its source by the same factor.
    list.remove(EditRange(start: 30, duration: 10))
    #expect(list.segments.map(\.sourceRange.start) == [100, 120, 130, 0, 20])
    #expect(list.segments.map(\.target.start) == [0, 20, 30, 50, 90])
  }

  @Test("a range beyond the end is scaled by its factor")
  func scalingBeyondTheEnd() {
    var list = EditList<Int, String>()
    list.insert("a", EditRange(start: 0, duration: 40), at: 0)
    list.scale(EditRange(start: 20, duration: 80), to: 160)
    #expect(list.end == 60)
    list.scale(EditRange(start: 60, duration: 10), to: 20)
    #expect(list.end == 60)
  }

  @Test("a segment is found by its time")
  func lookup() {
    var list = EditList<Int, String>()
    list.insert("a", EditRange(start: 0, duration: 10), at: 5)
    #expect(list.segment(at: 0)?.source == nil && list.segment(at: 0) != nil)
    #expect(list.segment(at: 5)?.source == "a" && list.segment(at: 14)?.source == "a")
    #expect(list.segment(at: 15) == nil && list.segment(at: -1) == nil)
  }
}
