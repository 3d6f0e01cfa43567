/// The segments of an edited track: pieces of sources, and gaps, without a break between them.
///
/// The first segment starts at 0, and the last one is not a gap. Source: Apple's documentation of
/// compositions.
package struct EditList<Time: EditTime, Source: Sendable>: Sendable {
  /// A segment.
  package struct Segment: Sendable {
    /// The source; `nil` for a gap.
    package var source: Source?
    /// The range of the source, which plays faster or slower if the duration of the target differs.
    package var sourceRange: EditRange<Time>
    /// The range in the track.
    package var target: EditRange<Time>

    package init(
      _ source: Source?, _ sourceRange: EditRange<Time>, target: EditRange<Time>
    ) {
      self.source = source
      self.sourceRange = sourceRange
      self.target = target
    }

    /// A gap.
    package init(gap target: EditRange<Time>) {
      self.init(nil, EditRange(start: .zero, duration: target.duration), target: target)
    }

    fileprivate func moved(by offset: Time) -> Segment {
      var moved = self
      moved.target.start = target.start + offset
      return moved
    }

    /// The parts before and after a time inside the segment.
    fileprivate func split(at time: Time) -> (Segment, Segment) {
      let length = time - target.start
      let isScaled = sourceRange.duration != target.duration
      let sourceLength =
        isScaled ? length.scaled(from: target.duration, to: sourceRange.duration) : length
      let middle = sourceRange.start + sourceLength
      return (
        Segment(
          source, EditRange(from: sourceRange.start, to: middle),
          target: EditRange(from: target.start, to: time)),
        Segment(
          source, EditRange(from: middle, to: sourceRange.end),
          target: EditRange(from: time, to: target.end))
      )
    }
  }

  package private(set) var segments: [Segment] = []

  /// An empty track.
  package init() {}

  /// A track of these segments, which follow each other from 0 on.
  package init(_ segments: [Segment]) {
    self.segments = segments
    tidy()
  }

  /// The end of the last segment.
  package var end: Time { segments.last?.target.end ?? .zero }

  /// The segment at a time; `nil` after the end.
  package func segment(at time: Time) -> Segment? {
    let index = firstIndex(endingAfter: time)
    guard index < segments.count, segments[index].target.start <= time else { return nil }
    return segments[index]
  }

  // MARK: Edits

  /// Inserts a piece of a source, and moves later segments.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - range: The range of the source; one without a duration is ignored.
  ///   - time: The time in the track. If it is after the end, a gap fills the time in between.
  package mutating func insert(_ source: Source, _ range: EditRange<Time>, at time: Time) {
    insert(
      Segment(source, range, target: EditRange(start: time, duration: range.duration)))
  }

  /// Inserts a gap, and moves later segments; a gap at or after the end is ignored.
  package mutating func insertGap(_ range: EditRange<Time>) {
    guard range.start < end else { return }
    insert(Segment(gap: range))
  }

  private mutating func insert(_ segment: Segment) {
    guard segment.target.duration > .zero else { return }
    let time = segment.target.start
    if segment.source != nil, time >= end {
      if time > end { segments.append(Segment(gap: EditRange(from: end, to: time))) }
      segments.append(segment)
      return
    }
    if time > end { segments.append(Segment(gap: EditRange(from: end, to: time))) }
    let index = divide(at: time)
    let later = segments[index...].map { $0.moved(by: segment.target.duration) }
    segments.replaceSubrange(index..., with: [segment] + later)
    tidy()
  }

  /// Removes a range, and moves later segments to its start.
  package mutating func remove(_ range: EditRange<Time>) {
    let stop = min(range.end, end)
    guard range.start < stop else { return }
    let first = divide(at: range.start)
    let last = divide(at: stop)
    let offset = range.start - stop
    let later = segments[last...].map { $0.moved(by: offset) }
    segments.replaceSubrange(first..., with: later)
    tidy()
  }

  /// Changes the duration of a range, and moves later segments.
  package mutating func scale(_ range: EditRange<Time>, to duration: Time) {
    let stop = min(range.end, end)
    guard stop > range.start, duration > .zero else { return }
    let old = EditRange(from: range.start, to: stop)
    // If the range extends beyond the end, the part before the end is scaled by the same factor.
    let new = stop == range.end ? duration : old.duration.scaled(from: range.duration, to: duration)
    let first = divide(at: old.start)
    let last = divide(at: stop)
    func moved(_ time: Time) -> Time {
      time == stop
        ? old.start + new
        : old.start + (time - old.start).scaled(from: old.duration, to: new)
    }
    for index in first..<last {
      let target = segments[index].target
      segments[index].target = EditRange(from: moved(target.start), to: moved(target.end))
    }
    for index in last..<segments.count {
      segments[index] = segments[index].moved(by: new - old.duration)
    }
    tidy()
  }

  // MARK: Parts

  private func firstIndex(endingAfter time: Time) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].target.end > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Divides the segment at a time, and returns the index of the segment that starts there.
  private mutating func divide(at time: Time) -> Int {
    let index = firstIndex(endingAfter: time)
    guard index < segments.count, segments[index].target.start < time else { return index }
    let (before, after) = segments[index].split(at: time)
    segments.replaceSubrange(index...index, with: [before, after])
    return index + 1
  }

  /// Joins gaps, and removes those at the end.
  private mutating func tidy() {
    var tidied: [Segment] = []
    tidied.reserveCapacity(segments.count)
    for segment in segments where segment.target.duration > .zero {
      if segment.source == nil, let last = tidied.last, last.source == nil {
        tidied[tidied.count - 1] = Segment(
          gap: EditRange(from: last.target.start, to: segment.target.end))
      } else {
        tidied.append(segment)
      }
    }
    while let last = tidied.last, last.source == nil { tidied.removeLast() }
    segments = tidied
  }
}
