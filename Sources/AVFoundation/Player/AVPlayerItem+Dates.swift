internal import AudioPlayback
public import CoreMedia
internal import Foundation

extension AVPlayerItem {
  /// Moves to a time, exactly.
  ///
  /// Both tolerances are ignored, because all seeks are exact.
  ///
  /// - Returns: Whether the item moved.
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
  /// The date of the heard time; `nil` without dates.
  public func currentDate() -> Date? {
    media.date(at: currentTime().seconds).map { Date(timeIntervalSince1970: $0) }
  }

  /// Continues at a date.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - completionHandler: Called once, as for a seek to a time.
  /// - Returns: Whether the stream contains the date.
  @discardableResult
  public func seek(
    to date: Date, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) -> Bool {
    guard let seconds = media.time(atDate: date.timeIntervalSince1970) else {
      completionHandler?(false)
      return false
    }
    seek(
      to: CMTime(seconds: seconds, preferredTimescale: 1_000_000_000),
      toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
    return true
  }
}

extension AVPlayerItem {
  /// Continues at a date; returns whether it did.
  @discardableResult
  public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: date) { continuation.resume(returning: $0) }
    }
  }
}

extension AVPlayer {
  /// Continues at a date of the current item; returns whether it did.
  @discardableResult
  public func seek(to date: Date) async -> Bool {
    await currentItem?.seek(to: date) ?? false
  }

  /// Continues at a date of the current item.
  public func seek(to date: Date) { currentItem?.seek(to: date, completionHandler: nil) }

  /// Continues at a date of the current item.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - completionHandler: Called once, with `false` if the item does not contain the date.
  public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let item = currentItem else {
      completionHandler(false)
      return
    }
    item.seek(to: date, completionHandler: completionHandler)
  }
}
