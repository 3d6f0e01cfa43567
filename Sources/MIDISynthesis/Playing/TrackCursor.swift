internal import MIDISequencing

/// The next event of a track, for the render thread.
struct TrackCursor {
  private(set) var index = 0
  private var repetition = 0

  /// The beat of the next event; `nil` at the end of the track.
  mutating func nextBeat(_ track: SequenceSchedule.Track) -> Double? {
    repeatIfNeeded(track)
    guard index < track.events.count else { return nil }
    return track.events[index].beat + shift(track)
  }

  /// Goes on to the following event.
  mutating func advance() { index += 1 }

  private func shift(_ track: SequenceSchedule.Track) -> Double {
    guard let loop = track.loop else { return track.offset }
    return track.offset + Double(repetition) * (loop.upperBound - loop.lowerBound)
  }

  private mutating func repeatIfNeeded(_ track: SequenceSchedule.Track) {
    guard let loop = track.loop, track.loopCount == 0 || repetition + 1 < track.loopCount,
      index == track.events.count || track.events[index].beat >= loop.upperBound
    else { return }
    let first = track.index(at: loop.lowerBound)
    if first < track.events.count, track.events[first].beat < loop.upperBound {
      (index, repetition) = (first, repetition + 1)
    } else if track.loopCount > 0 {
      // The loop has no events, so it only takes time.
      repetition = track.loopCount - 1
    } else {
      index = track.events.count
    }
  }

  /// Goes to the first event at or after a beat.
  mutating func seek(_ track: SequenceSchedule.Track, to beat: Double) {
    var local = beat - track.offset
    repetition = 0
    if let loop = track.loop, local >= loop.upperBound {
      let length = loop.upperBound - loop.lowerBound
      let wanted = Int(nearest: ((local - loop.upperBound) / length).rounded(.down)) + 1
      repetition = track.loopCount == 0 ? wanted : min(wanted, track.loopCount - 1)
      local -= Double(repetition) * length
    }
    index = track.index(at: local)
  }
}
