// Only the imports of a program for Apple's systems.
import CoreAudioTypes
import Dispatch
import Foundation
import Testing

/// Darwin's names for the machine's clock, as programs use them with `mHostTime`.
@Suite struct MachTimeTests {
  @Test func machAbsoluteTimeEqualsTheHostTime() {
    let before = AudioGetCurrentHostTime()
    let time: UInt64 = mach_absolute_time()
    #expect(before <= time && time <= AudioGetCurrentHostTime())
  }

  @Test func ticksAreNanoseconds() {
    var base = mach_timebase_info_data_t()
    #expect(mach_timebase_info(&base) == KERN_SUCCESS)
    #expect(base.numer == 1 && base.denom == 1)
    var other = mach_timebase_info(numer: 0, denom: 0)
    mach_timebase_info(&other)
    let ticks: UInt64 = 5 * NSEC_PER_SEC
    let nanoseconds = ticks * UInt64(other.numer) / UInt64(other.denom)
    #expect(nanoseconds == AudioConvertHostTimeToNanos(ticks))
    #expect(Double(NSEC_PER_SEC) == AudioGetHostClockFrequency())
  }

  @Test func nanosecondConstantsMakeASecond() {
    let second: UInt64 = NSEC_PER_MSEC * 1000
    #expect(second == NSEC_PER_SEC)
    #expect(NSEC_PER_USEC * USEC_PER_SEC == NSEC_PER_SEC)
    #expect(DispatchTime(uptimeNanoseconds: NSEC_PER_SEC).uptimeNanoseconds == 1_000_000_000)
  }
}
