public import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// Makes an iterator at the first event of a track.
///
/// Unlike on Apple's systems, edits of the track do not invalidate the iterator. If its event is
/// removed, the iterator moves to the first event at or after the time of that event.
///
/// - Parameters:
///   - inTrack: The track.
///   - outIterator: On return, the iterator.
/// - Returns: 0; `kAudio_ParamError` if an argument is null; `kAudioToolboxErr_TrackNotFound` if
///   the track does not exist.
@c @implementation
public func NewMusicEventIterator(
  _ inTrack: MusicTrack, _ outIterator: UnsafeMutablePointer<MusicEventIterator?>
) -> OSStatus {
  guard unsafe !isNull(outIterator) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let iterator = try unsafe SequenceIterator(SequenceTrack.find(inTrack))
    unsafe outIterator.pointee = SequenceIterator.all.add(iterator)
  }
}

/// Disposes of an iterator.
///
/// - Parameter inIterator: The iterator.
/// - Returns: 0; `kAudio_ParamError` if the iterator does not exist.
@c @implementation
public func DisposeMusicEventIterator(_ inIterator: MusicEventIterator) -> OSStatus {
  unsafe SequenceIterator.all.remove(inIterator) == nil ? kAudio_ParamError : noErr
}

/// Moves to the first event at or after a time.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - inTimeStamp: The time. `kMusicTimeStamp_EndOfTrack` is after the last event.
/// - Returns: 0; `kAudio_ParamError` if the time is not a number or the iterator does not exist;
///   `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorSeek(
  _ inIterator: MusicEventIterator, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
  guard !inTimeStamp.isNaN else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe SequenceIterator.find(inIterator).withEvents { position, list throws(StatusError) in
      position.move(to: list.firstIndex(at: inTimeStamp), in: list)
    }
  }
}

/// Moves to the next event, or from the last event to the end of the track.
///
/// - Parameter inIterator: The iterator.
/// - Returns: 0; `kAudioToolboxErr_EndOfTrack` after the last event; `kAudio_ParamError` if the
///   iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorNextEvent(_ inIterator: MusicEventIterator) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe SequenceIterator.find(inIterator).withEvents { position, list throws(StatusError) in
      let index = position.index(in: list)
      guard index < list.count else { throw StatusError(kAudioToolboxErr_EndOfTrack) }
      position.move(to: index + 1, in: list)
    }
  }
}

/// Moves to the previous event.
///
/// - Parameter inIterator: The iterator.
/// - Returns: 0; `kAudioToolboxErr_StartOfTrack` at the first event; `kAudio_ParamError` if the
///   iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorPreviousEvent(_ inIterator: MusicEventIterator) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe SequenceIterator.find(inIterator).withEvents { position, list throws(StatusError) in
      let index = position.index(in: list)
      guard index > 0 else { throw StatusError(kAudioToolboxErr_StartOfTrack) }
      position.move(to: index - 1, in: list)
    }
  }
}

/// Gets the current event.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - outTimeStamp: On return, the time.
///   - outEventType: On return, the kind.
///   - outEventData: On return, the event, a structure of its kind. It is valid until the event is
///     changed or removed, or its track or sequence is disposed of. Changes of this memory have no
///     effect.
///   - outEventDataSize: On return, the size of the event in bytes.
/// - Returns: 0; `kAudioToolboxErr_EndOfTrack` after the last event; `kAudio_ParamError` if the
///   iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorGetEventInfo(
  _ inIterator: MusicEventIterator, _ outTimeStamp: UnsafeMutablePointer<MusicTimeStamp>,
  _ outEventType: UnsafeMutablePointer<MusicEventType>,
  _ outEventData: UnsafeMutablePointer<UnsafeRawPointer?>,
  _ outEventDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  status { () throws(StatusError) in
    let iterator = try unsafe SequenceIterator.find(inIterator)
    let event = try iterator.event()
    let memory = iterator.track.memory.withLock { memory in
      if let known = memory[event.serial] { return known }
      let new = EventMemory(event.content)
      memory[event.serial] = new
      return new
    }
    // C clients pass null for what they do not need.
    if unsafe !isNull(outTimeStamp) { unsafe outTimeStamp.pointee = event.beat }
    if unsafe !isNull(outEventType) { unsafe outEventType.pointee = memory.type }
    if unsafe !isNull(outEventData) { unsafe outEventData.pointee = memory.pointer }
    if unsafe !isNull(outEventDataSize) {
      unsafe outEventDataSize.pointee = UInt32(memory.byteCount)
    }
  }
}

