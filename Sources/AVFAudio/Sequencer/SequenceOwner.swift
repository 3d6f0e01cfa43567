internal import AudioToolbox

/// The sequence of a sequencer and its tracks, disposed of with the last of them.
final class SequenceOwner: Sendable {
  /// The reference as a number, because only this class disposes of it.
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
      preconditionFailure("a sequence has no reference")
    }
    return unsafe sequence
  }

  func seconds(_ beats: Double) -> Double {
    var seconds = 0.0
    unsafe MusicSequenceGetSecondsForBeats(sequence, beats, &seconds)
    return seconds
  }

  func beats(_ seconds: Double) -> Double {
    var beats = 0.0
    unsafe MusicSequenceGetBeatsForSeconds(sequence, seconds, &beats)
    return beats
  }

  deinit { unsafe DisposeMusicSequence(sequence) }
}
