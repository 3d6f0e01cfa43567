extension EventSequence {
  /// The file of this sequence: the tempo track, then the other tracks.
  ///
  /// A file has no form for parameters, presets, extended controls, and the bytes of clients, which
  /// are left out. An extended note becomes a note with the nearest key, in the channel of its
  /// group.
  ///
  /// - Parameter division: The unit of times; its kind must be that of the sequence.
  /// - Returns: `nil` if a sequence of this unit has no file.
  package func file(_ division: SMFDivision) -> SMFFile? {
    switch unit {
    case .beats: guard !division.isInSeconds else { return nil }
    case .seconds: guard division.isInSeconds else { return nil }
    case .samples: return nil
    }
    return SMFFile(
      format: .parallel, division: division,
      tracks: ([tempoTrack] + tracks).map { Self.track($0, division.ticksPerUnit) })
  }

  private static func track(_ track: EventTrack, _ ticksPerUnit: Double) -> SMFTrack {
    func tick(_ beat: Double) -> Int {
      max(0, min(Int(nearest: beat * ticksPerUnit), 1 << 50))
    }
    var events: [(tick: Int, isEnd: Bool, message: SMFMessage)] = []
    for event in track.list.events {
      let start = tick(event.beat)
      if let note = Note(event.content) {
        let end = max(tick(event.end), start)
        events.append((start, false, .channel(note.start)))
        // A note without a length ends after its start.
        events.append((end, end > start, .channel(note.stop)))
      } else if let message = message(event.content) {
        events.append((start, false, message))
      }
    }
    // A key that starts where it ended must end first.
    events.sort { ($0.tick, $0.isEnd ? 0 : 1) < ($1.tick, $1.isEnd ? 0 : 1) }
    return SMFTrack(events.map { SMFEvent($0.tick, $0.message) }, end: tick(track.length))
  }

  private static func message(_ content: EventContent) -> SMFMessage? {
    switch content {
    case .channel(let message): message.isValid ? .channel(message) : nil
    case .raw(let bytes):
      bytes.first == 0xF0 ? .systemExclusive(Array(bytes.dropFirst())) : .escape(bytes)
    case .meta(let meta):
      meta.type < 0x80 && meta.type != MetaEvent.endOfTrack ? .meta(meta) : nil
    case .tempo(let tempo): .meta(.tempo(beatsPerMinute: tempo))
    default: nil
    }
  }
}

extension Note {
  /// A note, or the note that is nearest to an extended one.
  init?(_ content: EventContent) {
    func number(_ value: Float) -> UInt8 { value > 0 ? UInt8(min(value.rounded(), 127)) : 0 }
    switch content {
    case .note(let note): self = note
    case .extendedNote(let note):
      self.init(
        channel: UInt8(truncatingIfNeeded: note.group & 0x0F), key: number(note.pitch),
        velocity: number(note.velocity), releaseVelocity: 0, duration: note.duration)
    default: return nil
    }
  }

  /// The message that starts the note.
  package var start: ChannelMessage {
    ChannelMessage(status: 0x90 | channel & 0x0F, data1: key & 0x7F, data2: velocity & 0x7F)
  }

  /// The message that ends the note.
  package var stop: ChannelMessage {
    ChannelMessage(status: 0x80 | channel & 0x0F, data1: key & 0x7F, data2: releaseVelocity & 0x7F)
  }
}
