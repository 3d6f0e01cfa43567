internal import CAudioToolbox
internal import Foundation

/// Returns the host time in nanoseconds, as in the `mHostTime` of an `AudioTimeStamp`.
@c @implementation
public func AudioGetCurrentHostTime() -> UInt64 {
  var time = timespec()
  // Safe: the call writes the time and keeps no pointer; this clock exists on every Linux system.
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * nanosecondsInSecond + UInt64(time.tv_nsec)
}

/// Returns the number of host time ticks per second.
@c @implementation
public func AudioGetHostClockFrequency() -> Float64 {
  Float64(nanosecondsInSecond)
}

/// Returns the minimum difference in ticks between two different readings of the host time.
@c @implementation
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 {
  var resolution = timespec()
  // Safe: the call writes the resolution and keeps no pointer.
  unsafe clock_getres(CLOCK_MONOTONIC, &resolution)
  return UInt32(clamping: max(1, resolution.tv_nsec))
}

/// Converts a host time to nanoseconds, which returns the same number.
@c @implementation
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 {
  inHostTime
}

/// Converts nanoseconds to a host time, which returns the same number.
@c @implementation
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 {
  inNanos
}

private let nanosecondsInSecond: UInt64 = 1_000_000_000
