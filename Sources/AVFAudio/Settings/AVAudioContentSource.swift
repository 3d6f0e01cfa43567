/// What audio is from.
public enum AVAudioContentSource: Int, Sendable {
  /// Not told.
  case unspecified = -1
  /// Not in use.
  case reserved = 0
  /// A recording by Apple's devices, in channels.
  case appleCapture_Traditional = 1
  /// A recording by Apple's devices, in space.
  case appleCapture_Spatial = 2
  /// A recording by Apple's devices, in space, and enhanced.
  case appleCapture_Spatial_Enhanced = 3
  /// Music from Apple, in channels.
  case appleMusic_Traditional = 4
  /// Music from Apple, in space.
  case appleMusic_Spatial = 5
  /// Film from Apple, in channels, made beforehand.
  case appleAV_Traditional_Offline = 6
  /// Film from Apple, in space, made beforehand.
  case appleAV_Spatial_Offline = 7
  /// Film from Apple, in channels, live.
  case appleAV_Traditional_Live = 8
  /// Film from Apple, in space, live.
  case appleAV_Spatial_Live = 9
  /// Audio that Apple passed on as it was.
  case applePassthrough = 10
  /// A recording, in channels.
  case capture_Traditional = 33
  /// A recording, in space.
  case capture_Spatial = 34
  /// A recording, in space, and enhanced.
  case capture_Spatial_Enhanced = 35
  /// Music, in channels.
  case music_Traditional = 36
  /// Music, in space.
  case music_Spatial = 37
  /// Film, in channels, made beforehand.
  case av_Traditional_Offline = 38
  /// Film, in space, made beforehand.
  case av_Spatial_Offline = 39
  /// Film, in channels, live.
  case av_Traditional_Live = 40
  /// Film, in space, live.
  case av_Spatial_Live = 41
  /// Audio that was passed on as it was.
  case passthrough = 42
}
