/// Host Time: the machine's clock.
#ifndef CoreAudio_HostTime_h
#define CoreAudio_HostTime_h

#include <CoreAudio/CoreAudioBaseTypes.h>

OCA_HEADER_BEGIN

/// Returns the time on the machine's monotonic clock: the `mHostTime` of an `AudioTimeStamp`.
///
/// The ticks of this clock are nanoseconds. The clock stops while the machine sleeps.
extern UInt64 AudioGetCurrentHostTime(void);

/// Returns the number of clock ticks per second.
extern Float64 AudioGetHostClockFrequency(void);

/// Returns the smallest difference in ticks between two different readings of the clock.
extern UInt32 AudioGetHostClockMinimumTimeDelta(void);

/// Converts host ticks to nanoseconds.
extern UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);

/// Converts nanoseconds to host ticks.
extern UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

OCA_HEADER_END

#endif
