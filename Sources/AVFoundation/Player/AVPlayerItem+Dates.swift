internal import AudioPlayback
public import CoreMedia
internal import Foundation

extension AVPlayerItem {
  /// Seeks to a time, exactly.
  ///
  /// Both tolerances are ignored, because all seeks are exact.
  ///
  /// - Returns: Whether the seek succeeded.
  @discardableResult
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }
}

/// Dates of streams whose playlist states them.
extension AVPlayerItem {
  /// The date of the heard time; `nil` if the playlist states no dates.
  public func currentDate() -> Date? {
    media.date(at: currentTime().seconds).map { Date(timeIntervalSince1970: $0) }
  }

  /// Seeks to a date.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - completionHandler: Called once, with `true` when the first frame at the date is ready.
  /// - Returns: Whether the stream contains the date.
  @discardableResult
  public func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)?) -> Bool {
    guard let seconds = media.time(atDate: date.timeIntervalSince1970) else {
      completionHandler?(false)
      return false
    }
    seek(
      to: CMTime(seconds: seconds, preferredTimescale: 1_000_000_000),
      toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    return true
  }

  /// Seeks to a date.
  ///
  /// - Returns: Whether the stream contains the date.
  @discardableResult
  public func seek(to date: Date) -> Bool { seek(to: date, completionHandler: nil) }
}

extension AVPlayerItem {
  /// Seeks to a date; returns whether the seek succeeded.
  @discardableResult
  public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: date) { continuation.resume(returning: $0) }
    }
  }
}

extension AVPlayer {
  /// Seeks to a date of the current item; returns whether the seek succeeded.
  @discardableResult
  public func seek(to date: Date) async -> Bool {
    await currentItem?.seek(to: date) ?? false
  }

  /// Seeks to a date of the current item.
  public func seek(to date: Date) { currentItem?.seek(to: date, completionHandler: nil) }

  /// Seeks to a date of the current item.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - completionHandler: Called once, with `true` if the seek succeeded. It gets `false` if the
  ///     item does not contain the date.
  public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let item = currentItem else {
      completionHandler(false)
      return
    }
    item.seek(to: date, completionHandler: completionHandler)
  }
}
