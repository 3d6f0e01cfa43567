/// What a session tells those who use it.
package enum SessionEvent: Equatable, Sendable {
  /// The sound goes elsewhere; the route before.
  case route(SessionRoute.ChangeReason, previous: SessionRoute)
  /// The server has silenced this process for something that comes first.
  case interruptionBegan
  /// It may play again.
  case interruptionEnded
  /// There is no server any more.
  case serverLost
  /// There is one again.
  case serverReturned
  /// Others have begun to play what is not to be mixed with a background, or have ended.
  case othersPlay(Bool)
  /// The volume of the device that plays has been changed; 0 to 1.
  case outputVolume(Double)
  /// The same of the device that records.
  case inputVolume(Double)
  /// There is something to record from, or no more.
  case inputAvailable(Bool)
}
