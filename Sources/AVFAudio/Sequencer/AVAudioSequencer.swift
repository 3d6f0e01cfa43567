public import AudioToolbox
public import Foundation
internal import Synchronization

/// A sequence of tracks with one tempo, and its files.
open class AVAudioSequencer: NSObject, @unchecked Sendable {
  // Unchecked: all state is constant, or guarded by a lock.

  let owner = SequenceOwner()
  /// The tracks that clients have, by their references.
  private let known = Mutex<[UInt: AVMusicTrack]>([:])

  var playback: SequencerPlayback { owner.playback }

  deinit { owner.playback.stop(owner) }

  /// Makes a sequencer without tracks.
  public override init() { super.init() }

  /// Makes a sequencer that plays through the instruments of an engine.
  ///
  /// A track with a MIDI destination sends its events there. A track with neither a destination nor
  /// an instrument plays through the first connected instrument.
  public init(audioEngine engine: AVAudioEngine) {
    super.init()
    playback.set(engine)
  }

  // MARK: Tracks

  /// The tracks, without the tempo track.
  open var tracks: [AVMusicTrack] {
    var count: UInt32 = 0
    unsafe MusicSequenceGetTrackCount(owner.sequence, &count)
    return (0..<count).compactMap { index in
      var track: MusicTrack?
      unsafe MusicSequenceGetIndTrack(owner.sequence, index, &track)
      return unsafe track.map { unsafe object(for: $0) }
    }
  }

  /// The track with the tempo and the time signatures.
  open var tempoTrack: AVMusicTrack {
    var track: MusicTrack?
    unsafe MusicSequenceGetTempoTrack(owner.sequence, &track)
    guard let track = unsafe track else {
      preconditionFailure("the MusicSequence has no tempo track")
    }
    return unsafe object(for: track)
  }

  /// The one object for a track.
  private func object(for track: MusicTrack) -> AVMusicTrack {
    let address = UInt(bitPattern: track)
    return known.withLock { known in
      if let object = known[address] { return object }
      // Safe: the pointer is never dereferenced and only holds a number.
      guard let track = unsafe MusicTrack(bitPattern: address) else {
        preconditionFailure("the address of a MusicTrack is 0")
      }
      let object = unsafe AVMusicTrack(track, owner)
      known[address] = object
      return object
    }
  }

  /// Adds a track after the other ones.
  open func createAndAppendTrack() -> AVMusicTrack {
    var track: MusicTrack?
    unsafe MusicSequenceNewTrack(owner.sequence, &track)
    guard let track = unsafe track else { preconditionFailure("the new MusicTrack is null") }
    return unsafe object(for: track)
  }

  /// Removes a track.
  ///
  /// - Returns: False for the tempo track and tracks of other sequencers.
  @discardableResult
  open func removeTrack(_ track: AVMusicTrack) -> Bool {
    let address = unsafe UInt(bitPattern: track.track)
    guard unsafe MusicSequenceDisposeTrack(owner.sequence, track.track) == noErr else {
      return false
    }
    known.withLock { _ = $0.removeValue(forKey: address) }
    return true
  }

  /// Information about the sequence, by the keys of ``InfoDictionaryKey``.
  open var userInfo: [String: Any] {
    unsafe MusicSequenceGetInfoDictionary(owner.sequence) as? [String: Any] ?? [:]
  }

  // MARK: Files

  /// Adds the tracks of a MIDI file.
  ///
  /// - Parameters:
  ///   - fileURL: The file.
  ///   - options: How the events become tracks.
  /// - Throws: An `NSError` with the status of `MusicSequenceFileLoad`.
  open func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
    let status = unsafe MusicSequenceFileLoad(
      owner.sequence, fileURL as CFURL, .midiType, flags(options))
    try check(status, "MusicSequenceFileLoad")
  }

  /// Adds the tracks of a MIDI file's bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - options: How the events become tracks.
  /// - Throws: An `NSError` with the status of `MusicSequenceFileLoadData`.
  open func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws {
    let status = unsafe MusicSequenceFileLoadData(
      owner.sequence, data as CFData, .midiType, flags(options))
    try check(status, "MusicSequenceFileLoadData")
  }

  private func flags(_ options: AVMusicSequenceLoadOptions) -> MusicSequenceLoadFlags {
    options.contains(.smf_ChannelsToTracks) ? .smf_ChannelsToTracks : []
  }

  /// Writes a MIDI file.
  ///
  /// - Parameters:
  ///   - fileURL: The file.
  ///   - resolution: Ticks for each beat, or a resolution in time code; 0 for the standard.
  ///   - replace: Whether to replace an existing file.
  /// - Throws: An `NSError` with the status of `MusicSequenceFileCreate`.
  open func write(
    to fileURL: URL, smpteResolution resolution: Int, replaceExisting replace: Bool
  ) throws {
    guard let resolution = Int16(exactly: resolution) else {
      throw NSError.audio(
        kAudio_ParamError, "AVAudioSequencer.write: the resolution does not fit 16 bits")
    }
    let status = unsafe MusicSequenceFileCreate(
      owner.sequence, fileURL as CFURL, .midiType, replace ? .eraseFile : [], resolution)
    try check(status, "MusicSequenceFileCreate")
  }

  /// Makes the bytes of a MIDI file.
  ///
  /// - Parameters:
  ///   - SMPTEResolution: Ticks for each beat, or a resolution in time code; 0 for the standard.
  ///   - outError: On return, the error, or nil.
  /// - Returns: The bytes; empty after an error.
  open func data(withSMPTEResolution SMPTEResolution: Int, error outError: NSErrorPointer) -> Data {
    unsafe outError?.pointee = nil
    var data: Unmanaged<CFData>?
    let resolution = Int16(exactly: SMPTEResolution)
    let status = resolution.map {
      unsafe MusicSequenceFileCreateData(owner.sequence, .midiType, [], $0, &data)
    }
    if let data = unsafe data { return unsafe data.takeRetainedValue() as Data }
    unsafe outError?.pointee = .audio(status ?? kAudio_ParamError, "MusicSequenceFileCreateData")
    return Data()
  }

  // MARK: Time

  /// Converts beats to seconds by the tempo track.
  open func seconds(forBeats beats: AVMusicTimeStamp) -> TimeInterval { owner.seconds(beats) }

  /// Converts seconds to beats by the tempo track.
  open func beats(forSeconds seconds: TimeInterval) -> AVMusicTimeStamp { owner.beats(seconds) }

  /// Reverses the order of all events, and the tempo.
  open func reverseEvents() { unsafe MusicSequenceReverse(owner.sequence) }
}
