internal import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// The iterator behind a client's reference.
final class SequenceIterator: Sendable {
  static let all = HandleTable<SequenceIterator>()

  let track: SequenceTrack
  private let position: Mutex<EventPosition>

  init(_ track: SequenceTrack) throws(StatusError) {
    self.track = track
    position = Mutex(EventPosition(startOf: try track.copy().list))
  }

  static func find(_ reference: MusicEventIterator) throws(StatusError) -> SequenceIterator {
    guard let iterator = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return iterator
  }

  // Lock order: first the lock of the position, then the lock of the sequence.

  /// Runs a body with the position and the track.
  func withTrack<Result: Sendable>(
    _ body: (inout EventPosition, inout EventTrack) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try position.withLock { position throws(StatusError) in
      try track.edit { track throws(StatusError) in try body(&position, &track) }
    }
  }

  /// Runs a body with the position and the events, which it does not change.
  func withEvents<Result: Sendable>(
    _ body: (inout EventPosition, EventList) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    // The last release of a copy can run code of the client, which must not happen under a lock.
    let list = try track.copy().list
    return try position.withLock { position throws(StatusError) in try body(&position, list) }
  }

  /// The current event.
  ///
  /// - Throws: `kAudioToolboxErr_EndOfTrack` after the last event.
  func event() throws(StatusError) -> TimedEvent {
    try withEvents { position, list throws(StatusError) in
      let index = position.index(in: list)
      guard index < list.count else { throw StatusError(kAudioToolboxErr_EndOfTrack) }
      return list[index]
    }
  }

  /// Changes the current event.
  ///
  /// - Parameter change: Changes the event at an index, and returns the new index.
  /// - Throws: `kAudioToolboxErr_EndOfTrack` after the last event, or the error of the change.
  func change(
    _ change: (inout EventTrack, Int) throws(StatusError) -> Int
  ) throws(StatusError) {
    let former = track.keepingObjects()
    defer { withExtendedLifetime(former) {} }
    let serial = try withTrack { position, track throws(StatusError) in
      let index = position.index(in: track.list)
      guard index < track.list.count else { throw StatusError(kAudioToolboxErr_EndOfTrack) }
      let serial = track.list[index].serial
      position.move(to: try change(&track, index), in: track.list)
      return serial
    }
    let memory = track.memory.withLock { $0.removeValue(forKey: serial) }
    withExtendedLifetime(memory) {}
  }
}
