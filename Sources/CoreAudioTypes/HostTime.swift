internal import CAudioToolbox
internal import Foundation

/// The machine's clock in nanoseconds: the `mHostTime` of an `AudioTimeStamp`.
@c @implementation
public func AudioGetCurrentHostTime() -> UInt64 {
  var time = timespec()
  // Safe: the call writes the time and keeps no pointer; this clock exists on every Linux.
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * nanosecondsInSecond + UInt64(time.tv_nsec)
}

/// The ticks of the machine's clock in a second.
@c @implementation
public func AudioGetHostClockFrequency() -> Float64 {
  Float64(nanosecondsInSecond)
}

/// The ticks that two different readings of the clock are apart at least.
@c @implementation
public func AudioGetHostClockMinimumTimeDelta() -> UInt32 {
  var resolution = timespec()
  // Safe: the call writes the resolution and keeps no pointer.
  unsafe clock_getres(CLOCK_MONOTONIC, &resolution)
  return UInt32(clamping: max(1, resolution.tv_nsec))
}

/// A number of host ticks in nanoseconds, which is the same.
@c @implementation
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 {
  inHostTime
}

/// A number of nanoseconds in host ticks, which is the same.
@c @implementation
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 {
  inNanos
}

private let nanosecondsInSecond: UInt64 = 1_000_000_000
