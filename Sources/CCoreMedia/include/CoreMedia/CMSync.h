/// Clocks and Timebases: the passing of time, and the timelines that follow it.
#ifndef CoreMedia_CMSync_h
#define CoreMedia_CMSync_h

#include <CoreMedia/CMTime.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kCMClockError_MissingRequiredParameter = -12745,  ///< A parameter is missing.
  kCMClockError_InvalidParameter = -12746,  ///< A parameter is invalid.
  kCMClockError_AllocationFailed = -12747,  ///< Memory could not be allocated.
  kCMClockError_UnsupportedOperation = -12756,  ///< The clock does not support the operation.
  kCMTimebaseError_MissingRequiredParameter = -12748,  ///< A parameter is missing.
  kCMTimebaseError_InvalidParameter = -12749,  ///< A parameter is invalid.
  kCMTimebaseError_AllocationFailed = -12750,  ///< Memory could not be allocated.
  kCMTimebaseError_TimerIntervalTooShort = -12751,  ///< The interval of a timer is too short.
  kCMTimebaseError_ReadOnly = -12757,  ///< Only the owner of the timebase may change it.
  kCMSyncError_MissingRequiredParameter = -12752,  ///< A parameter is missing.
  kCMSyncError_InvalidParameter = -12753,  ///< A parameter is invalid.
  kCMSyncError_AllocationFailed = -12754,  ///< Memory could not be allocated.
  kCMSyncError_RateMustBeNonZero = -12755,  ///< The rate of the timebase is 0.
};

// MARK: - Types

/// A clock, whose time passes at a constant rate. `CFRelease` releases it.
typedef struct OpaqueCMClock *CMClockRef;
/// A timeline that follows a clock or another timebase. `CFRelease` releases it.
typedef struct OpaqueCMTimebase *CMTimebaseRef;
/// A clock or a timebase.
typedef const void *CMClockOrTimebaseRef;

// MARK: - Clocks

/// Returns the clock of the host, which no caller releases.
extern CMClockRef CMClockGetHostTimeClock(void);
/// Converts a time of the host's clock to its units.
extern uint64_t CMClockConvertHostTimeToSystemUnits(CMTime hostTime);
/// Converts units of the host's clock to a time.
extern CMTime CMClockMakeHostTimeFromSystemUnits(uint64_t hostTime);
/// Returns the present time.
extern CMTime CMClockGetTime(CMClockRef clock);
/// Returns the present times of a clock and of its reference clock.
extern OSStatus CMClockGetAnchorTime(
    CMClockRef clock, CMTime *clockTimeOut, CMTime *referenceClockTimeOut);
/// Returns whether the rates of two clocks may differ.
extern Boolean CMClockMightDrift(CMClockRef clock, CMClockRef otherClock);
/// Stops a clock.
extern void CMClockInvalidate(CMClockRef clock);

// MARK: - Timebases

/// Creates a timebase that follows a clock, with time 0 and rate 0.
extern OSStatus CMTimebaseCreateWithSourceClock(
    CFAllocatorRef _Nullable allocator, CMClockRef sourceClock,
    CMTimebaseRef _Nullable *_Nonnull timebaseOut);
/// Creates a timebase that follows another one, with time 0 and rate 0.
extern OSStatus CMTimebaseCreateWithSourceTimebase(
    CFAllocatorRef _Nullable allocator, CMTimebaseRef sourceTimebase,
    CMTimebaseRef _Nullable *_Nonnull timebaseOut);
/// Returns the timebase that a timebase follows, which the caller releases; null for a clock.
extern CMTimebaseRef _Nullable CMTimebaseCopySourceTimebase(CMTimebaseRef timebase);
/// Returns the clock that a timebase follows, which the caller releases; null for a timebase.
extern CMClockRef _Nullable CMTimebaseCopySourceClock(CMTimebaseRef timebase);
/// Returns the clock or timebase that a timebase follows, which the caller releases.
extern CMClockOrTimebaseRef _Nullable CMTimebaseCopySource(CMTimebaseRef timebase);
/// Returns the clock at the end of the chain, which the caller releases.
extern CMClockRef _Nullable CMTimebaseCopyUltimateSourceClock(CMTimebaseRef timebase);
/// Makes a timebase follow a clock.
extern OSStatus CMTimebaseSetSourceClock(CMTimebaseRef timebase, CMClockRef newSourceClock);
/// Makes a timebase follow another timebase.
extern OSStatus CMTimebaseSetSourceTimebase(
    CMTimebaseRef timebase, CMTimebaseRef newSourceTimebase);
/// Returns the present time.
extern CMTime CMTimebaseGetTime(CMTimebaseRef timebase);
/// Returns the present time in a timescale.
extern CMTime CMTimebaseGetTimeWithTimeScale(
    CMTimebaseRef timebase, CMTimeScale timescale, CMTimeRoundingMethod method);
/// Sets the present time.
extern OSStatus CMTimebaseSetTime(CMTimebaseRef timebase, CMTime time);
/// Sets the time at a time of the source.
extern OSStatus CMTimebaseSetAnchorTime(
    CMTimebaseRef timebase, CMTime timebaseTime, CMTime immediateSourceTime);
/// Returns the rate relative to the source.
extern Float64 CMTimebaseGetRate(CMTimebaseRef timebase);
/// Returns the present time and the rate.
extern OSStatus CMTimebaseGetTimeAndRate(
    CMTimebaseRef timebase, CMTime *_Nullable timeOut, Float64 *_Nullable rateOut);
/// Sets the rate relative to the source.
extern OSStatus CMTimebaseSetRate(CMTimebaseRef timebase, Float64 rate);
/// Sets the rate, and the time at a time of the source.
extern OSStatus CMTimebaseSetRateAndAnchorTime(
    CMTimebaseRef timebase, Float64 rate, CMTime timebaseTime, CMTime immediateSourceTime);
/// Returns the rate relative to the clock at the end of the chain.
extern Float64 CMTimebaseGetEffectiveRate(CMTimebaseRef timebase);
/// Has no effect, because notifications of timebases are sent at once.
extern OSStatus CMTimebaseNotificationBarrier(CMTimebaseRef timebase);

// MARK: - Conversion

/// Returns the rate of a clock or timebase relative to another.
extern Float64 CMSyncGetRelativeRate(
    CMClockOrTimebaseRef ofClockOrTimebase, CMClockOrTimebaseRef relativeToClockOrTimebase);
/// Returns the relative rate, and the times of both at one moment.
extern OSStatus CMSyncGetRelativeRateAndAnchorTime(
    CMClockOrTimebaseRef ofClockOrTimebase, CMClockOrTimebaseRef relativeToClockOrTimebase,
    Float64 *_Nullable outRelativeRate, CMTime *_Nullable outOfClockOrTimebaseAnchorTime,
    CMTime *_Nullable outRelativeToClockOrTimebaseAnchorTime);
/// Converts a time of one clock or timebase to that of another.
extern CMTime CMSyncConvertTime(
    CMTime time, CMClockOrTimebaseRef fromClockOrTimebase,
    CMClockOrTimebaseRef toClockOrTimebase);
/// Returns whether the rates of the clocks of both may differ.
extern Boolean CMSyncMightDrift(
    CMClockOrTimebaseRef clockOrTimebase1, CMClockOrTimebaseRef clockOrTimebase2);
/// Returns the present time of a clock or timebase.
extern CMTime CMSyncGetTime(CMClockOrTimebaseRef clockOrTimebase);

#endif

OCA_HEADER_END

#endif
