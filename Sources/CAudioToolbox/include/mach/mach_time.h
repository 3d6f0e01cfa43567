/// The machine's clock by the names that come with Darwin on Apple's systems.
///
/// Programs there count the `mHostTime` of an `AudioTimeStamp` by them, so that they are the clock of
/// ``CoreAudio/HostTime.h`` here.
#ifndef mach_mach_time_h
#define mach_mach_time_h

#include <CoreAudio/HostTime.h>

OCA_HEADER_BEGIN

/// The result of a call to Darwin's kernel.
typedef int kern_return_t;
/// It did what it was to do.
#define KERN_SUCCESS 0

// Dispatch's header for C has the same numbers.
#ifndef NSEC_PER_SEC
/// Nanoseconds in a second.
#define NSEC_PER_SEC 1000000000ull
#endif
#ifndef NSEC_PER_MSEC
/// Nanoseconds in a millisecond.
#define NSEC_PER_MSEC 1000000ull
#endif
#ifndef NSEC_PER_USEC
/// Nanoseconds in a microsecond.
#define NSEC_PER_USEC 1000ull
#endif
#ifndef USEC_PER_SEC
/// Microseconds in a second.
#define USEC_PER_SEC 1000000ull
#endif

/// What a number of ticks is to be multiplied and divided by to be nanoseconds.
struct mach_timebase_info {
  uint32_t numer;
  uint32_t denom;
};
/// A `mach_timebase_info` in memory.
typedef struct mach_timebase_info *mach_timebase_info_t;
/// A `mach_timebase_info`.
typedef struct mach_timebase_info mach_timebase_info_data_t;

/// The machine's clock, which never goes back: ``AudioGetCurrentHostTime``.
static inline uint64_t mach_absolute_time(void) { return AudioGetCurrentHostTime(); }

/// Tells what ticks of the machine's clock are: nanoseconds, 1 of 1.
static inline kern_return_t mach_timebase_info(mach_timebase_info_t info) {
  info->numer = 1;
  info->denom = 1;
  return KERN_SUCCESS;
}

OCA_HEADER_END

#endif
