internal import AudioPlayback
internal import CoreMedia
internal import Dispatch
internal import Foundation
internal import Synchronization

/// The heard time, seeks, and the reports of time observers.
extension AVPlayer {
  /// The time of an item in this player.
  func time(of item: AVPlayerItem) -> CMTime {
    let seconds = core.time
    return item.media.info?.time(seconds) ?? CMTime(seconds: seconds, preferredTimescale: 1_000_000)
  }

  /// Seeks to a time of the current item.
  func seekCurrent(to time: CMTime, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    guard time.isNumeric || time.isPositiveInfinity || time.isNegativeInfinity else {
      completionHandler?(false)
      return
    }
    let seconds = time.isPositiveInfinity ? 1e12 : time.isNegativeInfinity ? 0 : time.seconds
    let item = published.withLock { $0.items.first }
    item?.noteSeek()
    // Stop the timebase before the seek, because the player's thread reports the end of the seek.
    item?.holdTimebase()
    core.seek(to: seconds) { completionHandler?($0) }
  }

  func add(
    _ times: TimeObservation.Times, _ queue: DispatchQueue?,
    _ block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let queue = queue ?? .main
    let observation = TimeObservation(times) { [weak self] seconds, observation in
      let time =
        self?.published.withLock { $0.items.first }?.media.info?.time(seconds)
        ?? CMTime(seconds: seconds, preferredTimescale: 1_000_000)
      queue.async {
        guard observation.isActive else { return }
        block(time)
      }
    }
    core.add(observation)
    return observation
  }
}
