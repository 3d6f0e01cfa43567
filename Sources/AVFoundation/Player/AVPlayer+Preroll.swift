internal import AudioPlayback
internal import AudioRealtime
public import CoreMedia

/// Playback that begins at once.
extension AVPlayer {
  /// Decodes the first frames in advance, so that playback begins at once.
  ///
  /// - Parameters:
  ///   - rate: The rate of playback. It does not affect the decoding.
  ///   - completionHandler: Called once, on any thread, with `true` when the first frames are
  ///     ready. It gets `false` if the player plays or has no item. It also gets `false` if a seek,
  ///     a rate, another item or ``cancelPendingPrerolls()`` comes first.
  public func preroll(
    atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    core.preroll { completionHandler?($0) }
  }

  /// Decodes the first frames in advance; returns whether playback can begin at once.
  @discardableResult
  public func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// Ends prerolls that have not been completed; their handlers get `false`.
  public func cancelPendingPrerolls() { core.cancelPrerolls() }
}

extension AVPlayer {
  /// Plays from a time of the current item at a time of the host.
  ///
  /// Apple's class refuses this while ``automaticallyWaitsToMinimizeStalling`` is true. Here, that
  /// property makes no difference.
  ///
  /// - Parameters:
  ///   - rate: The rate.
  ///   - itemTime: The time of the item; invalid for its current time.
  ///   - hostClockTime: Seconds of the monotonic clock; invalid to play as soon as possible. If the
  ///     time has passed, playback begins at the time that the item would have reached by now. If
  ///     the frames are not ready at that time, playback begins later, without a jump.
  public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    let now = MonotonicClock.nanoseconds
    let host = hostClockTime.isNumeric ? hostClockTime.seconds * 1e9 : Double(now)
    let passed = max(0, Double(now) - host) / 1e9 * Double(rate.isFinite ? rate : 0)
    if itemTime.isNumeric || passed > 0 {
      let start = itemTime.isNumeric ? itemTime : currentTime()
      seek(
        to: start + CMTime(seconds: passed, preferredTimescale: 1_000_000_000),
        toleranceBefore: .zero, toleranceAfter: .zero)
    }
    let isFuture = hostClockTime.isNumeric && host > Double(now) && host < 9e18
    set(rate: rate, at: isFuture ? Int(host) : nil)
  }
}
