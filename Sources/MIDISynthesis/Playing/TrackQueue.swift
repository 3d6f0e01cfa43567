/// The next events of all tracks in the order of their beats, for the render thread.
///
/// Events of one beat are in the order of their tracks. The memory is allocated in advance.
struct TrackQueue {
  private var cursors: [TrackCursor]
  /// The beats of the next events; infinite at the end of a track.
  private var beats: [Double]
  /// A binary heap of the tracks' indices.
  private var heap: [Int]

  init(trackCount: Int) {
    cursors = Array(repeating: TrackCursor(), count: trackCount)
    beats = Array(repeating: .infinity, count: trackCount)
    heap = Array(0..<trackCount)
  }

  /// The track with the earliest event, and its beat; `nil` at the end of all tracks.
  var first: (track: Int, beat: Double)? {
    guard !heap.isEmpty, beats[heap[0]] < .infinity else { return nil }
    return (heap[0], beats[heap[0]])
  }

  /// The index of the next event of a track.
  func event(of track: Int) -> Int { cursors[track].index }

  /// Goes to the first events at or after a beat.
  mutating func seek(_ schedule: SequenceSchedule, to beat: Double) {
    var index = 0
    while index < heap.count {
      cursors[index].seek(schedule.tracks[index], to: beat)
      beats[index] = cursors[index].nextBeat(schedule.tracks[index]) ?? .infinity
      heap[index] = index
      index += 1
    }
    var parent = heap.count / 2 - 1
    while parent >= 0 {
      sink(parent)
      parent -= 1
    }
  }

  /// Takes the place of another queue of the same tracks.
  mutating func take(_ other: TrackQueue) {
    var index = 0
    while index < heap.count {
      cursors[index] = other.cursors[index]
      beats[index] = other.beats[index]
      heap[index] = other.heap[index]
      index += 1
    }
  }

  /// Goes on after the earliest event.
  mutating func advance(_ schedule: SequenceSchedule) {
    let track = heap[0]
    cursors[track].advance()
    beats[track] = cursors[track].nextBeat(schedule.tracks[track]) ?? .infinity
    sink(0)
  }

  /// Moves a track down to its place in the heap.
  private mutating func sink(_ start: Int) {
    var parent = start
    while case var child = 2 * parent + 1, child < heap.count {
      if child + 1 < heap.count, isEarlier(child + 1, child) { child += 1 }
      guard isEarlier(child, parent) else { return }
      (heap[child], heap[parent]) = (heap[parent], heap[child])
      parent = child
    }
  }

  private func isEarlier(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (heap[one], heap[other])
    return (beats[first], first) < (beats[second], second)
  }
}
