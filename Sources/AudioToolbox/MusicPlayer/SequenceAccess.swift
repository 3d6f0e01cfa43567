internal import CoreAudioTypes
package import MIDISequencing
internal import Synchronization

/// The access of players in other modules to a sequence.
package enum SequenceAccess {
  /// The events of a sequence, and a number that changes with each edit.
  package static func copy(_ reference: MusicSequence) -> (sequence: EventSequence, version: Int)? {
    guard let found = try? unsafe SequenceObject.find(reference) else { return nil }
    return found.state.withLock { ($0.sequence, $0.version) }
  }

  /// The relation of beats and seconds in a sequence.
  package static func tempoMap(_ reference: MusicSequence) -> TempoMap? {
    (try? unsafe SequenceObject.find(reference))?.read { $0.tempoMap() }
  }

  /// The number of a track in its sequence.
  package static func number(_ track: MusicTrack) -> Int? {
    (try? unsafe SequenceTrack.find(track))?.number
  }

  /// Notes that a player plays a sequence, or no longer does.
  package static func setPlaying(_ isPlaying: Bool, _ reference: MusicSequence) {
    (try? unsafe SequenceObject.find(reference))?.state
      .withLock { $0.playerCount += isPlaying ? 1 : -1 }
  }
}

extension EventSequence {
  /// The client's events after `start` and up to `end`, in beats, in the order of their times.
  ///
  /// An event of a loop has a time in each pass.
  package func userEvents(
    after start: Double, to end: Double
  ) -> [(track: Int, beat: Double, bytes: [UInt8])] {
    tracks.flatMap { $0.userEvents(after: start, to: end) }.sorted { $0.beat < $1.beat }
  }
}
