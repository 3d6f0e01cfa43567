/// The state of a player, which the feeding thread and all APIs share.
package enum PlaybackPhase: Equatable, Sendable {
  case stopped
  /// Frames are decoded ahead; no device is open.
  case primed
  /// A device plays, or waits for the moment of the start.
  case running
  case paused
}
