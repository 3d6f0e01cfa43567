internal import CoreAudioTypes
internal import MIDISequencing
internal import Synchronization

/// The sequence behind a client's reference.
final class SequenceObject: Sendable {
  static let all = HandleTable<SequenceObject>()
  static let tracks = HandleTable<SequenceTrack>()

  /// The function for user events, and its pointer.
  struct Callback: Sendable {
    /// The address of the function.
    var function: UInt
    var data: UInt
  }

  struct State: Sendable {
    var sequence = EventSequence()
    /// The reference that clients hold.
    var reference: UInt = 0
    /// The references of tracks, by their numbers.
    var tracks: [Int: UInt] = [:]
    /// The reference of the graph; 0 for none.
    var graph: UInt = 0
    var callback: Callback?
    /// How many players play the sequence.
    var playerCount = 0
    /// A number that changes with each edit.
    var version = 0
  }

  let state: Mutex<State>

  init() { state = Mutex(State()) }

  static func find(_ reference: MusicSequence) throws(StatusError) -> SequenceObject {
    guard let sequence = unsafe all.object(reference) else { throw StatusError(kAudio_ParamError) }
    return sequence
  }

  /// Changes the sequence.
  func edit<Result: Sendable>(
    _ change: (inout EventSequence) throws(StatusError) -> Result
  ) throws(StatusError) -> Result {
    try state.withLock { state throws(StatusError) in
      state.version += 1
      return try change(&state.sequence)
    }
  }

  /// Reads the sequence, which keeps the maps that it calculates.
  func read<Result: Sendable>(_ body: (inout EventSequence) -> Result) -> Result {
    state.withLock { body(&$0.sequence) }
  }

  /// Throws while a player plays the sequence.
  func checkIsStopped() throws(StatusError) {
    guard state.withLock({ $0.playerCount == 0 }) else {
      throw StatusError(kAudioToolboxErr_InvalidPlayerState)
    }
  }

  // MARK: References

  /// Makes a sequence that clients hold by a reference.
  static func make() -> MusicSequence? {
    let sequence = SequenceObject()
    let reference = unsafe all.add(sequence)
    sequence.state.withLock { $0.reference = UInt(bitPattern: reference) }
    return unsafe reference
  }

  /// The reference that clients hold.
  var reference: MusicSequence? {
    // Safe: the pointer is never dereferenced and only holds a number.
    unsafe MusicSequence(bitPattern: state.withLock { $0.reference })
  }

  /// The reference of a track, which is the same for each call.
  func reference(ofTrack number: Int) -> MusicTrack? {
    // Safe: the pointer is never dereferenced and only holds a number.
    if let known = state.withLock({ $0.tracks[number] }) {
      return unsafe MusicTrack(bitPattern: known)
    }
    let new = unsafe Self.tracks.add(SequenceTrack(self, number))
    let address = UInt(bitPattern: new)
    // Another thread may have been faster.
    let kept = state.withLock { state in
      let kept = state.tracks[number] ?? address
      state.tracks[number] = kept
      return kept
    }
    if kept != address, let new = unsafe new { _ = unsafe Self.tracks.remove(new) }
    return unsafe MusicTrack(bitPattern: kept)
  }

  /// Invalidates the references of all tracks.
  func forgetTracks() {
    let addresses = state.withLock { state in
      defer { state.tracks = [:] }
      return Array(state.tracks.values)
    }
    for address in addresses { Self.forget(address) }
  }

  /// Invalidates the reference of a track.
  func forgetTrack(_ number: Int) {
    let address = state.withLock { $0.tracks.removeValue(forKey: number) }
    if let address { Self.forget(address) }
  }

  private static func forget(_ address: UInt) {
    if let track = unsafe MusicTrack(bitPattern: address) { _ = unsafe tracks.remove(track) }
  }

  /// The track of a reference, which must belong to this sequence.
  func track(_ reference: MusicTrack) throws(StatusError) -> SequenceTrack {
    let track = try unsafe SequenceTrack.find(reference)
    guard track.sequence === self else { throw StatusError(kAudioToolboxErr_TrackNotFound) }
    return track
  }
}
