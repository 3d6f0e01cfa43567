/// The state of a recorder.
struct RecorderState {
  enum Phase {
    case stopped
    case prepared
    case recording
    case paused
  }

  var phase = Phase.stopped
  var assignments: [AVAudioSessionChannelDescription]?
  /// The recording, from preparation until it stops.
  var session: RecorderSession?
  /// The last format of the file, once a file was created.
  var format: AVAudioFormat?
}
