/// The state of a player: the only one, from the feeding thread to every API.
package enum PlaybackPhase: Equatable, Sendable {
  case stopped
  /// Frames are decoded ahead; no device is open.
  case primed
  /// A device plays, or waits for the moment of the start.
  case running
  case paused
}
