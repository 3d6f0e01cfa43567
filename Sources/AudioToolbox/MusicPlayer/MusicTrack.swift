public import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// Gets the sequence of a track.
///
/// - Parameters:
///   - inTrack: The track.
///   - outSequence: On return, the sequence.
/// - Returns: 0; `kAudio_ParamError` if an argument is null; `kAudioToolboxErr_TrackNotFound` if
///   the track does not exist.
@c @implementation
public func MusicTrackGetSequence(
  _ inTrack: MusicTrack, _ outSequence: UnsafeMutablePointer<MusicSequence?>
) -> OSStatus {
  guard unsafe !isNull(outSequence) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let track = try unsafe SequenceTrack.find(inTrack)
    unsafe outSequence.pointee = track.sequence.reference
  }
}

/// Moves the events of a range.
///
/// - Parameters:
///   - inTrack: The track.
///   - inStartTime: The start of the range.
///   - inEndTime: The end of the range; events at this time stay.
///   - inMoveTime: The number of beats by which the events move; negative to move them earlier.
/// - Returns: 0; `kAudio_ParamError` if the range is invalid, or an event would be before the
///   start; `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func MusicTrackMoveEvents(
  _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp,
  _ inMoveTime: MusicTimeStamp
) -> OSStatus {
  status { () throws(StatusError) in
    let range = try TimeRange(inStartTime, inEndTime)
    let track = try unsafe SequenceTrack.find(inTrack)
    guard inMoveTime.magnitude < kMusicTimeStamp_EndOfTrack else {
      throw StatusError(kAudio_ParamError)
    }
    try track.edit { track throws(StatusError) in
      guard track.move(from: range.start, to: range.end, by: inMoveTime) else {
        throw StatusError(kAudio_ParamError)
      }
    }
  }
}

/// Removes the events of a range.
///
/// Tempo events of the tempo track stay, as on Apple's systems: delete them with an iterator.
///
/// - Parameters:
///   - inTrack: The track.
///   - inStartTime: The start of the range.
///   - inEndTime: The end of the range; events at this time stay.
/// - Returns: 0; `kAudio_ParamError` if the range is invalid; `kAudioToolboxErr_TrackNotFound` if
///   the track does not exist.
@c @implementation
public func MusicTrackClear(
  _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
  status { () throws(StatusError) in
    let range = try TimeRange(inStartTime, inEndTime)
    let found = try unsafe SequenceTrack.find(inTrack)
    let isTempoTrack = found.isTempoTrack
    try found.editRemoving { track in
      if isTempoTrack {
        track.clearExceptTempo(from: range.start, to: range.end)
      } else {
        track.clear(from: range.start, to: range.end)
      }
    }
  }
}

/// Removes a range of time, and moves later events to close the gap.
///
/// - Parameters:
///   - inTrack: The track.
///   - inStartTime: The start of the range.
///   - inEndTime: The end of the range.
/// - Returns: 0; `kAudio_ParamError` if the range is invalid; `kAudioToolboxErr_TrackNotFound` if
///   the track does not exist.
@c @implementation
public func MusicTrackCut(
  _ inTrack: MusicTrack, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
  status { () throws(StatusError) in
    let range = try TimeRange(inStartTime, inEndTime)
    try unsafe SequenceTrack.find(inTrack).editRemoving { track in
      track.cut(from: range.start, to: range.end)
    }
  }
}

/// Inserts the events of a range, and moves later events of the destination by the range's length.
///
/// - Parameters:
///   - inSourceTrack: The track with the range. It may be the destination, or belong to another
///     sequence.
///   - inSourceStartTime: The start of the range.
///   - inSourceEndTime: The end of the range. `kMusicTimeStamp_EndOfTrack` stands for the length of
///     the track.
///   - inDestTrack: The track that gets the events.
///   - inDestInsertTime: The time in the destination at which the range starts.
/// - Returns: 0; `kAudio_ParamError` if a time is invalid; `kAudioToolboxErr_TrackNotFound` if a
///   track does not exist.
@c @implementation
public func MusicTrackCopyInsert(
  _ inSourceTrack: MusicTrack, _ inSourceStartTime: MusicTimeStamp,
  _ inSourceEndTime: MusicTimeStamp, _ inDestTrack: MusicTrack, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
  status { () throws(StatusError) in
    let range = try TimeRange(inSourceStartTime, inSourceEndTime, insertedAt: inDestInsertTime)
    let copy = try unsafe SequenceTrack.find(inSourceTrack).copy(range)
    try unsafe SequenceTrack.find(inDestTrack).edit { track throws(StatusError) in
      track.insert(copy.events, at: inDestInsertTime, length: copy.length)
    }
  }
}

