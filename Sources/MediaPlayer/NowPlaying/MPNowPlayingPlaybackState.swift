/// The states of an app that plays.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  /// The rate of the now playing information decides.
  case unknown
  /// The app plays.
  case playing
  /// The app has paused.
  case paused
  /// The app has stopped.
  case stopped
  /// Another sound interrupts the app.
  case interrupted
}
