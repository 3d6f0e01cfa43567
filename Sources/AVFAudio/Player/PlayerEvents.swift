internal import AudioCodecs
internal import AudioPlayback
internal import Dispatch

/// Notifies a player's delegate on the main queue.
///
/// Belongs to the player, and does not retain it: the feeding thread must never release the player.
final class PlayerEvents: FilePlayerObserver {
  private weak let player: AVAudioPlayer?

  init(_ player: AVAudioPlayer) {
    self.player = player
  }

  func playerFinished(isWhole: Bool) {
    DispatchQueue.main.async { [self] in
      guard let player else { return }
      player.delegate?.audioPlayerDidFinishPlaying(player, successfully: isWhole)
    }
  }

  func playerFailed(_ error: CodecError) {
    DispatchQueue.main.async { [self] in
      guard let player else { return }
      player.delegate?.audioPlayerDecodeErrorDidOccur(player, error: player.file?.failure)
    }
  }
}
