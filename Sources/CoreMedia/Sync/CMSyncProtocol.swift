public import CCoreMedia
internal import Foundation
internal import Synchronization

/// A clock or a timebase.
public protocol CMSyncProtocol {
  /// The rate relative to another clock or timebase.
  func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double
  /// The rate relative to another clock or timebase, and a time of both at the same moment.
  func rateAndAnchorTime<T: CMSyncProtocol>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime)
  /// Converts a time to that of another clock or timebase.
  func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime
  /// Whether the clocks of both differ, so that their times may drift apart.
  func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool
  /// The time.
  var time: CMTime { get }
}

extension CMSyncProtocol {
  fileprivate var effective: Double { (self as? CMTimebase)?.effectiveRate ?? 1 }

  fileprivate var clock: CMClock {
    (self as? CMTimebase)?.ultimateSourceClock ?? (self as? CMClock) ?? .hostTimeClock
  }

  /// A time of this clock or timebase, and the time of the machine's clock at the same moment.
  ///
  /// If the clock is the machine's clock, both times are exact.
  fileprivate var anchor: (time: CMTime, hostTime: CMTime) {
    guard let timebase = self as? CMTimebase else {
      if clock === CMClock.hostTimeClock {
        let now = time
        return (now, now)
      }
      return (time, CMClock.hostTimeClock.time)
    }
    let (source, anchor, rate) = timebase.state.withLock { ($0.source, $0.anchor, $0.rate) }
    let (sourceTime, hostTime) = source.anchor
    return (anchor.time(at: sourceTime, rate: rate), hostTime)
  }

  fileprivate func relation(
    to other: some CMSyncProtocol
  ) -> (rate: Double, time: CMTime, otherTime: CMTime)? {
    let otherRate = other.effective
    guard otherRate != 0 else { return nil }
    let own = anchor
    let reference = other.anchor
    // Moves the time of the other one to the moment at which the first time was read.
    let passed = CMTimeSubtract(own.hostTime, reference.hostTime)
    let moved = otherRate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: otherRate)
    let rate = effective
    return (
      rate == otherRate ? 1 : rate / otherRate, own.time, CMTimeAdd(reference.time, moved)
    )
  }

  /// The rate relative to another clock or timebase; 0 if the other one is stopped.
  public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
    relation(to: clockOrTimebase)?.rate ?? 0
  }

  /// The rate relative to another clock or timebase, and a time of both at the same moment.
  ///
  /// - Throws: `kCMSyncError_RateMustBeNonZero` if the other one is stopped.
  public func rateAndAnchorTime<T: CMSyncProtocol>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    guard let found = relation(to: clockOrTimebase) else { throw CMSync.Error.rateMustBeNonZero }
    return (found.rate, found.time, found.otherTime)
  }

  /// Converts a time to that of another clock or timebase.
  ///
  /// The result is invalid if the time is invalid, or if this timebase is stopped.
  public func convertTime<T: CMSyncProtocol>(
    _ time: CMTime, to clockOrTimebase: T
  ) -> CMTime {
    if let same = clockOrTimebase as? CMTimebase, same === self as? CMTimebase { return time }
    guard time.isNumeric, let found = clockOrTimebase.relation(to: self) else { return .invalid }
    let passed = CMTimeSubtract(time, found.otherTime)
    return CMTimeAdd(
      found.time,
      found.rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: found.rate))
  }

  /// Whether the clocks of both differ, so that their times may drift apart.
  public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
    clock !== clockOrTimebase.clock
  }
}

extension CMClock: CMSyncProtocol {}
extension CMTimebase: CMSyncProtocol {}
