public import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// Makes a sequence without tracks, with a tempo of 120.
///
/// - Parameter outSequence: On return, the sequence.
/// - Returns: 0; `kAudio_ParamError` if the argument is null.
@c @implementation
public func NewMusicSequence(_ outSequence: UnsafeMutablePointer<MusicSequence?>) -> OSStatus {
  guard unsafe !isNull(outSequence) else { return kAudio_ParamError }
  unsafe outSequence.pointee = SequenceObject.make()
  return noErr
}

/// Disposes of a sequence with its tracks.
///
/// - Parameter inSequence: The sequence.
/// - Returns: 0; `kAudio_ParamError` if the sequence does not exist.
@c @implementation
public func DisposeMusicSequence(_ inSequence: MusicSequence) -> OSStatus {
  guard let sequence = unsafe SequenceObject.all.remove(inSequence) else {
    return kAudio_ParamError
  }
  sequence.forgetTracks()
  return noErr
}

/// Adds a track after the other ones.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outTrack: On return, the track.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceNewTrack(
  _ inSequence: MusicSequence, _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
  guard unsafe !isNull(outTrack) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    let number = try sequence.edit { sequence throws(StatusError) in sequence.addTrack() }
    unsafe outTrack.pointee = sequence.reference(ofTrack: number)
  }
}

/// Removes a track.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inTrack: The track, which is invalid after the call.
/// - Returns: 0; `kAudioToolboxErr_TrackNotFound` for the tempo track and tracks of other
///   sequences; `kAudio_ParamError` if the sequence does not exist.
@c @implementation
public func MusicSequenceDisposeTrack(
  _ inSequence: MusicSequence, _ inTrack: MusicTrack
) -> OSStatus {
  status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    let track = try unsafe sequence.track(inTrack)
    let (number, former) = (track.number, track.keepingObjects())
    defer { withExtendedLifetime(former) {} }
    let isRemoved = try sequence.edit { sequence throws(StatusError) in
      sequence.removeTrack(number)
    }
    guard isRemoved else { throw StatusError(kAudioToolboxErr_TrackNotFound) }
    sequence.forgetTrack(number)
  }
}

/// Gets the number of tracks, without the tempo track.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outNumberOfTracks: On return, the number.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetTrackCount(
  _ inSequence: MusicSequence, _ outNumberOfTracks: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outNumberOfTracks) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let count = try unsafe SequenceObject.find(inSequence).read { $0.tracks.count }
    unsafe outNumberOfTracks.pointee = UInt32(count)
  }
}

/// Gets a track by its index.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inTrackIndex: The index, from 0 on.
///   - outTrack: On return, the track.
/// - Returns: 0; `kAudioToolboxErr_TrackIndexError` if the index is out of range;
///   `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetIndTrack(
  _ inSequence: MusicSequence, _ inTrackIndex: UInt32,
  _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
  guard unsafe !isNull(outTrack) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    let number = sequence.read { sequence in
      Int(inTrackIndex) < sequence.tracks.count ? sequence.tracks[Int(inTrackIndex)].number : nil
    }
    guard let number else { throw StatusError(kAudioToolboxErr_TrackIndexError) }
    unsafe outTrack.pointee = sequence.reference(ofTrack: number)
  }
}

/// Gets the index of a track.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inTrack: The track.
///   - outTrackIndex: On return, the index, from 0 on.
/// - Returns: 0; `kAudioToolboxErr_TrackNotFound` for the tempo track and tracks of other
///   sequences; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetTrackIndex(
  _ inSequence: MusicSequence, _ inTrack: MusicTrack,
  _ outTrackIndex: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  guard unsafe !isNull(outTrackIndex) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let sequence = try unsafe SequenceObject.find(inSequence)
    let number = try unsafe sequence.track(inTrack).number
    guard let index = sequence.read({ $0.index(of: number) }) else {
      throw StatusError(kAudioToolboxErr_TrackNotFound)
    }
    unsafe outTrackIndex.pointee = UInt32(index)
  }
}

/// Gets the track with the tempo and the time signatures, which is not among the other tracks.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - outTrack: On return, the track.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the sequence does not exist.
@c @implementation
public func MusicSequenceGetTempoTrack(
  _ inSequence: MusicSequence, _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
  guard unsafe !isNull(outTrack) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outTrack.pointee = try SequenceObject.find(inSequence).reference(ofTrack: 0)
  }
}

/// Reverses the order of all events, and the tempo.
///
/// A note that ended at the end of the sequence then starts at its beginning. The length of the
/// sequence does not change.
///
/// - Parameter inSequence: The sequence.
/// - Returns: 0; `kAudio_ParamError` if the sequence does not exist.
@c @implementation
public func MusicSequenceReverse(_ inSequence: MusicSequence) -> OSStatus {
  status { () throws(StatusError) in
    try unsafe SequenceObject.find(inSequence).edit { sequence throws(StatusError) in
      sequence.reverse()
    }
  }
}

/// Sets the function that is called when a user event plays.
///
/// - Parameters:
///   - inSequence: The sequence.
///   - inCallback: The function, which runs on a thread of the player; nil for none. A call of the
///     former function may be in progress.
///   - inClientData: A pointer for the function.
/// - Returns: 0; `kAudio_ParamError` if the sequence does not exist.
@c @implementation
public func MusicSequenceSetUserCallback(
  _ inSequence: MusicSequence, _ inCallback: MusicSequenceUserCallback?,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  status { () throws(StatusError) in
    // Safe: the address is converted back to this type when it is called.
    let function = unsafe unsafeBitCast(inCallback, to: UInt.self)
    let callback = SequenceObject.Callback(
      function: function, data: UInt(bitPattern: inClientData))
    try unsafe SequenceObject.find(inSequence).state.withLock {
      $0.callback = function == 0 ? nil : callback
    }
  }
}
