internal import CCoreMedia
internal import CoreFoundation
internal import Foundation

// The C entry points, which take references. Null for an object returns 0 or an error.

private let missing = kCMTimebaseError_MissingRequiredParameter

private func clock(_ reference: UnsafeRawPointer?) -> CMClock? {
  unsafe CoreFoundationReference.object(reference, as: CMClock.self)
}

private func timebase(_ reference: UnsafeRawPointer?) -> CMTimebase? {
  unsafe CoreFoundationReference.object(reference, as: CMTimebase.self)
}

private func either(_ reference: UnsafeRawPointer?) -> CMClockOrTimebase? {
  unsafe CoreFoundationReference.object(reference, as: AnyObject.self)
}

private func owned(_ object: AnyObject?) -> UnsafeRawPointer? {
  unsafe object.map { unsafe CoreFoundationReference.retained($0) }
}

// MARK: - Clocks

@c(CMClockGetHostTimeClock)
package func CMClockGetHostTimeClockForC() -> UnsafeRawPointer? {
  unsafe CoreFoundationReference.borrowed(CMClockGetHostTimeClock())
}

@c(CMClockConvertHostTimeToSystemUnits)
package func CMClockConvertHostTimeToSystemUnitsForC(_ time: CMTime) -> UInt64 {
  CMClockConvertHostTimeToSystemUnits(time)
}

@c(CMClockMakeHostTimeFromSystemUnits)
package func CMClockMakeHostTimeFromSystemUnitsForC(_ time: UInt64) -> CMTime {
  CMClockMakeHostTimeFromSystemUnits(time)
}

@c(CMClockGetTime)
package func CMClockGetTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe clock(reference)?.time ?? .invalid
}

@c(CMClockGetAnchorTime)
package func CMClockGetAnchorTimeForC(
  _ reference: UnsafeRawPointer?, _ time: UnsafeMutablePointer<CMTime>?,
  _ referenceTime: UnsafeMutablePointer<CMTime>?
) -> Int32 {
  guard let clock = unsafe clock(reference), let time = unsafe time,
    let referenceTime = unsafe referenceTime
  else { return kCMClockError_MissingRequiredParameter }
  return unsafe CMClockGetAnchorTime(
    clock, clockTimeOut: time, referenceClockTimeOut: referenceTime)
}

@c(CMClockMightDrift)
package func CMClockMightDriftForC(
  _ reference: UnsafeRawPointer?, _ other: UnsafeRawPointer?
) -> Bool {
  guard let first = unsafe clock(reference), let second = unsafe clock(other) else { return false }
  return CMClockMightDrift(first, otherClock: second)
}

@c(CMClockInvalidate)
package func CMClockInvalidateForC(_ reference: UnsafeRawPointer?) {
  unsafe clock(reference)?.invalidate()
}

// MARK: - Sources

@c(CMTimebaseCreateWithSourceClock)
package func CMTimebaseCreateWithSourceClockForC(
  _ allocator: UnsafeRawPointer?, _ source: UnsafeRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let source = unsafe clock(source) else { return missing }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMTimebaseCreateWithSourceClock(
      allocator: nil, sourceClock: source, timebaseOut: &made)
  }
}

@c(CMTimebaseCreateWithSourceTimebase)
package func CMTimebaseCreateWithSourceTimebaseForC(
  _ allocator: UnsafeRawPointer?, _ source: UnsafeRawPointer?,
  _ output: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  guard let source = unsafe timebase(source) else { return missing }
  return unsafe CoreFoundationReference.store(in: output, orFail: missing) { made in
    unsafe CMTimebaseCreateWithSourceTimebase(
      allocator: nil, sourceTimebase: source, timebaseOut: &made)
  }
}

@c(CMTimebaseCopySourceTimebase)
package func CMTimebaseCopySourceTimebaseForC(
  _ reference: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe owned(timebase(reference).flatMap { CMTimebaseCopySourceTimebase($0) })
}

@c(CMTimebaseCopySourceClock)
package func CMTimebaseCopySourceClockForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe owned(timebase(reference)?.sourceClock)
}

@c(CMTimebaseCopySource)
package func CMTimebaseCopySourceForC(_ reference: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe owned(timebase(reference).map { CMTimebaseCopySource($0) })
}

@c(CMTimebaseCopyUltimateSourceClock)
package func CMTimebaseCopyUltimateSourceClockForC(
  _ reference: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  unsafe owned(timebase(reference).map { CMTimebaseCopyUltimateSourceClock($0) })
}

@c(CMTimebaseSetSourceClock)
package func CMTimebaseSetSourceClockForC(
  _ reference: UnsafeRawPointer?, _ source: UnsafeRawPointer?
) -> Int32 {
  guard let timebase = unsafe timebase(reference), let source = unsafe clock(source) else {
    return missing
  }
  return CMTimebaseSetSourceClock(timebase, source)
}

@c(CMTimebaseSetSourceTimebase)
package func CMTimebaseSetSourceTimebaseForC(
  _ reference: UnsafeRawPointer?, _ source: UnsafeRawPointer?
) -> Int32 {
  guard let target = unsafe timebase(reference), let source = unsafe timebase(source) else {
    return missing
  }
  return CMTimebaseSetSourceTimebase(target, source)
}

