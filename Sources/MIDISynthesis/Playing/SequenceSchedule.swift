package import MIDISequencing

/// The events of a sequence, ready for the render thread.
///
/// A schedule never changes.
package final class SequenceSchedule: Sendable {
  /// A note or a message of a track.
  struct Event: Sendable {
    enum Content: Sendable {
      /// The start of a note, the velocity of its end, and its length in beats.
      case note(SynthesizerMessage, releaseVelocity: UInt8, duration: Double)
      case message(SynthesizerMessage)
      /// A system-exclusive message, by its place in the bytes.
      case systemExclusive(Range<Int>)
    }

    var beat: Double
    var content: Content
  }

  struct Track: Sendable {
    var events: [Event] = []
    /// The beats that repeat; `nil` without a loop.
    var loop: Range<Double>?
    /// How often the loop plays; 0 for ever.
    var loopCount = 1
    /// Beats by which all events play later.
    var offset = 0.0
    var destination = 0
  }

  let tracks: [Track]
  let bytes: [UInt8]
  let destinations: [any MessageDestination]
  /// Beats to seconds.
  package let tempo: TempoMap
  /// The end of the longest track with its loops, in beats; `nil` without an end.
  package let length: Double?

  /// Makes a schedule of the tracks that sound.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - destinations: The receivers of messages.
  ///   - choose: The index of the receiver of a track; `nil` to leave the track out.
  package init(
    _ sequence: EventSequence, _ destinations: [any MessageDestination],
    choose: (EventTrack) -> Int? = { _ in 0 }
  ) {
    var sequence = sequence
    tempo = sequence.tempoMap()
    self.destinations = destinations
    var bytes: [UInt8] = []
    var tracks: [Track] = []
    for track in sequence.heardTracks {
      guard let destination = choose(track), destinations.indices.contains(destination) else {
        continue
      }
      tracks.append(Track(track, destination, &bytes))
    }
    (self.tracks, self.bytes) = (tracks, bytes)
    length = sequence.tracks.reduce(0 as Double?) { length, track in
      let loop = track.loopRange
      guard let length, loop == nil || track.loop.count != 0 else { return nil }
      let repeated = loop.map { Double(track.loop.count - 1) * ($0.upperBound - $0.lowerBound) }
      return max(length, track.offset + track.length + max(0, repeated ?? 0))
    }
  }

  /// The length in seconds; `nil` without an end.
  package var seconds: Double? { length.map { tempo.seconds(atBeat: $0) } }

  /// The frames by which messages come before their slice.
  var lookahead: Int {
    guard !destinations.isEmpty else { return 0 }
    var lowest = destinations[0].lookahead
    var index = 1
    while index < destinations.count {
      lowest = min(lowest, destinations[index].lookahead)
      index += 1
    }
    return lowest
  }

  /// Loads the presets that the messages select.
  package func prepare() throws(SynthesisError) {
    var messages = [[(beat: Double, message: SynthesizerMessage)]](
      repeating: [], count: destinations.count)
    for track in tracks {
      for event in track.events {
        guard case .message(let message) = event.content, message.selectsPreset else { continue }
        messages[track.destination].append((event.beat + track.offset, message))
      }
    }
    for (destination, own) in zip(destinations, messages) {
      try destination.prepare(own.sorted { $0.beat < $1.beat }.map(\.message))
    }
  }

  /// The messages that establish the state at a beat: the last one of each kind before it.
  func messages(before beat: Double) -> [(destination: Int, message: SynthesizerMessage)] {
    var kinds: [MessageKind: Int] = [:]
    var found: [(beat: Double, destination: Int, message: SynthesizerMessage)] = []
    for track in tracks {
      for event in track.events where event.beat + track.offset < beat {
        guard case .message(let message) = event.content else { continue }
        found.append((event.beat + track.offset, track.destination, message))
      }
    }
    found.sort { $0.beat < $1.beat }
    for (index, entry) in found.enumerated() {
      kinds[MessageKind(entry.destination, entry.message)] = index
    }
    return kinds.values.sorted().map { (found[$0].destination, found[$0].message) }
  }
}

/// Messages of one kind replace each other.
private struct MessageKind: Hashable {
  let destination: Int
  let status: UInt8
  let controller: UInt8

  init(_ destination: Int, _ message: SynthesizerMessage) {
    self.destination = destination
    status = message.status
    controller = message.kind == 0xB0 || message.kind == 0xA0 ? message.data1 : 0
  }
}

extension SequenceSchedule.Track {
  fileprivate init(_ track: EventTrack, _ destination: Int, _ bytes: inout [UInt8]) {
    self.destination = destination
    loop = track.loopRange
    loopCount = max(0, track.loop.count)
    offset = track.offset
    events.reserveCapacity(track.list.count)
    for event in track.list.events {
      guard let content = SequenceSchedule.Event.Content(event.content, &bytes) else { continue }
      events.append(SequenceSchedule.Event(beat: event.beat, content: content))
    }
  }

  /// The index of the first event at or after a beat.
  func index(at beat: Double) -> Int {
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].beat < beat { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SequenceSchedule.Event.Content {
  fileprivate init?(_ content: EventContent, _ bytes: inout [UInt8]) {
    switch content {
    case .note(let note):
      self = .note(
        SynthesizerMessage(0x90 | note.channel & 0x0F, note.key, max(1, note.velocity)),
        releaseVelocity: note.releaseVelocity, duration: Double(max(0, note.duration)))
    case .extendedNote(let note):
      guard note.pitch.isFinite, note.velocity.isFinite else { return nil }
      let pitch = max(0, min(note.pitch, 127))
      let key = pitch.rounded()
      self = .note(
        SynthesizerMessage(
          0x90 | UInt8(truncatingIfNeeded: note.group & 0x0F), UInt8(key),
          UInt8(max(1, min(note.velocity.rounded(), 127))), cents: (pitch - key) * 100),
        releaseVelocity: 0, duration: Double(max(0, note.duration)))
    case .channel(let message) where message.isValid:
      self = .message(SynthesizerMessage(message.status, message.data1, message.data2))
    case .raw(let content) where content.first == 0xF0:
      let start = bytes.count
      bytes += content.dropFirst()
      self = .systemExclusive(start..<bytes.count)
    default: return nil
    }
  }
}

extension SynthesizerMessage {
  /// Whether the message takes part in the choice of a preset.
  fileprivate var selectsPreset: Bool {
    kind == 0xC0 || kind == 0xB0 && (data1 == 0 || data1 == 32)
  }
}
