internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import MIDISynthesis

/// A closure that is called for each of the client's events that plays.
///
/// - Parameters:
///   - track: The track of the event.
///   - userData: The bytes of the event.
///   - timeStamp: The beat of the event.
public typealias AVAudioSequencerUserCallback = (
  _ track: AVMusicTrack, _ userData: Data, _ timeStamp: AVMusicTimeStamp
) -> Void

extension AVAudioSequencer {
  /// Sets the closure that is called for the client's events, from an internal thread.
  public func setUserCallback(_ userCallback: sending AVAudioSequencerUserCallback?) {
    playback.setCallback(userCallback)
  }

  // MARK: Playing

  /// Makes the events and their instruments ready, so that a later start takes no time.
  public func prepareToPlay() { try? playback.prepare(owner) }

  /// Starts from the current position.
  ///
  /// Each event plays at its exact frame in the engine. Events are heard only while the engine
  /// runs.
  ///
  /// - Throws: An error if a track has no instrument, or a preset cannot be loaded.
  public func start() throws { try playback.start(self) }

  /// Stops, and keeps the position.
  ///
  /// When it returns, the closure for the client's events is not running, unless that closure
  /// called this function.
  public func stop() { playback.stop(owner) }

  /// Whether the sequencer was started; the end of the tracks does not stop it.
  public var isPlaying: Bool { playback.isPlaying }

  /// The factor of the tempo; 1 by default.
  public var rate: Float {
    get { Float(playback.pump.tempoRate) }
    set { playback.pump.tempoRate = Double(newValue) }
  }

  /// The position in seconds, at most 10¹² from 0.
  public var currentPositionInSeconds: TimeInterval {
    get { owner.seconds(currentPositionInBeats) }
    set { if newValue.isFinite { currentPositionInBeats = owner.beats(newValue) } }
  }

  /// The position in beats.
  public var currentPositionInBeats: TimeInterval {
    get { playback.pump.beat }
    set { playback.move(to: newValue, owner) }
  }

  /// The host time at which a beat is or was played.
  ///
  /// - Parameters:
  ///   - inBeats: The beat.
  ///   - outError: On return, the error if the sequencer does not play yet, or nil.
  /// - Returns: The host time; 0 after an error.
  public func hostTime(forBeats inBeats: AVMusicTimeStamp, error outError: NSErrorPointer) -> UInt64
  {
    unsafe outError?.pointee = nil
    guard let nanoseconds = playback.pump.nanoseconds(at: owner.seconds(inBeats)) else {
      unsafe outError?.pointee = .audio(
        kAudioToolboxErr_CannotDoInCurrentContext, "AVAudioSequencer.hostTime(forBeats:)")
      return 0
    }
    return AudioConvertNanosToHostTime(UInt64(max(0, nanoseconds)))
  }

  /// The beat that is or was played at a host time.
  ///
  /// - Parameters:
  ///   - inHostTime: The host time.
  ///   - outError: On return, the error if the sequencer does not play yet, or nil.
  /// - Returns: The beat; 0 after an error.
  public func beats(
    forHostTime inHostTime: UInt64, error outError: NSErrorPointer
  ) -> AVMusicTimeStamp {
    unsafe outError?.pointee = nil
    let nanoseconds = Int(clamping: AudioConvertHostTimeToNanos(inHostTime))
    guard let position = playback.pump.position(atNanoseconds: nanoseconds) else {
      unsafe outError?.pointee = .audio(
        kAudioToolboxErr_CannotDoInCurrentContext, "AVAudioSequencer.beats(forHostTime:)")
      return 0
    }
    return owner.beats(position)
  }

  // MARK: For the playback

  func follow(_ number: Int, _ look: inout PumpLook) -> Bool {
    playback.follow(self, number, &look)
  }

  /// The tracks by their numbers.
  var numberedTracks: [Int: AVMusicTrack] {
    tracks.reduce(into: [:]) { numbered, track in
      if let number = unsafe SequenceAccess.number(track.track) { numbered[number] = track }
    }
  }
}

extension AVMusicTrack {
  /// The instrument that plays the track; `nil` for the first instrument of the engine.
  ///
  /// The track keeps no reference to the instrument.
  public var destinationAudioUnit: AVAudioUnit? {
    get { unsafe SequenceAccess.number(track).flatMap { owner.playback[$0] } }
    set {
      if let number = unsafe SequenceAccess.number(track) { owner.playback[number] = newValue }
    }
  }
}
