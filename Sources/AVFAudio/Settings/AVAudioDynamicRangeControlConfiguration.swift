/// What the dynamic range is fitted to.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable {
  /// Nothing.
  case none = 0
  /// Music.
  case music = 1
  /// Speech.
  case speech = 2
  /// Film.
  case movie = 3
  /// What a device recorded.
  case capture = 4
}
