extension EventSequence {
  /// The distribution of a file's events to tracks.
  package enum TrackLayout: Sendable {
    /// As in the file.
    case asInFile
    /// A track for each channel, and a last one for other events.
    case channels
  }

  /// Adds the events of a file, with tempo and time signatures in the tempo track.
  ///
  /// The first track of a parallel file becomes part of the tempo track if it has only
  /// information.
  package mutating func add(_ file: SMFFile, _ layout: TrackLayout) {
    division = file.division
    unit = file.division.isInSeconds ? .seconds : .beats
    var loading = file.tracks.map { LoadedTrack($0, ticksPerUnit: file.division.ticksPerUnit) }
    if file.format == .parallel, loading.count > 1, loading[0].isInformation {
      let first = loading.removeFirst()
      tempoTrack.list.insert(first.events)
      if first.end > tempoTrack.list.end { tempoTrack.statedLength = first.end }
    }
    for index in loading.indices { tempoTrack.list.insert(loading[index].takeTimeEvents()) }
    let tracks = layout == .asInFile ? loading : LoadedTrack.byChannel(loading)
    for track in tracks { add(track) }
  }

  private mutating func add(_ loaded: LoadedTrack) {
    let number = addTrack()
    update(number) { track in
      track.list.insert(loaded.events)
      if loaded.end > track.list.end { track.statedLength = loaded.end }
    }
  }
}

/// The events of a file's track, with notes in one piece.
struct LoadedTrack {
  var events: [(beat: Double, content: EventContent)] = []
  var end = 0.0

  /// Joins the starts and ends of notes.
  ///
  /// The first end of a key ends its first start. A start without an end lasts to the end of the
  /// track, and an end without a start remains a message.
  init(_ track: SMFTrack, ticksPerUnit: Double) {
    end = Double(track.end) / ticksPerUnit
    events.reserveCapacity(track.events.count)
    // The indices of sounding notes in `events`, by channel and key.
    var sounding: [Int: ArraySlice<Int>] = [:]
    for event in track.events {
      let beat = Double(event.tick) / ticksPerUnit
      guard case .channel(let message) = event.message, message.status & 0xE0 == 0x80 else {
        events.append((beat, Self.content(event.message)))
        continue
      }
      let key = Int(message.channel) << 7 | Int(message.data1)
      if message.status & 0x10 != 0, message.data2 > 0 {
        sounding[key, default: []].append(events.count)
        events.append((beat, .note(Self.note(message))))
      } else if let index = sounding[key]?.popFirst() {
        finish(index, at: beat, message.status & 0x10 == 0 ? message.data2 : 0)
      } else {
        events.append((beat, .channel(message)))
      }
    }
    for index in sounding.values.joined() { finish(index, at: end, 0) }
  }

  private init() {}

  private static func note(_ message: ChannelMessage) -> Note {
    Note(
      channel: message.channel, key: message.data1, velocity: message.data2, releaseVelocity: 0,
      duration: 0)
  }

  private mutating func finish(_ index: Int, at beat: Double, _ velocity: UInt8) {
    guard case .note(var note) = events[index].content else { return }
    note.duration = Float(beat - events[index].beat)
    note.releaseVelocity = velocity
    events[index].content = .note(note)
  }

  private static func content(_ message: SMFMessage) -> EventContent {
    switch message {
    case .channel(let message): .channel(message)
    case .systemExclusive(let bytes): .raw([0xF0] + bytes)
    case .escape(let bytes): .raw(bytes)
    case .meta(let meta): meta.beatsPerMinute.map { .tempo($0) } ?? .meta(meta)
    }
  }

  /// Whether no event is sent to an instrument.
  var isInformation: Bool {
    events.allSatisfy {
      switch $0.content {
      case .meta, .tempo: true
      default: false
      }
    }
  }

  /// Removes the events that determine the time of all tracks.
  mutating func takeTimeEvents() -> [(beat: Double, content: EventContent)] {
    var taken: [(beat: Double, content: EventContent)] = []
    events.removeAll { event in
      let isTime =
        switch event.content {
        case .tempo: true
        case .meta(let meta):
          meta.type == MetaEvent.timeSignature || meta.type == MetaEvent.smpteOffset
        default: false
        }
      if isTime { taken.append(event) }
      return isTime
    }
    return taken
  }

  /// A track for each channel in use, and one for all other events.
  static func byChannel(_ tracks: [LoadedTrack]) -> [LoadedTrack] {
    var channels: [UInt8: LoadedTrack] = [:]
    var others = LoadedTrack()
    for event in tracks.flatMap(\.events) {
      switch event.content {
      case .note(let note): channels[note.channel, default: LoadedTrack()].events.append(event)
      case .channel(let message):
        channels[message.channel, default: LoadedTrack()].events.append(event)
      default: others.events.append(event)
      }
    }
    let end = tracks.map(\.end).max() ?? 0
    return (channels.sorted { $0.key < $1.key }.map(\.value) + [others]).map {
      var track = $0
      track.end = end
      return track
    }
  }
}
