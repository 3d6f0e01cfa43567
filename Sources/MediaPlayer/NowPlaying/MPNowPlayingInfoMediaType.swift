/// The kind of an item, the value of ``MPNowPlayingInfoPropertyMediaType``.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
  /// An unknown kind.
  case none
  /// Sound.
  case audio
  /// Video.
  case video
}
