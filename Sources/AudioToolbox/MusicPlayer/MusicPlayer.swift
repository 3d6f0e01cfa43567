internal import AudioRealtime
public import CoreAudioTypes
internal import MIDISynthesis

/// Makes a player without a sequence.
///
/// - Parameter outPlayer: On return, the player.
/// - Returns: 0; `kAudio_ParamError` if the argument is null.
@c @implementation
public func NewMusicPlayer(_ outPlayer: UnsafeMutablePointer<MusicPlayer?>) -> OSStatus {
  guard unsafe !isNull(outPlayer) else { return kAudio_ParamError }
  unsafe outPlayer.pointee = SequencePlayer.all.add(SequencePlayer())
  return noErr
}

/// Stops and disposes of a player.
///
/// The call waits until the function for user events has returned, unless that function makes the
/// call.
///
/// - Parameter inPlayer: The player.
/// - Returns: 0; `kAudio_ParamError` if the player does not exist.
@c @implementation
public func DisposeMusicPlayer(_ inPlayer: MusicPlayer) -> OSStatus {
  guard let player = unsafe SequencePlayer.all.remove(inPlayer) else { return kAudio_ParamError }
  player.end()
  return noErr
}

/// Sets the sequence of a stopped player, which moves to time 0.
///
/// - Parameters:
///   - inPlayer: The player.
///   - inSequence: The sequence, or nil for none.
/// - Returns: 0; `kAudioToolboxErr_InvalidPlayerState` while the player plays; `kAudio_ParamError`
///   if the player or the sequence does not exist.
@c @implementation
public func MusicPlayerSetSequence(
  _ inPlayer: MusicPlayer, _ inSequence: MusicSequence?
) -> OSStatus {
  status { () throws(StatusError) in
    let player = try unsafe SequencePlayer.find(inPlayer)
    var sequence: SequenceObject?
    if let inSequence = unsafe inSequence { sequence = try unsafe SequenceObject.find(inSequence) }
    try player.set(sequence)
  }
}

/// Gets the sequence of a player.
///
/// - Parameters:
///   - inPlayer: The player.
///   - outSequence: On return, the sequence, or nil without one.
/// - Returns: 0; `kAudioToolboxErr_NoSequence` without a sequence; `kAudio_ParamError` if an
///   argument is null or the player does not exist.
@c @implementation
public func MusicPlayerGetSequence(
  _ inPlayer: MusicPlayer, _ outSequence: UnsafeMutablePointer<MusicSequence?>
) -> OSStatus {
  guard unsafe !isNull(outSequence) else { return kAudio_ParamError }
  unsafe outSequence.pointee = nil
  return status { () throws(StatusError) in
    unsafe outSequence.pointee = try SequencePlayer.find(inPlayer).sequence().reference
  }
}

/// Moves to a time, also while the player plays.
///
/// - Parameters:
///   - inPlayer: The player.
///   - inTime: The time in beats, which may be after the end. It is limited to 10¹² seconds from 0.
/// - Returns: 0; `kAudioToolboxErr_NoSequence` without a sequence; `kAudio_ParamError` if the time
///   is not a number, or the player does not exist.
@c @implementation
public func MusicPlayerSetTime(_ inPlayer: MusicPlayer, _ inTime: MusicTimeStamp) -> OSStatus {
  status { () throws(StatusError) in try unsafe SequencePlayer.find(inPlayer).move(to: inTime) }
}

/// Gets the time.
///
/// The time is that of the frames rendered so far. It continues after the end of the sequence.
///
/// - Parameters:
///   - inPlayer: The player.
///   - outTime: On return, the time in beats.
/// - Returns: 0; `kAudioToolboxErr_NoSequence` without a sequence; `kAudio_ParamError` if an
///   argument is null or the player does not exist.
@c @implementation
public func MusicPlayerGetTime(
  _ inPlayer: MusicPlayer, _ outTime: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
  guard unsafe !isNull(outTime) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outTime.pointee = try SequencePlayer.find(inPlayer).time()
  }
}

/// Gets the host time at which a playing player is or was at a time.
///
/// Until the first frame after a start or a move is rendered, that moment counts as its host time.
///
/// - Parameters:
///   - inPlayer: The player.
///   - inBeats: The time in beats.
///   - outHostTime: On return, the host time at which the frame of this time is rendered.
/// - Returns: 0; `kAudioToolboxErr_NoSequence` without a sequence;
///   `kAudioToolboxErr_CannotDoInCurrentContext` if the player does not play; `kAudio_ParamError`
///   if an argument is null or the player does not exist.
@c @implementation
public func MusicPlayerGetHostTimeForBeats(
  _ inPlayer: MusicPlayer, _ inBeats: MusicTimeStamp, _ outHostTime: UnsafeMutablePointer<UInt64>
) -> OSStatus {
  guard unsafe !isNull(outHostTime) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let player = try unsafe SequencePlayer.find(inPlayer)
    let position = try player.seconds(atBeat: inBeats)
    guard let nanoseconds = player.pump.nanoseconds(at: position) else {
      throw StatusError(kAudioToolboxErr_CannotDoInCurrentContext)
    }
    unsafe outHostTime.pointee = AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds)))
  }
}

