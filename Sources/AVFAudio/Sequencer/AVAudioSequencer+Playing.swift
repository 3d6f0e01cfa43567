internal import AudioRealtime
public import AudioToolbox
public import Foundation
internal import MIDISynthesis

/// A closure that is called for each of the client's events that plays.
///
/// - Parameters:
///   - track: The track of the event.
///   - userData: Its bytes.
///   - timeStamp: Its beat.
public typealias AVAudioSequencerUserCallback = (
  _ track: AVMusicTrack, _ userData: Data, _ timeStamp: AVMusicTimeStamp
) -> Void

extension AVAudioSequencer {
  /// Makes a sequencer that plays through the instruments of an engine.
  ///
  /// A track without a destination plays through the first connected instrument.
  public convenience init(audioEngine engine: AVAudioEngine) {
    self.init()
    playback.set(engine)
  }

  /// Sets the closure that is called for the client's events, from an internal thread.
  public func setUserCallback(_ userCallback: sending AVAudioSequencerUserCallback?) {
    playback.setCallback(userCallback)
  }

  // MARK: Playing

  /// Makes the events and their instruments ready, so that a later start takes no time.
  public func prepareToPlay() { try? playback.prepare(owner) }

  /// Starts from the present position.
  ///
  /// Events have their exact frame in the engine, which must run to be heard.
  ///
  /// - Throws: An error if a track has no instrument, or a preset cannot be loaded.
  public func start() throws { try playback.start(self) }

  /// Stops, and keeps the position.
  public func stop() { playback.stop(owner) }

  /// Whether the sequencer was started; the end of the tracks does not stop it.
  public var isPlaying: Bool { playback.isPlaying }

  /// The factor of the tempo; 1 by default.
  public var rate: Float {
    get { Float(playback.pump.tempoRate) }
    set { playback.pump.tempoRate = Double(newValue) }
  }

  /// The position in seconds.
  public var currentPositionInSeconds: TimeInterval {
    get { playback.pump.position }
    set { if newValue.isFinite { playback.pump.position = newValue } }
  }

  /// The position in beats.
  public var currentPositionInBeats: TimeInterval {
    get { owner.beats(currentPositionInSeconds) }
    set { currentPositionInSeconds = owner.seconds(newValue) }
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

  func follow(_ number: Int, _ last: inout Double) -> Bool {
    playback.follow(self, number, &last)
  }

  /// The track with a number; `nil` if it was removed.
  func track(numbered number: Int) -> AVMusicTrack? {
    tracks.first { unsafe SequenceAccess.number($0.track) == number }
  }
}

extension AVMusicTrack {
  /// The instrument that plays the track; `nil` for the first one of the engine.
  ///
  /// The track keeps no reference to it.
  public var destinationAudioUnit: AVAudioUnit? {
    get { unsafe SequenceAccess.number(track).flatMap { owner.playback[$0] } }
    set {
      if let number = unsafe SequenceAccess.number(track) { owner.playback[number] = newValue }
    }
  }
}
