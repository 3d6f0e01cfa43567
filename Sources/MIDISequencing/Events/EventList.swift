/// The events of a track, in the order of their times.
///
/// Events at one time stay in the order of insertion.
package struct EventList: Sendable {
  private var storage: [TimedEvent] = []
  private var lastSerial = 0
  /// Whether the list has ever had client events, and events with preset objects.
  package private(set) var hasUserEvents = false
  package private(set) var hasObjects = false
  private var knownEnd: Double? = 0
  /// A number that changes with each edit.
  package private(set) var revision = 0

  /// The latest time of an event, in beats; moves to later times end there.
  private static let latest = 1e15

  package init() {}

  package var count: Int { storage.count }
  package var isEmpty: Bool { storage.isEmpty }
  package var events: [TimedEvent] { storage }

  package subscript(index: Int) -> TimedEvent { storage[index] }

  /// The end of the last event, including the lengths of notes; 0 without events.
  package var end: Double {
    knownEnd ?? storage.lazy.map(\.end).max() ?? 0
  }

  /// Calculates the end once, so it is known until an edit removes an event.
  package mutating func rememberEnd() { knownEnd = end }

  // MARK: Finding

  /// The index of the first event at or after a time.
  package func firstIndex(at beat: Double) -> Int { index { $0 < beat } }

  /// The index of the first event after a time.
  package func firstIndex(after beat: Double) -> Int { index { $0 <= beat } }

  /// The indices of the events from `start` on and before `end`.
  package func indices(from start: Double, to end: Double) -> Range<Int> {
    let first = firstIndex(at: start)
    return first..<max(first, firstIndex(at: end))
  }

  /// The index of an event, or `nil` if it was removed.
  package func index(ofSerial serial: Int, at beat: Double) -> Int? {
    var index = firstIndex(at: beat)
    while index < storage.count, storage[index].beat == beat {
      if storage[index].serial == serial { return index }
      index += 1
    }
    return storage.firstIndex { $0.serial == serial }
  }

  private func index(_ isBefore: (Double) -> Bool) -> Int {
    var (low, high) = (0, storage.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(storage[middle].beat) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Editing

  /// Inserts an event after those of the same time.
  ///
  /// - Returns: Its index.
  @discardableResult
  package mutating func insert(_ content: EventContent, at beat: Double) -> Int {
    let event = TimedEvent(beat: beat, serial: nextSerial(), content: content)
    note(content)
    let isLast = storage.last.map { $0.beat <= beat } ?? true
    let index = isLast ? storage.count : firstIndex(after: beat)
    if isLast { storage.append(event) } else { storage.insert(event, at: index) }
    didAdd(endingAt: event.end)
    return index
  }

  /// Inserts events, each after those of the same time.
  package mutating func insert(_ events: [(beat: Double, content: EventContent)]) {
    var isSorted = true
    for (beat, content) in events {
      isSorted = isSorted && storage.last.map { $0.beat <= beat } ?? true
      let event = TimedEvent(beat: beat, serial: nextSerial(), content: content)
      storage.append(event)
      note(content)
      didAdd(endingAt: event.end)
    }
    if !isSorted { sort() }
  }

  /// Removes the event at an index.
  package mutating func remove(at index: Int) {
    storage.remove(at: index)
    didRemove()
  }

  /// Removes the events of a range that meet a condition.
  package mutating func remove(
    _ range: Range<Int>, if condition: (EventContent) -> Bool = { _ in true }
  ) {
    let kept = storage[range].filter { !condition($0.content) }
    guard kept.count < range.count else { return }
    storage.replaceSubrange(range, with: kept)
    didRemove()
  }

  /// Replaces the content of an event.
  package mutating func replace(_ index: Int, with content: EventContent) {
    storage[index].content = content
    note(content)
    didRemove()
  }

  /// Moves an event to a time, after the events of that time.
  ///
  /// - Returns: Its new index.
  package mutating func move(_ index: Int, to beat: Double) -> Int {
    var event = storage.remove(at: index)
    event.beat = beat
    let index = firstIndex(after: beat)
    storage.insert(event, at: index)
    didRemove()
    return index
  }

  /// Moves events by some beats, after the events of their new times.
  package mutating func shift(_ range: Range<Int>, by beats: Double) {
    guard !range.isEmpty else { return }
    var moved = Array(storage[range])
    for index in moved.indices {
      moved[index].beat = min(moved[index].beat + beats, Self.latest)
    }
    if range.upperBound == storage.count, beats >= 0 {
      storage.replaceSubrange(range, with: moved)
    } else {
      storage.removeSubrange(range)
      storage += moved
      sort()
    }
    didRemove()
  }

  /// Gives all events new times and contents.
  package mutating func transform(_ change: (TimedEvent) -> (Double, EventContent)) {
    for index in storage.indices {
      (storage[index].beat, storage[index].content) = change(storage[index])
    }
    sort()
    didRemove()
  }

  // The standard sort keeps the order of events with equal times.
  private mutating func sort() { storage.sort { $0.beat < $1.beat } }

  private mutating func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  private mutating func note(_ content: EventContent) {
    switch content {
    case .user: hasUserEvents = true
    case .preset: hasObjects = true
    default: break
    }
  }

  private mutating func didAdd(endingAt end: Double) {
    if let known = knownEnd { knownEnd = max(known, end) }
    revision += 1
  }

  private mutating func didRemove() {
    knownEnd = storage.isEmpty ? 0 : nil
    revision += 1
  }
}
