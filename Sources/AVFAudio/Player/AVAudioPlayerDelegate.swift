public import Foundation

/// The delegate of a player.
///
/// The main queue, and therefore the main run loop, calls all methods. Each has an empty default
/// implementation, because the methods are optional on Apple's systems.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// Called after the last pass finishes; not called if the player was stopped or paused.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flag: Whether the whole file was read and decoded. Damaged packets that follow others are
  ///     silent, and count as decoded.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// Called if decoding fails in the middle; playback finishes after the decoded part.
  ///
  /// If no audio can be decoded, the player does not start, and calls no method.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - error: The reason, an error of the domain `NSOSStatusErrorDomain`.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

  /// Called when audio of higher priority pauses the player.
  ///
  /// - Parameter player: The player.
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

  /// Called when the interruption ends, and the player may resume.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - flags: 1 if the player may resume without asking the user.
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
  /// An empty default implementation.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// An empty default implementation.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
  /// An empty default implementation.
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  /// An empty default implementation.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
