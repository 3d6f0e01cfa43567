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
  ///   - flag: Whether all could be read and decoded. Damaged packets behind others are silence, and count as decoded.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// The file could not be decoded any further, so that the end of what could is the end of playing.
  ///
  /// Where nothing can be decoded it does not play, and no end is told.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - error: Why; its domain is `NSOSStatusErrorDomain`.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

  /// Something that comes first is heard; the player has been paused.
  ///
  /// - Parameter player: The player.
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

  /// What came first has ended; the player may go on.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flags: 1 where it may do so without asking.
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
  /// Does nothing.
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
