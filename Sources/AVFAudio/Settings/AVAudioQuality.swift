/// How much work to spend on quality.
public enum AVAudioQuality: Int, Sendable {
  /// As little as possible.
  case min = 0
  /// Little.
  case low = 32
  /// As much as is usual.
  case medium = 64
  /// Much.
  case high = 96
  /// As much as possible.
  case max = 127
}
