/// The content that dynamic range control is tuned for.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable {
  /// No dynamic range control.
  case none = 0
  /// Music.
  case music = 1
  /// Speech.
  case speech = 2
  /// Movies.
  case movie = 3
  /// A recording by a device.
  case capture = 4
}
