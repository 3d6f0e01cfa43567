/// Receives the events of an ``ItemPlayer``, on its thread and with no lock held.
package protocol ItemPlayerObserver: AnyObject, Sendable {
  /// The player's own state has changed: rate, waiting, the list of items.
  func playerChanged()
  /// The status, length or buffer of an item has changed.
  func itemChanged(_ id: Int)
  /// Everything of an item has been heard.
  func itemEnded(_ id: Int)
  /// An item cannot be played, or not any further.
  func itemFailed(_ id: Int, _ failure: MediaFailure)
  /// Playback of an item has run out of frames.
  func itemStalled(_ id: Int)
  /// The time of an item has jumped.
  func itemJumped(_ id: Int)
  /// Playback of an item has reached metadata.
  func itemReached(_ id: Int, _ metadata: TimedMetadata)
  /// Playback in reverse has reached the start of an item, and the player has paused.
  func itemReachedStart(_ id: Int)
}

extension ItemPlayerObserver {
  package func itemReachedStart(_ id: Int) {}
}
