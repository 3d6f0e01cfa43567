/// The content of a Standard MIDI File.
///
/// Source: *Standard MIDI Files 1.0*, RP-001.
package struct SMFFile: Equatable, Sendable {
  /// The relation of the tracks.
  package enum Format: UInt16, Sendable {
    /// One track.
    case single = 0
    /// Tracks that start together; the first one has the tempo.
    case parallel = 1
    /// Independent patterns.
    case independent = 2
  }

  package var format: Format
  package var division: SMFDivision
  package var tracks: [SMFTrack]
  /// The corrections of the reader, in the order of the file; empty for a correct file.
  package var repairs = SMFRepairs()

  package init(format: Format, division: SMFDivision, tracks: [SMFTrack]) {
    self.format = format
    self.division = division
    self.tracks = tracks
  }
}

/// The events of one track chunk, in their order.
package struct SMFTrack: Equatable, Sendable {
  package var events: [SMFEvent] = []
  /// The tick of the end of the track.
  package var end = 0

  package init(_ events: [SMFEvent] = [], end: Int? = nil) {
    self.events = events
    self.end = max(end ?? 0, events.last?.tick ?? 0)
  }
}

/// An event at its tick from the start of the track.
package struct SMFEvent: Equatable, Sendable {
  package var tick: Int
  package var message: SMFMessage

  package init(_ tick: Int, _ message: SMFMessage) {
    self.tick = tick
    self.message = message
  }
}

/// A message of a track; the end of a track is ``SMFTrack/end``.
package enum SMFMessage: Equatable, Sendable {
  /// A message of a channel: status bytes 0x80 to 0xEF.
  case channel(ChannelMessage)
  /// The bytes after 0xF0: a whole message, which ends with 0xF7, or the first piece of one.
  case systemExclusive([UInt8])
  /// Bytes to send as they are: another piece of a message, or any other message.
  case escape([UInt8])
  /// Information that is not sent.
  case meta(MetaEvent)
}
