/// The map from played frames to media time, and back.
///
/// A device counts played frames, and a client's clock shows media time. A map is a list of runs.
/// In each run, media time advances by the same amount for every played frame. Loops, seeks, rate
/// changes, and sample rate conversions each start a run.
package struct TimeMap: Sendable {
  /// Played frames in which media time advances evenly.
  package struct Run: Equatable, Sendable {
    /// The first played frame.
    package var frame: Double
    /// The media time of that frame, in the unit that the owner of the map chooses.
    package var time: Double
    /// Media time for each played frame.
    package var rate: Double
    /// Which pass of a loop, or which item of a list, the run belongs to.
    package var index: Int

    package init(frame: Double, time: Double, rate: Double = 1, index: Int = 0) {
      self.frame = frame
      self.time = time
      self.rate = rate
      self.index = index
    }

    /// The media time of a played frame, as if the run had no end.
    package func time(at frame: Double) -> Double { time + (frame - self.frame) * rate }
  }

  /// The runs, by their first frames; the last one has no end.
  package private(set) var runs: [Run]

  package init(_ runs: [Run] = []) {
    self.runs = runs
  }

  package var isEmpty: Bool { runs.isEmpty }

  // MARK: Lookup

  /// The run of a played frame: the first run for earlier frames, `nil` in an empty map.
  package func run(at frame: Double) -> Run? { runs.isEmpty ? nil : runs[index(at: frame)] }

  /// The media time of a played frame; `nil` in an empty map.
  package func time(at frame: Double) -> Double? { run(at: frame)?.time(at: frame) }

  /// The played frame at a media time, by the latest run that starts at that time or before it.
  package func frame(at time: Double) -> Double? {
    guard let run = runs.last(where: { $0.time <= time }) else { return nil }
    return run.rate == 0 ? run.frame : run.frame + (time - run.time) / run.rate
  }

  /// The media time that passes during some played frames, without the jumps between runs.
  package func duration(from start: Double, to end: Double) -> Double {
    guard start < end, !runs.isEmpty else { return 0 }
    var sum = 0.0
    var from = start
    var next = index(at: start)
    while from < end {
      let to = next + 1 < runs.count ? min(end, runs[next + 1].frame) : end
      sum += max(0, to - from) * runs[next].rate
      from = max(from, to)
      next += 1
    }
    return sum
  }

  /// The index of the last run that starts at a frame or before it, else 0.
  ///
  /// A binary search: a recording of a few frames in a loop has tens of thousands of runs.
  private func index(at frame: Double) -> Int {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].frame <= frame { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Changes

  /// Adds a run, which replaces all runs from its first frame on.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - tolerance: The media time by which the map may differ. If the map already continues with
  ///     the same rate and index within this tolerance, it does not change.
  package mutating func append(_ run: Run, tolerance: Double = 0) {
    if let last = runs.last, last.rate == run.rate, last.index == run.index,
      last.frame <= run.frame, abs(last.time(at: run.frame) - run.time) <= tolerance
    {
      return
    }
    while let last = runs.last, last.frame >= run.frame { runs.removeLast() }
    runs.append(run)
  }

  /// Removes the runs that start after a frame; the first run stays.
  package mutating func removeRuns(after frame: Double) {
    while runs.count > 1, let last = runs.last, last.frame > frame { runs.removeLast() }
  }

  /// Removes the runs that start at a frame or after it.
  package mutating func removeRuns(from frame: Double) {
    while let last = runs.last, last.frame >= frame { runs.removeLast() }
  }

  /// Removes the runs that end before a frame.
  ///
  /// - Parameters:
  ///   - frame: The first frame that keeps its run.
  ///   - slack: How many runs may stay before the frame, so that the list is not moved for each
  ///     removed run.
  package mutating func forget(before frame: Double, slack: Int = 0) {
    guard !runs.isEmpty else { return }
    let count = index(at: frame)
    if count > slack { runs.removeFirst(count) }
  }

  /// Renumbers the played frames, for example for a ring buffer with another sample rate.
  ///
  /// - Parameters:
  ///   - first: The first frame that keeps its media time; earlier frames are forgotten.
  ///   - newFirst: Its number from now on.
  ///   - ratio: New frames for each old one.
  package mutating func renumber(from first: Double, to newFirst: Double, ratio: Double) {
    forget(before: first)
    for index in runs.indices {
      let frame = max(runs[index].frame, first)
      let time = runs[index].time(at: frame)
      runs[index].frame = newFirst + ((frame - first) * ratio).rounded()
      runs[index].time = time
      runs[index].rate /= ratio
    }
  }
}
