/// An event that a session reports to its observers.
package enum SessionEvent: Equatable, Sendable {
  /// The route has changed; carries the reason and the previous route.
  case route(SessionRoute.ChangeReason, previous: SessionRoute)
  /// The server has silenced this process for sound of higher priority.
  case interruptionBegan
  /// The process may play again.
  case interruptionEnded
  /// The server is gone.
  case serverLost
  /// The server is back.
  case serverReturned
  /// Other programs have started or stopped to play primary audio.
  case othersPlay(Bool)
  /// The volume of the playback device has changed; 0 to 1.
  case outputVolume(Double)
  /// The volume of the recording device has changed; 0 to 1.
  case inputVolume(Double)
  /// An input has become available, or the last one is gone.
  case inputAvailable(Bool)
}