/// Adds the events of a range to those of another track.
///
/// - Parameters:
///   - inSourceTrack: The track with the range. It may be the destination, or belong to another
///     sequence.
///   - inSourceStartTime: The start of the range.
///   - inSourceEndTime: The end of the range. `kMusicTimeStamp_EndOfTrack` stands for the length of
///     the track.
///   - inDestTrack: The track that gets the events.
///   - inDestInsertTime: The time in the destination at which the range starts.
/// - Returns: 0; `kAudio_ParamError` if a time is invalid; `kAudioToolboxErr_TrackNotFound` if a
///   track does not exist.
@c @implementation
public func MusicTrackMerge(
  _ inSourceTrack: MusicTrack, _ inSourceStartTime: MusicTimeStamp,
  _ inSourceEndTime: MusicTimeStamp, _ inDestTrack: MusicTrack, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
  status { () throws(StatusError) in
    let destination = try unsafe SequenceTrack.find(inDestTrack)
    let range = try TimeRange(inSourceStartTime, inSourceEndTime, insertedAt: inDestInsertTime)
    let copy = try unsafe SequenceTrack.find(inSourceTrack).copy(range)
    try destination.edit { track throws(StatusError) in
      track.merge(copy.events, at: inDestInsertTime)
    }
  }
}

/// Makes a track with the events of a range of another one, in the same sequence.
///
/// - Parameters:
///   - inSourceTrack: The track with the range.
///   - inSourceStartTime: The start of the range, which is time 0 of the new track.
///   - inSourceEndTime: The end of the range.
///   - outNewTrack: On return, the new track.
/// - Returns: 0; `kAudio_ParamError` if a time is invalid or an argument is null;
///   `kAudioToolboxErr_TrackNotFound` if the track does not exist.
@c @implementation
public func NewMusicTrackFrom(
  _ inSourceTrack: MusicTrack, _ inSourceStartTime: MusicTimeStamp,
  _ inSourceEndTime: MusicTimeStamp, _ outNewTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
  guard unsafe !isNull(outNewTrack) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let range = try TimeRange(inSourceStartTime, inSourceEndTime)
    let source = try unsafe SequenceTrack.find(inSourceTrack)
    let copy = try source.copy(range)
    let number = try source.sequence.edit { sequence throws(StatusError) in
      let number = sequence.addTrack()
      sequence.update(number) { $0.merge(copy.events, at: 0) }
      return number
    }
    unsafe outNewTrack.pointee = source.sequence.reference(ofTrack: number)
  }
}

extension SequenceTrack {
  /// The events of a range, with times from its start, and its length.
  func copy(
    _ range: TimeRange
  ) throws(StatusError) -> (events: [(beat: Double, content: EventContent)], length: Double) {
    let track = try copy()
    // A range without an end ends with the track.
    let end = range.end < kMusicTimeStamp_EndOfTrack ? range.end : max(track.length, range.start)
    return (track.copy(from: range.start, to: range.end), end - range.start)
  }

  /// Changes the track in a way that can remove events.
  func editRemoving(_ change: (inout EventTrack) -> Void) throws(StatusError) {
    let former = keepingObjects()
    defer { withExtendedLifetime(former) {} }
    try edit { track throws(StatusError) in change(&track) }
    guard memory.withLock({ !$0.isEmpty }) else { return }
    let serials = Set(try copy().list.events.map(\.serial))
    let formerMemory = memory.withLock { memory in
      defer { memory = memory.filter { serials.contains($0.key) } }
      return memory
    }
    withExtendedLifetime(formerMemory) {}
  }
}
