public import Foundation

/// Hears of a player.
///
/// All is called on the main queue, so on the main run loop, too. All has a default that does nothing, since methods are
/// optional on Apple's systems.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The last pass has been heard to its end; not called for a player that was stopped or paused.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flag: Whether all could be decoded.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// The file could not be decoded any further.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - error: Why; its domain is `NSOSStatusErrorDomain`.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
