/// Tracks with one time line.
package struct EventSequence: Sendable {
  /// The unit of times.
  package enum Unit: Sendable {
    /// Beats, whose length the tempo track determines.
    case beats
    case seconds
    /// Frames of audio.
    case samples
  }

  package var unit = Unit.beats
  /// The division of the file that was loaded.
  package var division = SMFDivision.standard
  package var tempoTrack = EventTrack(number: 0)
  package private(set) var tracks: [EventTrack] = []
  private var lastNumber = 0
  private var maps: (revision: Int, unit: Unit, tempo: TempoMap, meter: MeterMap)?

  /// Frames per second of a sequence in frames, if it has no tempo event.
  private static let standardFrameRate = 44100.0

  package init() {}

  /// The length of the longest track in beats.
  package var length: Double { tracks.map(\.length).max() ?? 0 }

  /// The tracks that are heard: those not muted, or only the soloed ones if a track is soloed.
  package var heardTracks: [EventTrack] {
    let hasSolo = tracks.contains(where: \.isSoloed)
    return tracks.filter { !$0.isMuted && ($0.isSoloed || !hasSolo) }
  }

  // MARK: Tracks

  /// Adds a track, and returns its number.
  @discardableResult
  package mutating func addTrack() -> Int {
    lastNumber += 1
    tracks.append(EventTrack(number: lastNumber))
    return lastNumber
  }

  /// Removes a track, and returns whether it existed.
  package mutating func removeTrack(_ number: Int) -> Bool {
    guard let index = index(of: number) else { return false }
    tracks.remove(at: index)
    return true
  }

  /// The index of a track, or `nil` for the tempo track and removed tracks.
  package func index(of number: Int) -> Int? {
    // The numbers increase.
    var (low, high) = (0, tracks.count)
    while low < high {
      let middle = (low + high) / 2
      if tracks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < tracks.count && tracks[low].number == number ? low : nil
  }

  /// A track by its number; 0 is the tempo track.
  package subscript(number: Int) -> EventTrack? {
    if number == tempoTrack.number { return tempoTrack }
    return index(of: number).map { tracks[$0] }
  }

  /// Changes a track, or returns `nil` if it was removed.
  package mutating func update<Result, Failure: Error>(
    _ number: Int, _ change: (inout EventTrack) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if number == tempoTrack.number { return try change(&tempoTrack) }
    guard let index = index(of: number) else { return nil }
    return try change(&tracks[index])
  }

  // MARK: Time

  /// Beats and seconds by the tempo track.
  package mutating func tempoMap() -> TempoMap { currentMaps().tempo }

  /// Bars by the tempo track.
  package mutating func meterMap() -> MeterMap { currentMaps().meter }

  private mutating func currentMaps() -> (tempo: TempoMap, meter: MeterMap) {
    let revision = tempoTrack.list.revision
    if let maps, maps.revision == revision, maps.unit == unit { return (maps.tempo, maps.meter) }
    let events = tempoTrack.list.events
    let tempo = TempoMap(
      events.compactMap {
        if case .tempo(let tempo) = $0.content { ($0.beat, tempo) } else { nil }
      }, before: standardTempo)
    let meter = MeterMap(events)
    maps = (revision, unit, tempo, meter)
    return (tempo, meter)
  }

  /// Units a minute without a tempo event.
  private var standardTempo: Double {
    switch unit {
    case .beats: TempoMap.standardTempo
    case .seconds: 60
    case .samples: 60 * Self.standardFrameRate
    }
  }

  // MARK: Reversal

  /// Reverses the order of all events, and of the tempo, within the length of the sequence.
  package mutating func reverse() {
    let length = max(length, tempoTrack.length)
    reverseTempo(length)
    for index in tracks.indices {
      tracks[index].list.transform { (max(length - $0.end, 0), $0.content) }
    }
  }

  /// Reverses the tempo events: a reversed tempo starts at the end of the original one.
  private mutating func reverseTempo(_ length: Double) {
    var tempo = standardTempo
    var reversed: [(beat: Double, content: EventContent)] = []
    var start = 0.0
    for event in tempoTrack.list.events where event.content.isTempo {
      if event.beat > start { reversed.append((max(length - event.beat, 0), .tempo(tempo))) }
      if case .tempo(let next) = event.content { tempo = next }
      start = event.beat
    }
    let hasTempo = tempoTrack.list.events.contains(where: \.content.isTempo)
    if hasTempo, start < length { reversed.append((0, .tempo(tempo))) }
    tempoTrack.list.remove(0..<tempoTrack.list.count, if: \.isTempo)
    tempoTrack.list.transform { (max(length - $0.beat, 0), $0.content) }
    tempoTrack.list.insert(reversed.reversed())
  }
}
