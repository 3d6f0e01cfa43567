/// What a recorder is at.
struct RecorderState {
  enum Phase {
    case stopped
    case prepared
    case recording
    case paused
  }

  var phase = Phase.stopped
  var assignments: [AVAudioSessionChannelDescription]?
  /// The recording, from preparing to stopping.
  var session: RecorderSession?
  /// What the file was last, once there was one.
  var format: AVAudioFormat?
}
