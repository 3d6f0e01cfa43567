/// The effort to spend on quality.
public enum AVAudioQuality: Int, Sendable {
  /// The lowest effort.
  case min = 0
  /// Low effort.
  case low = 32
  /// Medium effort.
  case medium = 64
  /// High effort.
  case high = 96
  /// The highest effort.
  case max = 127
}
