public import CCoreMedia
public import CoreFoundation
public import Foundation

/// A clock or a timebase.
public typealias CMClockOrTimebase = AnyObject

private func both<Result>(
  _ first: CMClockOrTimebase, _ second: CMClockOrTimebase,
  _ body: (any CMSyncProtocol, any CMSyncProtocol) -> Result
) -> Result? {
  guard let first = first as? any CMSyncProtocol, let second = second as? any CMSyncProtocol else {
    return nil
  }
  return body(first, second)
}

/// Creates a timebase whose source is a clock.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  // Safe: the client's pointer is valid, as documented.
  unsafe timebaseOut.pointee = CMTimebase(sourceClock: sourceClock)
  return 0
}

/// Creates a timebase whose source is a clock.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithMasterClock(
  allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe CMTimebaseCreateWithSourceClock(
    allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// Creates a timebase whose source is another timebase.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase,
  timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  // Safe: the client's pointer is valid, as documented.
  unsafe timebaseOut.pointee = CMTimebase(sourceTimebase: sourceTimebase)
  return 0
}

/// Creates a timebase whose source is another timebase.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
  allocator: CFAllocator?, masterTimebase: CMTimebase,
  timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  unsafe CMTimebaseCreateWithSourceTimebase(
    allocator: allocator, sourceTimebase: masterTimebase, timebaseOut: timebaseOut)
}

/// Returns the timebase that is the source; `nil` if the source is a clock.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? {
  timebase.sourceTimebase
}

/// Returns the timebase that is the source; `nil` if the source is a clock.
public func CMTimebaseCopyMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? {
  timebase.sourceTimebase
}

/// Returns the clock that is the source; `nil` if the source is a timebase.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// Returns the clock that is the source; `nil` if the source is a timebase.
public func CMTimebaseCopyMasterClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// Returns the source.
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> CMClockOrTimebase {
  timebase.source as AnyObject
}

/// Returns the source.
public func CMTimebaseCopyMaster(_ timebase: CMTimebase) -> CMClockOrTimebase {
  timebase.source as AnyObject
}

/// Returns the clock at the end of the chain of sources.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock {
  timebase.ultimateSourceClock
}

/// Returns the clock at the end of the chain of sources.
public func CMTimebaseCopyUltimateMasterClock(_ timebase: CMTimebase) -> CMClock {
  timebase.ultimateSourceClock
}

/// Sets the source to a clock; the time and the rate stay.
///
/// - Returns: 0; `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetSourceClock(
  _ timebase: CMTimebase, _ newSourceClock: CMClock
) -> OSStatus {
  timebase.setSource(newSourceClock)
}

/// Sets the source to a clock; the time and the rate stay.
///
/// - Returns: 0; `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetMasterClock(
  _ timebase: CMTimebase, _ newMasterClock: CMClock
) -> OSStatus {
  timebase.setSource(newMasterClock)
}

/// Sets the source to another timebase; the time and the rate stay.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` if the new source depends on this timebase;
///   `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetSourceTimebase(
  _ timebase: CMTimebase, _ newSourceTimebase: CMTimebase
) -> OSStatus {
  timebase.setSource(newSourceTimebase)
}

/// Sets the source to another timebase; the time and the rate stay.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` if the new source depends on this timebase;
///   `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetMasterTimebase(
  _ timebase: CMTimebase, _ newMasterTimebase: CMTimebase
) -> OSStatus {
  timebase.setSource(newMasterTimebase)
}

/// Returns the time of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// Returns the time of a timebase in units of a scale.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// Moves the timebase to a time.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` for a time that is not numeric;
///   `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  timebase.move(to: time, at: nil, rate: nil)
}

/// Sets the time that a timebase has when its source has a certain time.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` for a time that is not numeric;
///   `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  timebase.move(to: timebaseTime, at: immediateSourceTime, rate: nil)
}

/// Returns the rate relative to the source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// Gets the time, and the rate relative to the source, at the same moment.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?,
  rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  // Safe: the client's pointers are valid or absent, as documented.
  unsafe timeOut?.pointee = time
  unsafe rateOut?.pointee = rate
  return 0
}

/// Sets the rate relative to the source.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` for a rate that is not finite;
///   `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
  timebase.move(to: nil, at: nil, rate: rate)
}

/// Sets the rate, and the time that a timebase has when its source has a certain time.
///
/// - Returns: 0; `kCMTimebaseError_InvalidParameter` for a time that is not numeric, or a rate that
///   is not finite; `kCMTimebaseError_ReadOnly` for the timebase of a player item.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime,
  immediateSourceTime: CMTime
) -> OSStatus {
  timebase.move(to: timebaseTime, at: immediateSourceTime, rate: rate)
}

/// Returns the rate relative to the clock at the end of the chain of sources.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 {
  timebase.effectiveRate
}

/// Returns at once, because each change posts its notifications before it returns, on its own
/// thread.
///
/// - Returns: 0.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus { 0 }

/// Returns the rate of a clock or timebase relative to another; 0 if the other is stopped.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
  both(ofClockOrTimebase, relativeToClockOrTimebase) { $0.rate(relativeTo: $1) } ?? 0
}

/// Gets the rate of a clock or timebase relative to another, and the times of both at one moment.
///
/// - Returns: 0; `kCMSyncError_RateMustBeNonZero` if the other one is stopped;
///   `kCMSyncError_InvalidParameter` if an object is neither a clock nor a timebase.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
  _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase,
  relativeRateOut outRelativeRate: UnsafeMutablePointer<Float64>?,
  anchorTimeOut outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
  relativeToAnchorTimeOut outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
  let found = both(ofClockOrTimebase, relativeToClockOrTimebase) {
    try? $0.rateAndAnchorTime(relativeTo: $1)
  }
  guard let found else { return kCMSyncError_InvalidParameter }
  guard let found else { return kCMSyncError_RateMustBeNonZero }
  // Safe: the client's pointers are valid or absent, as documented.
  unsafe outRelativeRate?.pointee = found.rate
  unsafe outOfClockOrTimebaseAnchorTime?.pointee = found.anchorTime
  unsafe outRelativeToClockOrTimebaseAnchorTime?.pointee = found.referenceTime
  return 0
}

/// Converts a time of one clock or timebase to that of another.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase,
  to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
  both(fromClockOrTimebase, toClockOrTimebase) { $0.convertTime(time, to: $1) } ?? .invalid
}

/// Whether the clocks of two clocks or timebases differ, so that their times may drift apart.
public func CMSyncMightDrift(
  _ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
  both(clockOrTimebase1, clockOrTimebase2) { $0.mightDrift(relativeTo: $1) } ?? true
}

/// Returns the time of a clock or timebase.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
  (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}

/// Posted after the effective rate of a timebase has changed.
public var kCMTimebaseNotification_EffectiveRateChanged: CFString {
  CMTimebase.effectiveRateChanged.rawValue as CFString
}
/// Posted after the time of a timebase has been set.
public var kCMTimebaseNotification_TimeJumped: CFString {
  CMTimebase.timeJumped.rawValue as CFString
}
/// The key of the time of an event.
public var kCMTimebaseNotificationKey_EventTime: CFString {
  CMTimebase.NotificationKey.eventTime.rawValue as CFString
}