/// Gets the time at which a playing player is or was at a host time.
///
/// - Parameters:
///   - inPlayer: The player.
///   - inHostTime: The host time.
///   - outBeats: On return, the time in beats.
/// - Returns: The errors of ``MusicPlayerGetHostTimeForBeats(_:_:_:)``.
@c @implementation
public func MusicPlayerGetBeatsForHostTime(
  _ inPlayer: MusicPlayer, _ inHostTime: UInt64, _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
  guard unsafe !isNull(outBeats) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    let player = try unsafe SequencePlayer.find(inPlayer)
    let nanoseconds = Int(clamping: AudioConvertHostTimeToNanos(inHostTime))
    guard let position = player.pump.position(atNanoseconds: nanoseconds) else {
      _ = try player.sequence()
      throw StatusError(kAudioToolboxErr_CannotDoInCurrentContext)
    }
    unsafe outBeats.pointee = try player.beat(atSeconds: position)
  }
}

/// Loads the instruments, so that a later start takes no time.
///
/// If the sequence has no graph, the player makes one with a synthesizer and the default output.
/// The graph is opened and initialized.
///
/// - Parameter inPlayer: The player.
/// - Returns: 0; `kAudioToolboxErr_NoSequence` without a sequence;
///   `kAudioToolboxErr_IllegalTrackDestination` if the MIDI destination of a track does not exist;
///   `kAudioToolboxError_NoTrackDestination` if the graph has no instrument; an error of the graph,
///   such as `kAudioUnitErr_FailedInitialization` without any sounds; `kAudio_ParamError` if the
///   player does not exist.
@c @implementation
public func MusicPlayerPreroll(_ inPlayer: MusicPlayer) -> OSStatus {
  status { () throws(StatusError) in try unsafe SequencePlayer.find(inPlayer).preroll() }
}

/// Starts a player, after prerolling it.
///
/// The graph starts, too, unless it runs already.
///
/// - Parameter inPlayer: The player.
/// - Returns: 0, also if it plays; the errors of ``MusicPlayerPreroll(_:)``; an error of
///   ``AUGraphStart(_:)``.
@c @implementation
public func MusicPlayerStart(_ inPlayer: MusicPlayer) -> OSStatus {
  status { () throws(StatusError) in try unsafe SequencePlayer.find(inPlayer).start() }
}

/// Stops a player, and the graph if the player has started it.
///
/// The call waits until the function for user events has returned, unless that function makes the
/// call.
///
/// - Parameter inPlayer: The player.
/// - Returns: 0; `kAudio_ParamError` if the player does not exist.
@c @implementation
public func MusicPlayerStop(_ inPlayer: MusicPlayer) -> OSStatus {
  status { () throws(StatusError) in try unsafe SequencePlayer.find(inPlayer).stop() }
}

/// Gets whether a player was started; the end of a sequence does not stop it.
///
/// - Parameters:
///   - inPlayer: The player.
///   - outIsPlaying: On return, whether it plays.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the player does not exist.
@c @implementation
public func MusicPlayerIsPlaying(
  _ inPlayer: MusicPlayer, _ outIsPlaying: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  guard unsafe !isNull(outIsPlaying) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outIsPlaying.pointee = DarwinBoolean(try SequencePlayer.find(inPlayer).isPlaying)
  }
}

/// Sets the factor of the tempo.
///
/// - Parameters:
///   - inPlayer: The player.
///   - inScaleRate: The factor, which must be positive.
/// - Returns: 0; `kAudio_ParamError` if the factor is not positive, or the player does not exist.
@c @implementation
public func MusicPlayerSetPlayRateScalar(
  _ inPlayer: MusicPlayer, _ inScaleRate: Float64
) -> OSStatus {
  status { () throws(StatusError) in
    guard inScaleRate > 0, inScaleRate.isFinite else { throw StatusError(kAudio_ParamError) }
    try unsafe SequencePlayer.find(inPlayer).pump.tempoRate = inScaleRate
  }
}

/// Gets the factor of the tempo.
///
/// - Parameters:
///   - inPlayer: The player.
///   - outScaleRate: On return, the factor.
/// - Returns: 0; `kAudio_ParamError` if an argument is null or the player does not exist.
@c @implementation
public func MusicPlayerGetPlayRateScalar(
  _ inPlayer: MusicPlayer, _ outScaleRate: UnsafeMutablePointer<Float64>
) -> OSStatus {
  guard unsafe !isNull(outScaleRate) else { return kAudio_ParamError }
  return status { () throws(StatusError) in
    unsafe outScaleRate.pointee = try SequencePlayer.find(inPlayer).pump.tempoRate
  }
}
