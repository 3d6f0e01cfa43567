/// The states of an item.
extension AVPlayerItem {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// The header of the media has not arrived.
    case unknown
    /// The item can play.
    case readyToPlay
    /// Final; ``AVPlayerItem/error`` has the reason.
    case failed
  }
}
