internal import AudioPlayback
public import CoreMedia
public import Dispatch
public import Foundation
internal import Synchronization

/// The heard time, seeks, and time observers.
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

  // MARK: Time observers

  /// Calls a block at multiples of an interval, and at each jump, start and stop.
  ///
  /// - Parameters:
  ///   - interval: The interval on the item's timeline.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block, with the heard time.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let seconds = interval.isNumeric && interval.seconds > 0 ? max(interval.seconds, 0.001) : 1e12
    return add(.every(seconds), queue, block)
  }

  /// Calls a block when playback passes times.
  ///
  /// - Parameters:
  ///   - times: The times, `NSValue` objects with a `CMTime`.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds)
    return add(.each(seconds), queue) { _ in block() }
  }

  /// Removes a time observer; no block starts after this function has returned.
  ///
  /// - Parameter observer: The token. In debug builds, a token of another player is a programming
  ///   error; otherwise, it is ignored.
  public func removeTimeObserver(_ observer: Any) {
    guard let observation = observer as? TimeObservation else {
      assertionFailure("the argument of removeTimeObserver(_:) is not the token of a time observer")
      return
    }
    let isKnown = core.remove(observation)
    assert(isKnown, "the time observer belongs to another AVPlayer, or has already been removed")
  }

  private func add(
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
