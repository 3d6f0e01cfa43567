internal import AudioPlayback
internal import CoreMedia
internal import Synchronization

extension AVPlayerItem {
  /// Passes the end times of the item to the player.
  func applyEnd() {
    let (player, id, end, start) = state.withLock {
      ($0.player, $0.id, $0.forwardEnd, $0.reverseEnd)
    }
    guard let player, let id else { return }
    player.core.setEndTime(end.isNumeric ? end.seconds : nil, of: id)
    player.core.setReverseEndTime(start.isNumeric ? start.seconds : nil, of: id)
  }
}
