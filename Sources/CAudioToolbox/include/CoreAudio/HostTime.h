/// The machine's clock.
#ifndef CoreAudio_HostTime_h
#define CoreAudio_HostTime_h

#include <CoreAudio/CoreAudioBaseTypes.h>

OCA_HEADER_BEGIN

/// The machine's clock, which never goes back: the `mHostTime` of an `AudioTimeStamp`.
///
/// Its ticks are nanoseconds, and it does not run while the machine sleeps.
extern UInt64 AudioGetCurrentHostTime(void);

/// The ticks of the machine's clock in a second.
extern Float64 AudioGetHostClockFrequency(void);

/// The ticks that two different readings of the clock are apart at least.
extern UInt32 AudioGetHostClockMinimumTimeDelta(void);

/// A number of host ticks in nanoseconds.
extern UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);

/// A number of nanoseconds in host ticks.
extern UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

OCA_HEADER_END

#endif