/// Replaces the current event, at the same time.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - inEventType: The kind.
///   - inEventData: The event, a structure of its kind.
/// - Returns: 0; `kAudioToolboxErr_InvalidEventType` if the kind does not exist;
///   `kAudioToolboxErr_EndOfTrack` after the last event; `kAudio_ParamError` if a value is out of
///   range or null, or the iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track
///   was removed.
@c @implementation
public func MusicEventIteratorSetEventInfo(
  _ inIterator: MusicEventIterator, _ inEventType: MusicEventType, _ inEventData: UnsafeRawPointer
) -> OSStatus {
  guard UInt(bitPattern: inEventData) != 0 else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let content = try unsafe EventContent(inEventType, at: inEventData)
    try unsafe SequenceIterator.find(inIterator).change { track, index throws(StatusError) in
      track.list.replace(index, with: content)
      return index
    }
  }
}

/// Moves the current event to another time, after the events of that time.
///
/// The iterator stays at the event.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - inTimeStamp: The time, 0 or more.
/// - Returns: 0; `kAudioToolboxErr_EndOfTrack` after the last event; `kAudio_ParamError` if the
///   time is invalid or the iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track
///   was removed.
@c @implementation
public func MusicEventIteratorSetEventTime(
  _ inIterator: MusicEventIterator, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
  guard TimeRange.isValid(inTimeStamp) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    try unsafe SequenceIterator.find(inIterator).change { track, index throws(StatusError) in
      track.list.move(index, to: inTimeStamp)
    }
  }
}

/// Removes the current event, so the next one becomes the current one.
///
/// - Parameter inIterator: The iterator.
/// - Returns: 0; `kAudioToolboxErr_EndOfTrack` after the last event; `kAudio_ParamError` if the
///   iterator does not exist; `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorDeleteEvent(_ inIterator: MusicEventIterator) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe SequenceIterator.find(inIterator).change { track, index throws(StatusError) in
      track.list.remove(at: index)
      return index
    }
  }
}

/// Gets whether an event precedes the current one.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - outHasPrevEvent: On return, whether an event precedes.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the iterator does not exist;
///   `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorHasPreviousEvent(
  _ inIterator: MusicEventIterator, _ outHasPrevEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  unsafe answer(inIterator, outHasPrevEvent) { index, _ in index > 0 }
}

/// Gets whether an event follows the current one.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - outHasNextEvent: On return, whether an event follows.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the iterator does not exist;
///   `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorHasNextEvent(
  _ inIterator: MusicEventIterator, _ outHasNextEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  unsafe answer(inIterator, outHasNextEvent) { index, count in index + 1 < count }
}

/// Gets whether the iterator is at an event.
///
/// - Parameters:
///   - inIterator: The iterator.
///   - outHasCurEvent: On return, whether there is an event.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the iterator does not exist;
///   `kAudioToolboxErr_TrackNotFound` if the track was removed.
@c @implementation
public func MusicEventIteratorHasCurrentEvent(
  _ inIterator: MusicEventIterator, _ outHasCurEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  unsafe answer(inIterator, outHasCurEvent) { index, count in index < count }
}

/// Answers a question about an iterator's index and the number of events.
private func answer(
  _ reference: MusicEventIterator, _ result: UnsafeMutablePointer<DarwinBoolean>,
  _ question: (Int, Int) -> Bool
) -> OSStatus {
  guard unsafe !isNull(result) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let isTrue = try unsafe SequenceIterator.find(reference).withEvents {
      position, list throws(StatusError) in
      question(position.index(in: list), list.count)
    }
    unsafe result.pointee = DarwinBoolean(isTrue)
  }
}
