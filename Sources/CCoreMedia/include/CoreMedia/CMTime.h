/// Media Times: fractions of a second, a 64-bit value over a 32-bit timescale.
///
/// A time is either a number, or positive or negative infinity, or indefinite, or invalid. A time
/// also records whether it has been rounded, and the epoch of its timeline.
#ifndef CoreMedia_CMTime_h
#define CoreMedia_CMTime_h

#include <CoreMedia/CMBase.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// The numerator of a time.
typedef int64_t CMTimeValue;

/// The denominator of a time: the units per second. Always positive in a number.
typedef int32_t CMTimeScale;

/// The greatest timescale.
#define kCMTimeMaxTimescale 0x7fffffffL

/// The timeline of a time, such as the number of a loop. 0 in durations.
typedef int64_t CMTimeEpoch;

/// The flags of a time.
OCA_OPTIONS(CMTimeFlags, uint32_t) {
  /// Set in every valid time, whatever its other flags.
  kCMTimeFlags_Valid = 1U << 0,
  /// The time, or a time that it was calculated from, has been rounded.
  kCMTimeFlags_HasBeenRounded = 1U << 1,
  kCMTimeFlags_PositiveInfinity = 1U << 2,  ///< The time is later than every number.
  kCMTimeFlags_NegativeInfinity = 1U << 3,  ///< The time is earlier than every number.
  /// The time exists, but is unknown.
  kCMTimeFlags_Indefinite = 1U << 4,
  /// The flags of times whose value, timescale, and epoch have no meaning.
  kCMTimeFlags_ImpliedValueFlagsMask = kCMTimeFlags_PositiveInfinity | kCMTimeFlags_NegativeInfinity
      | kCMTimeFlags_Indefinite,
};
OCA_OPTIONS_TYPE(CMTimeFlags, uint32_t);

#pragma pack(push, 4)
/// A time of `value / timescale` seconds, or one of the times that are not numbers.
///
/// A time of zero bytes is invalid.
typedef struct CMTime {
  CMTimeValue value;  ///< The numerator.
  CMTimeScale timescale;  ///< The denominator: units per second.
  CMTimeFlags flags;  ///< The state.
  CMTimeEpoch epoch;  ///< The timeline.
} CMTime;
#pragma pack(pop)

// MARK: - Tests

#if !defined(__swift__)
#define CMTIME_IS_VALID(time) ((Boolean)(((time).flags & kCMTimeFlags_Valid) != 0))
#define CMTIME_IS_INVALID(time) (!CMTIME_IS_VALID(time))
/// Later than every number.
#define CMTIME_IS_POSITIVE_INFINITY(time) \
  ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_PositiveInfinity) != 0))
/// Earlier than every number.
#define CMTIME_IS_NEGATIVE_INFINITY(time) \
  ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_NegativeInfinity) != 0))
#define CMTIME_IS_INDEFINITE(time) \
  ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_Indefinite) != 0))
/// Neither infinite nor indefinite nor invalid.
#define CMTIME_IS_NUMERIC(time) \
  ((Boolean)(((time).flags & (kCMTimeFlags_Valid | kCMTimeFlags_ImpliedValueFlagsMask)) \
             == kCMTimeFlags_Valid))
#define CMTIME_HAS_BEEN_ROUNDED(time) \
  ((Boolean)(CMTIME_IS_NUMERIC(time) && ((time).flags & kCMTimeFlags_HasBeenRounded) != 0))
#endif

// MARK: - Constants

/// An invalid time.
extern const CMTime kCMTimeInvalid OCA_SWIFT_NAME(CMTime.invalid);
/// An unknown time.
extern const CMTime kCMTimeIndefinite OCA_SWIFT_NAME(CMTime.indefinite);
/// A time later than every number.
extern const CMTime kCMTimePositiveInfinity OCA_SWIFT_NAME(CMTime.positiveInfinity);
/// A time earlier than every number.
extern const CMTime kCMTimeNegativeInfinity OCA_SWIFT_NAME(CMTime.negativeInfinity);
/// 0 seconds.
extern const CMTime kCMTimeZero OCA_SWIFT_NAME(CMTime.zero);

// MARK: - Creation

/// Creates a time in epoch 0; an invalid one if the timescale is not positive.
extern CMTime CMTimeMake(int64_t value, int32_t timescale)
    OCA_SWIFT_NAME(CMTimeMake(value:timescale:));

/// Creates a time; an invalid one if the timescale is not positive.
extern CMTime CMTimeMakeWithEpoch(int64_t value, int32_t timescale, int64_t epoch)
    OCA_SWIFT_NAME(CMTimeMakeWithEpoch(value:timescale:epoch:));

/// Creates a time from seconds, rounded toward zero.
///
/// If the value overflows, the timescale is halved until the value fits.
extern CMTime CMTimeMakeWithSeconds(Float64 seconds, int32_t preferredTimescale)
    OCA_SWIFT_NAME(CMTimeMakeWithSeconds(_:preferredTimescale:));

