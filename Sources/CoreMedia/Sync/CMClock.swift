public import CCoreMedia
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// A source of time, which always runs at rate 1.
public final class CMClock: Sendable {
  /// The machine's clock, as the clock of a timebase.
  public static let hostTimeClock = CMClock {
    convertSystemUnitsToHostTime(AudioGetCurrentHostTime())
  }

  private let now: @Sendable () -> CMTime
  private let isValid = Mutex(true)

  /// Makes a clock.
  ///
  /// - Parameter now: Returns the time; called on any thread.
  package init(_ now: @escaping @Sendable () -> CMTime) { self.now = now }

  /// The time; invalid after ``invalidate()``.
  public var time: CMTime { isValid.withLock { $0 } ? now() : .invalid }

  /// A time of this clock, and the time of the machine's clock at the same moment.
  ///
  /// - Throws: `kCMClockError_InvalidParameter` after ``invalidate()``.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let time = time
    guard time.isNumeric else { throw Error.invalidParameter }
    return (time, self === CMClock.hostTimeClock ? time : CMClock.hostTimeClock.time)
  }

  /// Whether the other clock may run faster or slower than this one.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Stops the use of the clock; has no effect on ``hostTimeClock``.
  public func invalidate() {
    guard self !== CMClock.hostTimeClock else { return }
    isValid.withLock { $0 = false }
  }

  /// Converts a time of ``hostTimeClock`` to the units of `mach_absolute_time`.
  ///
  /// - Returns: The converted time; 0 if the time is negative or not numeric.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    guard hostTime.isNumeric else { return 0 }
    let nanoseconds = CMTimeConvertScale(
      hostTime, timescale: 1_000_000_000, method: .roundHalfAwayFromZero)
    guard nanoseconds.isNumeric, nanoseconds.value > 0 else { return 0 }
    return AudioConvertNanosToHostTime(UInt64(nanoseconds.value))
  }

  /// Converts a time of `mach_absolute_time` to a time of ``hostTimeClock``, in nanoseconds.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMTime(
      value: Int64(clamping: AudioConvertHostTimeToNanos(systemUnits)), timescale: 1_000_000_000)
  }
}

/// Returns the machine's clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Converts a host time to the units of `mach_absolute_time`.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// Converts a time of `mach_absolute_time` to a host time.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// Returns the time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Gets a time of a clock, and the time of the machine's clock at the same moment.
///
/// - Returns: 0; `kCMClockError_InvalidParameter` after ``CMClockInvalidate(_:)``.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>,
  referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  guard let anchor = try? clock.anchorTime() else { return kCMClockError_InvalidParameter }
  // Safe: the client's pointers are valid, as documented.
  unsafe clockTimeOut.pointee = anchor.anchorTime
  unsafe referenceClockTimeOut.pointee = anchor.referenceTime
  return 0
}

/// Whether one of two clocks may run faster than the other.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// Stops the use of a clock.
public func CMClockInvalidate(_ clock: CMClock) { clock.invalidate() }
