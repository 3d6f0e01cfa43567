public import CoreMedia
public import Dispatch
public import Foundation

extension AVSampleBufferRenderSynchronizer {
  /// Calls a block at multiples of an interval, and at each jump, start and stop.
  ///
  /// - Parameters:
  ///   - interval: The interval on the timebase.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block, with the time.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?,
    using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    TimebaseObserver(timebase, .every(interval), queue ?? .main, block)
  }

  /// Calls a block when the timebase passes times.
  ///
  /// - Parameters:
  ///   - times: The times, `NSValue` objects with a `CMTime`.
  ///   - queue: A serial queue; `nil` for the main queue.
  ///   - block: The block.
  /// - Returns: A token for ``removeTimeObserver(_:)``.
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    TimebaseObserver(timebase, .each(times.map(\.timeValue)), queue ?? .main) { _ in block() }
  }

  /// Removes a time observer.
  ///
  /// - Parameter observer: The token.
  public func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimebaseObserver else {
      assertionFailure("the argument of removeTimeObserver(_:) is not the token of a time observer")
      return
    }
    observer.end()
  }
}
