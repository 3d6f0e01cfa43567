/// The origin of audio content.
public enum AVAudioContentSource: Int, Sendable {
  /// Not specified.
  case unspecified = -1
  /// Reserved.
  case reserved = 0
  /// A recording by an Apple device, without spatial audio.
  case appleCapture_Traditional = 1
  /// A recording by an Apple device, with spatial audio.
  case appleCapture_Spatial = 2
  /// A recording by an Apple device, with enhanced spatial audio.
  case appleCapture_Spatial_Enhanced = 3
  /// Music from Apple, without spatial audio.
  case appleMusic_Traditional = 4
  /// Music from Apple, with spatial audio.
  case appleMusic_Spatial = 5
  /// Video from Apple, without spatial audio, encoded offline.
  case appleAV_Traditional_Offline = 6
  /// Video from Apple, with spatial audio, encoded offline.
  case appleAV_Spatial_Offline = 7
  /// Live video from Apple, without spatial audio.
  case appleAV_Traditional_Live = 8
  /// Live video from Apple, with spatial audio.
  case appleAV_Spatial_Live = 9
  /// Audio that Apple passed through unchanged.
  case applePassthrough = 10
  /// A recording without spatial audio.
  case capture_Traditional = 33
  /// A recording with spatial audio.
  case capture_Spatial = 34
  /// A recording with enhanced spatial audio.
  case capture_Spatial_Enhanced = 35
  /// Music without spatial audio.
  case music_Traditional = 36
  /// Music with spatial audio.
  case music_Spatial = 37
  /// Video without spatial audio, encoded offline.
  case av_Traditional_Offline = 38
  /// Video with spatial audio, encoded offline.
  case av_Spatial_Offline = 39
  /// Live video without spatial audio.
  case av_Traditional_Live = 40
  /// Live video with spatial audio.
  case av_Spatial_Live = 41
  /// Audio passed through unchanged.
  case passthrough = 42
}
