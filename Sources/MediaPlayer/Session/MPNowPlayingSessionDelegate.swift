public import Foundation

/// Receives the changes of a session, on the main queue.
public protocol MPNowPlayingSessionDelegate: NSObjectProtocol {
  /// The session became the active one of the program, or no longer is.
  func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)

  /// The session can become active, or no longer can.
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