/// Returns a time in seconds; NaN for invalid and indefinite times.
extern Float64 CMTimeGetSeconds(CMTime time);

// MARK: - Conversion

/// The rounding of a value that changes its timescale.
OCA_ENUM(CMTimeRoundingMethod, uint32_t) {
  kCMTimeRoundingMethod_RoundHalfAwayFromZero = 1,  ///< To the nearest; halves away from zero.
  kCMTimeRoundingMethod_RoundTowardZero = 2,  ///< Toward zero.
  kCMTimeRoundingMethod_RoundAwayFromZero = 3,  ///< Away from zero.
  /// Toward zero to a smaller timescale, otherwise away from zero. A negative time never becomes 0.
  kCMTimeRoundingMethod_QuickTime = 4,
  kCMTimeRoundingMethod_RoundTowardPositiveInfinity = 5,  ///< To the later time.
  kCMTimeRoundingMethod_RoundTowardNegativeInfinity = 6,  ///< To the earlier time.
  /// To the nearest; halves away from zero.
  kCMTimeRoundingMethod_Default = kCMTimeRoundingMethod_RoundHalfAwayFromZero,
};
OCA_ENUM_TYPE(CMTimeRoundingMethod, uint32_t);

/// Converts a time to a timescale.
///
/// A value that overflows becomes infinity. The result is invalid if the timescale is not positive.
extern CMTime CMTimeConvertScale(
    CMTime time, int32_t newTimescale, CMTimeRoundingMethod method)
    OCA_SWIFT_NAME(CMTimeConvertScale(_:timescale:method:));

// MARK: - Arithmetic

/// Adds two times.
///
/// The timescale of the sum is the least common multiple of both timescales, but at most
/// `kCMTimeMaxTimescale`. If the value overflows, the timescale is halved until the value fits.
extern CMTime CMTimeAdd(CMTime lhs, CMTime rhs);

/// Subtracts a time from another; the timescale follows the rules of `CMTimeAdd`.
extern CMTime CMTimeSubtract(CMTime lhs, CMTime rhs);

/// Multiplies a time by an integer.
extern CMTime CMTimeMultiply(CMTime time, int32_t multiplier)
    OCA_SWIFT_NAME(CMTimeMultiply(_:multiplier:));

/// Multiplies a time by a number.
extern CMTime CMTimeMultiplyByFloat64(CMTime time, Float64 multiplier)
    OCA_SWIFT_NAME(CMTimeMultiplyByFloat64(_:multiplier:));

/// Multiplies a time by a fraction.
extern CMTime CMTimeMultiplyByRatio(CMTime time, int32_t multiplier, int32_t divisor)
    OCA_SWIFT_NAME(CMTimeMultiplyByRatio(_:multiplier:divisor:));

/// Compares two times: -1 if the first is less, 0 if they are equal, 1 if it is greater.
///
/// The order is negative infinity, numbers, indefinite, positive infinity, invalid. A number in a
/// greater epoch is greater.
extern int32_t CMTimeCompare(CMTime time1, CMTime time2);

#if !defined(__swift__)
/// Compares two times by a C operator, such as `<=`.
#define CMTIME_COMPARE_INLINE(time1, comparator, time2) \
  ((Boolean)(CMTimeCompare(time1, time2) comparator 0))
#endif

/// Returns the lesser of two times.
extern CMTime CMTimeMinimum(CMTime time1, CMTime time2);

/// Returns the greater of two times.
extern CMTime CMTimeMaximum(CMTime time1, CMTime time2);

/// Returns a time without its sign.
extern CMTime CMTimeAbsoluteValue(CMTime time);

// MARK: - Dictionaries and text

#if !defined(__swift__)
/// Creates a dictionary with the members of a time.
extern CFDictionaryRef _Nullable CMTimeCopyAsDictionary(
    CMTime time, CFAllocatorRef _Nullable allocator);

/// Returns the time of a dictionary; an invalid time if the dictionary lacks a member.
extern CMTime CMTimeMakeFromDictionary(CFDictionaryRef _Nullable dictionaryRepresentation);

// The keys of such dictionaries.
#define kCMTimeValueKey CFSTR("value")  ///< The numerator.
#define kCMTimeScaleKey CFSTR("timescale")  ///< The denominator.
#define kCMTimeEpochKey CFSTR("epoch")  ///< The timeline.
#define kCMTimeFlagsKey CFSTR("flags")  ///< The state, as a number.

/// Creates a description of a time.
extern CFStringRef _Nullable CMTimeCopyDescription(CFAllocatorRef _Nullable allocator, CMTime time);
#endif

/// Writes the description of a time as a line to standard error.
extern void CMTimeShow(CMTime time);

OCA_HEADER_END

#endif
