internal import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// The track behind a client's reference.
final class SequenceTrack: Sendable {
  let sequence: SequenceObject
  let number: Int
  /// The events that clients look at, by their serial numbers.
  let memory = Mutex<[Int: EventMemory]>([:])

  init(_ sequence: SequenceObject, _ number: Int) {
    self.sequence = sequence
    self.number = number
  }

  static func find(_ reference: MusicTrack) throws(StatusError) -> SequenceTrack {
    guard let track = unsafe SequenceObject.tracks.object(reference) else {
      throw StatusError(kAudioToolboxErr_TrackNotFound)
    }
    return track
  }

  /// Changes the track.
  func edit<Result: Sendable>(
    _ change: (inout EventTrack) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try sequence.edit { sequence throws(StatusError) in
      guard let result = try sequence.update(number, change) else {
        throw StatusError(kAudioToolboxErr_TrackNotFound)
      }
      return result
    }
  }

  /// A copy of the track.
  func copy() throws(StatusError) -> EventTrack {
    guard let track = sequence.read({ [number] in $0[number] }) else {
      throw StatusError(kAudioToolboxErr_TrackNotFound)
    }
    return track
  }

  /// A copy of the track that keeps the objects of its events during a change; `nil` without
  /// objects.
  ///
  /// The release of an object can run code of the client, which must not happen under a lock.
  func keepingObjects() -> EventTrack? {
    sequence.read { [number] in $0[number].flatMap { $0.list.hasObjects ? $0 : nil } }
  }

  /// Adds an event.
  func add(_ content: EventContent, at beat: Double) throws(StatusError) {
    guard TimeRange.isValid(beat) else { throw StatusError(kAudio_ParamError) }
    _ = try edit { track throws(StatusError) in track.list.insert(content, at: beat) }
  }

  /// Whether this is the tempo track.
  var isTempoTrack: Bool { number == 0 }
}

/// A range of a track, as clients state it.
struct TimeRange {
  var start: Double
  var end: Double

  /// Checks the bounds, and the time at which a copy is inserted.
  ///
  /// - Throws: ``StatusError`` unless 0 ≤ start ≤ end and the time of the insertion is valid.
  init(_ start: Double, _ end: Double, insertedAt beat: Double = 0) throws(StatusError) {
    guard start >= 0, start <= end, start.isFinite, !end.isNaN, Self.isValid(beat) else {
      throw StatusError(kAudio_ParamError)
    }
    self.start = start
    self.end = end
  }

  /// Whether an event can be at a time.
  static func isValid(_ beat: Double) -> Bool { beat >= 0 && beat < kMusicTimeStamp_EndOfTrack }
}
