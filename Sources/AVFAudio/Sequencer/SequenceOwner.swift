internal import AudioToolbox
internal import MIDISequencing

/// The sequence of a sequencer and its tracks.
///
/// The last of these objects that is released disposes of the sequence.
final class SequenceOwner: Sendable {
  /// The sequence's reference as a number, valid until `deinit` disposes of the sequence.
  private let address: UInt
  let playback = SequencerPlayback()

  init() {
    var made: MusicSequence?
    unsafe NewMusicSequence(&made)
    address = UInt(bitPattern: made)
  }

  var sequence: MusicSequence {
    // Safe: the pointer is never dereferenced and only holds a number.
    guard let sequence = unsafe MusicSequence(bitPattern: address) else {
      preconditionFailure("the MusicSequence of this AVAudioSequencer is null")
    }
    return unsafe sequence
  }

  /// The relation of beats and seconds.
  var tempo: TempoMap { unsafe SequenceAccess.tempoMap(sequence) ?? TempoMap([]) }

  /// The time of a beat in seconds; 0 if the beat is not a number.
  func seconds(_ beats: Double) -> Double { beats.isNaN ? 0 : tempo.seconds(atBeat: beats) }

  /// The beat at a time in seconds; 0 if the time is not a number.
  func beats(_ seconds: Double) -> Double { seconds.isNaN ? 0 : tempo.beat(atSeconds: seconds) }

  deinit { unsafe DisposeMusicSequence(sequence) }
}
