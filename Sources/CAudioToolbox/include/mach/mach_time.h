/// Mach Time: the machine's clock, with the names from Darwin on Apple's systems.
///
/// Programs for Apple's systems measure the `mHostTime` of an `AudioTimeStamp` with these
/// functions. So the functions use the clock of ``CoreAudio/HostTime.h``.
#ifndef mach_mach_time_h
#define mach_mach_time_h

#include <CoreAudio/HostTime.h>

OCA_HEADER_BEGIN

/// The result of a call to Darwin's kernel.
typedef int kern_return_t;
/// The call succeeded.
#define KERN_SUCCESS 0

// Dispatch's C header defines the same constants.
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

/// The factor and the divisor that convert ticks to nanoseconds.
struct mach_timebase_info {
  uint32_t numer;  ///< The nanoseconds in `denom` ticks.
  uint32_t denom;  ///< The ticks in `numer` nanoseconds.
};
/// A pointer to a `mach_timebase_info`.
typedef struct mach_timebase_info *mach_timebase_info_t;
/// A `mach_timebase_info`.
typedef struct mach_timebase_info mach_timebase_info_data_t;

/// Returns the time on the machine's monotonic clock: ``AudioGetCurrentHostTime``.
static inline uint64_t mach_absolute_time(void) { return AudioGetCurrentHostTime(); }

/// Gets the tick duration of the machine's clock: one nanosecond.
static inline kern_return_t mach_timebase_info(mach_timebase_info_t info) {
  info->numer = 1;
  info->denom = 1;
  return KERN_SUCCESS;
}

OCA_HEADER_END

#endif
