extension EventTrack {
  /// The maximum number of times of an event in a search, which only a tiny loop exceeds.
  private static let mostTimes = 1_000

  /// The client's events after `start` and up to `end`, in beats of the sequence.
  ///
  /// An event in a loop has a time in each pass. A search returns about 1,000 times of an event at
  /// most.
  package func userEvents(
    after start: Double, to end: Double
  ) -> [(track: Int, beat: Double, bytes: [UInt8])] {
    guard list.hasUserEvents else { return [] }
    let range = loopRange
    return list.events.flatMap { event -> [(track: Int, beat: Double, bytes: [UInt8])] in
      guard case .user(let bytes) = event.content else { return [] }
      return times(event.beat, range, after: start, to: end).map { (number, $0, bytes) }
    }
  }

  /// The times at which a beat of the track plays, after `start` and up to `end`.
  private func times(
    _ beat: Double, _ range: Range<Double>?, after start: Double, to end: Double
  ) -> [Double] {
    let first = beat + offset
    guard let range, beat >= range.lowerBound else {
      return first > start && first <= end ? [first] : []
    }
    let length = range.upperBound - range.lowerBound
    let last = loop.count > 0 ? Double(loop.count - 1) : .infinity
    guard beat < range.upperBound else {
      let time = first + last * length
      return time > start && time <= end ? [time] : []
    }
    var times: [Double] = []
    var pass = max(0, ((start - first) / length).rounded(.down))
    for _ in 0...Self.mostTimes {
      let time = first + pass * length
      guard pass <= last, time <= end else { break }
      if time > start { times.append(time) }
      pass += 1
    }
    return times
  }
}
