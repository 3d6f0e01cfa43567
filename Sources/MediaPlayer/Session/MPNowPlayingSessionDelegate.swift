public import Foundation

/// Receives the changes of a session, on the main queue.
public protocol MPNowPlayingSessionDelegate: NSObjectProtocol {
  /// Called when the session has become the active one of the program, or has stopped being active.
  func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)

  /// Called when the session has gained or lost the ability to become active.
  func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}

extension MPNowPlayingSessionDelegate {
  /// Has no effect.
  public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}

  /// Has no effect.
  public func nowPlayingSessionDidChangeCanBecomeActive(
    _ nowPlayingSession: MPNowPlayingSession
  ) {}
}
