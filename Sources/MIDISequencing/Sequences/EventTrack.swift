/// A track: events, and how to play them.
package struct EventTrack: Sendable {
  /// The repetition of a part of a track.
  package struct Loop: Equatable, Sendable {
    /// The length in beats; 0 for no repetition.
    package var duration: Double
    /// How often the loop plays; 0 for ever.
    package var count: Int
    /// The first beat of the loop; `nil` if the loop ends with the track.
    ///
    /// The loop never extends beyond the end of the track.
    package var start: Double?

    package init(duration: Double, count: Int) {
      self.duration = duration
      self.count = count
    }
  }

  /// The receiver of a track's events.
  package enum Destination: Equatable, Sendable {
    /// The first instrument of the graph.
    case standard
    case node(Int32)
    case endpoint(UInt32)
  }

  /// Identifies the track in its sequence.
  package let number: Int
  package var list = EventList()
  package var loop = Loop(duration: 0, count: 1)
  /// Beats by which all events play later.
  package var offset = 0.0
  package var isMuted = false
  package var isSoloed = false
  package var usesAutomatedParameters = false
  package var destination = Destination.standard
  /// The length that a client set, in beats.
  package var statedLength: Double?

  package init(number: Int) {
    self.number = number
  }

  /// The length in beats: the stated one, or the end of the last event if that is later.
  package var length: Double { max(statedLength ?? 0, list.end) }

  /// The range of the loop in beats, or `nil` without one.
  package var loopRange: Range<Double>? {
    let length = length
    guard loop.duration > 0 else { return nil }
    let start = loop.start ?? max(length - loop.duration, 0)
    let end = loop.start == nil ? length : min(start + loop.duration, length)
    return start < end ? start..<end : nil
  }

  // MARK: Editing

  /// Removes the events of a range.
  package mutating func clear(from start: Double, to end: Double) {
    list.remove(list.indices(from: start, to: end))
  }

  /// Removes the events of a range, except tempo events, as needed for the tempo track.
  package mutating func clearExceptTempo(from start: Double, to end: Double) {
    list.remove(list.indices(from: start, to: end)) { !$0.isTempo }
  }

  /// Removes a range, so later events move to its start.
  package mutating func cut(from start: Double, to end: Double) {
    list.remove(list.indices(from: start, to: end))
    list.shift(list.firstIndex(at: end)..<list.count, by: start - end)
  }

  /// Moves the events of a range.
  ///
  /// - Returns: False if an event would move before the start; then the track does not change.
  package mutating func move(from start: Double, to end: Double, by beats: Double) -> Bool {
    let range = list.indices(from: start, to: end)
    guard let first = range.first else { return true }
    guard list[first].beat + beats >= 0 else { return false }
    list.shift(range, by: beats)
    return true
  }

  /// The events of a range, with times from its start.
  package func copy(from start: Double, to end: Double) -> [(beat: Double, content: EventContent)] {
    list.indices(from: start, to: end).map { (list[$0].beat - start, list[$0].content) }
  }

  /// Adds events at a time.
  package mutating func merge(_ events: [(beat: Double, content: EventContent)], at beat: Double) {
    list.insert(events.map { ($0.beat + beat, $0.content) })
  }

  /// Moves the events at and after a time by a length, and adds events in the gap.
  package mutating func insert(
    _ events: [(beat: Double, content: EventContent)], at beat: Double, length: Double
  ) {
    list.shift(list.firstIndex(at: beat)..<list.count, by: length)
    merge(events, at: beat)
  }
}