// MARK: - Times

@c(CMTimebaseGetTime)
package func CMTimebaseGetTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe timebase(reference)?.time ?? .invalid
}

@c(CMTimebaseGetTimeWithTimeScale)
package func CMTimebaseGetTimeWithTimeScaleForC(
  _ reference: UnsafeRawPointer?, _ timescale: Int32, _ method: CMTimeRoundingMethod
) -> CMTime {
  unsafe timebase(reference).map {
    CMTimebaseGetTimeWithTimeScale($0, timescale: timescale, method: method)
  } ?? .invalid
}

@c(CMTimebaseSetTime)
package func CMTimebaseSetTimeForC(_ reference: UnsafeRawPointer?, _ time: CMTime) -> Int32 {
  unsafe timebase(reference).map { CMTimebaseSetTime($0, time: time) } ?? missing
}

@c(CMTimebaseSetAnchorTime)
package func CMTimebaseSetAnchorTimeForC(
  _ reference: UnsafeRawPointer?, _ time: CMTime, _ sourceTime: CMTime
) -> Int32 {
  unsafe timebase(reference).map {
    CMTimebaseSetAnchorTime($0, timebaseTime: time, immediateSourceTime: sourceTime)
  } ?? missing
}

@c(CMTimebaseGetRate)
package func CMTimebaseGetRateForC(_ reference: UnsafeRawPointer?) -> Double {
  unsafe timebase(reference)?.rate ?? 0
}

@c(CMTimebaseGetTimeAndRate)
package func CMTimebaseGetTimeAndRateForC(
  _ reference: UnsafeRawPointer?, _ time: UnsafeMutablePointer<CMTime>?,
  _ rate: UnsafeMutablePointer<Double>?
) -> Int32 {
  guard let timebase = unsafe timebase(reference) else { return missing }
  return unsafe CMTimebaseGetTimeAndRate(timebase, timeOut: time, rateOut: rate)
}

@c(CMTimebaseSetRate)
package func CMTimebaseSetRateForC(_ reference: UnsafeRawPointer?, _ rate: Double) -> Int32 {
  unsafe timebase(reference).map { CMTimebaseSetRate($0, rate: rate) } ?? missing
}

@c(CMTimebaseSetRateAndAnchorTime)
package func CMTimebaseSetRateAndAnchorTimeForC(
  _ reference: UnsafeRawPointer?, _ rate: Double, _ time: CMTime, _ sourceTime: CMTime
) -> Int32 {
  unsafe timebase(reference).map {
    CMTimebaseSetRateAndAnchorTime(
      $0, rate: rate, anchorTime: time, immediateSourceTime: sourceTime)
  } ?? missing
}

@c(CMTimebaseGetEffectiveRate)
package func CMTimebaseGetEffectiveRateForC(_ reference: UnsafeRawPointer?) -> Double {
  unsafe timebase(reference).map { CMTimebaseGetEffectiveRate($0) } ?? 0
}

@c(CMTimebaseNotificationBarrier)
package func CMTimebaseNotificationBarrierForC(_ reference: UnsafeRawPointer?) -> Int32 {
  unsafe timebase(reference).map { CMTimebaseNotificationBarrier($0) } ?? missing
}

// MARK: - Conversion

@c(CMSyncGetRelativeRate)
package func CMSyncGetRelativeRateForC(
  _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?
) -> Double {
  guard let first = unsafe either(first), let second = unsafe either(second) else { return 0 }
  return CMSyncGetRelativeRate(first, relativeTo: second)
}

@c(CMSyncGetRelativeRateAndAnchorTime)
package func CMSyncGetRelativeRateAndAnchorTimeForC(
  _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?,
  _ rate: UnsafeMutablePointer<Double>?, _ time: UnsafeMutablePointer<CMTime>?,
  _ otherTime: UnsafeMutablePointer<CMTime>?
) -> Int32 {
  guard let first = unsafe either(first), let second = unsafe either(second) else {
    return kCMSyncError_MissingRequiredParameter
  }
  return unsafe CMSyncGetRelativeRateAndAnchorTime(
    first, relativeTo: second, relativeRateOut: rate, anchorTimeOut: time,
    relativeToAnchorTimeOut: otherTime)
}

@c(CMSyncConvertTime)
package func CMSyncConvertTimeForC(
  _ time: CMTime, _ from: UnsafeRawPointer?, _ to: UnsafeRawPointer?
) -> CMTime {
  guard let from = unsafe either(from), let to = unsafe either(to) else { return .invalid }
  return CMSyncConvertTime(time, from: from, to: to)
}

@c(CMSyncMightDrift)
package func CMSyncMightDriftForC(
  _ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?
) -> Bool {
  guard let first = unsafe either(first), let second = unsafe either(second) else { return false }
  return CMSyncMightDrift(first, second)
}

@c(CMSyncGetTime)
package func CMSyncGetTimeForC(_ reference: UnsafeRawPointer?) -> CMTime {
  unsafe either(reference).map { CMSyncGetTime($0) } ?? .invalid
}
