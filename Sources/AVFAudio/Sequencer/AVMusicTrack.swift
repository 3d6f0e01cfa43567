public import AudioToolbox
public import Foundation
internal import Synchronization

/// A number of plays of a loop that is not a count.
public enum AVMusicTrackLoopCount: Int, Sendable {
  /// Without an end.
  case forever = -1
}

/// A track of a sequencer.
///
/// A range or an event with values out of range ends the program.
open class AVMusicTrack: NSObject, @unchecked Sendable {
  // Unchecked: the reference is constant, and the loop is guarded by a lock.

  /// The loop as the client set it.
  private struct Loop: Sendable {
    /// `nil` for the whole track.
    var range: AVBeatRange?
    var isEnabled = false
    var count = AVMusicTrackLoopCount.forever.rawValue
  }

  /// The reference as a number.
  private let address: UInt
  private let loop = Mutex(Loop())
  /// Keeps the sequence alive.
  let owner: SequenceOwner

  init(_ track: MusicTrack, _ owner: SequenceOwner) {
    address = UInt(bitPattern: track)
    self.owner = owner
    super.init()
  }

  /// The track in C.
  var track: MusicTrack {
    // Safe: the pointer is never dereferenced and only holds a number.
    guard let track = unsafe MusicTrack(bitPattern: address) else {
      preconditionFailure("the MusicTrack of this AVMusicTrack is null")
    }
    return unsafe track
  }

  /// Ends the program if a call fails, as an exception does on Apple's systems.
  func require(_ status: OSStatus, _ call: StaticString) {
    precondition(status == noErr, "\(call) failed with status \(status)")
  }

  // MARK: Destination

  /// The MIDI destination, which receives the events at their times; 0 without one.
  ///
  /// If the endpoint does not exist, the track plays through its instrument.
  open var destinationMIDIEndpoint: MIDIEndpointRef {
    get {
      var endpoint: MIDIEndpointRef = 0
      return unsafe MusicTrackGetDestMIDIEndpoint(track, &endpoint) == noErr ? endpoint : 0
    }
    set { unsafe MusicTrackSetDestMIDIEndpoint(track, newValue) }
  }

  // MARK: Loops

  /// The beats of the loop; those of the whole track by default.
  ///
  /// The loop ends with the track at the latest, also after later edits of the track.
  open var loopRange: AVBeatRange {
    get { loop.withLock { $0.range } ?? AVMakeBeatRange(0, lengthInBeats) }
    set {
      loop.withLock { $0.range = newValue }
      updateLoop()
    }
  }

  /// Whether the loop repeats.
  open var isLoopingEnabled: Bool {
    get { loop.withLock { $0.isEnabled } }
    set {
      loop.withLock { $0.isEnabled = newValue }
      updateLoop()
    }
  }

  /// How often the loop plays, from 1 on, or ``AVMusicTrackLoopCount/forever``.
  open var numberOfLoops: Int {
    get { loop.withLock { $0.count } }
    set {
      precondition(
        newValue == -1 || newValue > 0,
        "numberOfLoops must be positive or -1 (forever), not \(newValue)")
      loop.withLock { $0.count = newValue }
      updateLoop()
    }
  }

  private func updateLoop() {
    let state = loop.withLock { $0 }
    // Without a range, the loop grows with the track.
    let range = state.range ?? AVMakeBeatRange(0, .greatestFiniteMagnitude)
    require(
      unsafe musicTrackSetLoop(
        track, start: range.start, length: state.isEnabled ? range.length : 0,
        count: max(state.count, 0)),
      "loopRange")
  }

  // MARK: Properties

  /// Beats by which all events play later.
  open var offsetTime: AVMusicTimeStamp {
    get { value(kSequenceTrackProperty_OffsetTime, 0.0) }
    set { setValue(kSequenceTrackProperty_OffsetTime, newValue) }
  }

  /// Whether the track is silent.
  open var isMuted: Bool {
    get { value(kSequenceTrackProperty_MuteStatus, UInt8(0)) != 0 }
    set { setValue(kSequenceTrackProperty_MuteStatus, UInt8(newValue ? 1 : 0)) }
  }

  /// Whether the track plays alone: tracks that are not soloed are then silent.
  open var isSoloed: Bool {
    get { value(kSequenceTrackProperty_SoloStatus, UInt8(0)) != 0 }
    set { setValue(kSequenceTrackProperty_SoloStatus, UInt8(newValue ? 1 : 0)) }
  }

  /// The length in beats: the length that was set, or the end of the last event if later.
  open var lengthInBeats: AVMusicTimeStamp {
    get { value(kSequenceTrackProperty_TrackLength, 0.0) }
    set { setValue(kSequenceTrackProperty_TrackLength, newValue) }
  }

  /// The length in seconds, by the tempo track.
  open var lengthInSeconds: TimeInterval {
    get { owner.seconds(lengthInBeats) }
    set { lengthInBeats = owner.beats(newValue) }
  }

  /// The ticks of a beat in the file; 0 for tracks other than the tempo track.
  open var timeResolution: Int { Int(value(kSequenceTrackProperty_TimeResolution, Int16(0))) }

  /// Whether the track has only parameters.
  ///
  /// Unlike on Apple's systems, it has no effect: the sequencer sends no parameters.
  open var usesAutomatedParameters: Bool {
    get { value(kSequenceTrackProperty_AutomatedParameters, UInt32(0)) != 0 }
    set { setValue(kSequenceTrackProperty_AutomatedParameters, UInt32(newValue ? 1 : 0)) }
  }

  private func value<Value: BitwiseCopyable>(_ property: UInt32, _ start: Value) -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    // Safe: the value has the type of the property.
    let status = unsafe MusicTrackGetProperty(track, property, &value, &size)
    return status == noErr ? value : start
  }

  private func setValue<Value: BitwiseCopyable>(_ property: UInt32, _ value: Value) {
    var value = value
    // Safe: the value has the type of the property.
    require(
      unsafe MusicTrackSetProperty(track, property, &value, UInt32(MemoryLayout<Value>.size)),
      "MusicTrackSetProperty")
  }
}
