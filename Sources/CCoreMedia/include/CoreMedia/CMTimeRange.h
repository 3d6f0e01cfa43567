/// Media Time Ranges: time ranges and the mappings between them.
///
/// A range starts at a time and ends before `start + duration`.
#ifndef CoreMedia_CMTimeRange_h
#define CoreMedia_CMTimeRange_h

#include <CoreMedia/CMTime.h>

OCA_HEADER_BEGIN

// MARK: - Types

/// A range of time.
///
/// It is valid if both members are valid and the duration is not negative and in epoch 0.
typedef struct CMTimeRange {
  CMTime start;  ///< The first time in the range.
  CMTime duration;  ///< The duration; the range ends before `start + duration`.
} CMTimeRange;

/// The part of a source that plays in a range of the target.
typedef struct CMTimeMapping {
  /// Invalid if the range of the target is silent.
  CMTimeRange source;
  CMTimeRange target;  ///< The range in which the source plays.
} CMTimeMapping;

// MARK: - Tests

#if !defined(__swift__)
#define CMTIMERANGE_IS_VALID(range) \
  ((Boolean)(CMTIME_IS_VALID((range).start) && CMTIME_IS_VALID((range).duration) \
             && (range).duration.epoch == 0 && (range).duration.value >= 0))
#define CMTIMERANGE_IS_INVALID(range) (!CMTIMERANGE_IS_VALID(range))
#define CMTIMERANGE_IS_INDEFINITE(range) \
  ((Boolean)(CMTIMERANGE_IS_VALID(range) \
             && (CMTIME_IS_INDEFINITE((range).start) || CMTIME_IS_INDEFINITE((range).duration))))
#define CMTIMERANGE_IS_EMPTY(range) \
  ((Boolean)(CMTIMERANGE_IS_VALID(range) && CMTimeCompare((range).duration, kCMTimeZero) == 0))
/// The target range is valid.
#define CMTIMEMAPPING_IS_VALID(mapping) CMTIMERANGE_IS_VALID((mapping).target)
/// The target range is invalid.
#define CMTIMEMAPPING_IS_INVALID(mapping) (!CMTIMEMAPPING_IS_VALID(mapping))
/// The mapping is valid, but has no source.
#define CMTIMEMAPPING_IS_EMPTY(mapping) \
  ((Boolean)(CMTIMEMAPPING_IS_VALID(mapping) && !CMTIME_IS_NUMERIC((mapping).source.start)))
#endif

// MARK: - Constants

/// An empty range at 0 seconds.
extern const CMTimeRange kCMTimeRangeZero OCA_SWIFT_NAME(CMTimeRange.zero);
/// An invalid range.
extern const CMTimeRange kCMTimeRangeInvalid OCA_SWIFT_NAME(CMTimeRange.invalid);
/// An invalid mapping.
extern const CMTimeMapping kCMTimeMappingInvalid OCA_SWIFT_NAME(CMTimeMapping.invalid);

// MARK: - Ranges

/// Creates a range; an invalid one if the duration is negative or in another epoch than 0.
extern CMTimeRange CMTimeRangeMake(CMTime start, CMTime duration)
    OCA_SWIFT_NAME(CMTimeRangeMake(start:duration:));

/// Creates the range from a time to a later one.
extern CMTimeRange CMTimeRangeFromTimeToTime(CMTime start, CMTime end)
    OCA_SWIFT_NAME(CMTimeRangeFromTimeToTime(start:end:));

/// Returns the smallest range that contains two ranges.
extern CMTimeRange CMTimeRangeGetUnion(CMTimeRange range, CMTimeRange otherRange)
    OCA_SWIFT_NAME(CMTimeRangeGetUnion(_:otherRange:));

/// Returns the range that two ranges share; an empty one if they share no time.
extern CMTimeRange CMTimeRangeGetIntersection(CMTimeRange range, CMTimeRange otherRange)
    OCA_SWIFT_NAME(CMTimeRangeGetIntersection(_:otherRange:));

/// Returns whether two ranges have the same start and the same duration.
extern Boolean CMTimeRangeEqual(CMTimeRange range1, CMTimeRange range2);

/// Returns whether a range contains a time. The end of the range is outside.
extern Boolean CMTimeRangeContainsTime(CMTimeRange range, CMTime time)
    OCA_SWIFT_NAME(CMTimeRangeContainsTime(_:time:));

/// Returns whether a range contains another range.
extern Boolean CMTimeRangeContainsTimeRange(CMTimeRange range, CMTimeRange otherRange)
    OCA_SWIFT_NAME(CMTimeRangeContainsTimeRange(_:otherRange:));

/// Returns the end of a range: the first time after it.
extern CMTime CMTimeRangeGetEnd(CMTimeRange range);

// MARK: - Mapping times

/// Maps a time linearly, so that one range becomes another.
///
/// The result is invalid if a range is invalid or empty. It is also invalid if the time is in
/// another epoch than the start of `fromRange`.
extern CMTime CMTimeMapTimeFromRangeToRange(CMTime t, CMTimeRange fromRange, CMTimeRange toRange)
    OCA_SWIFT_NAME(CMTimeMapTimeFromRangeToRange(_:fromRange:toRange:));

/// Returns the time in a range that is closest to a time; an invalid time if the range is empty.
extern CMTime CMTimeClampToRange(CMTime time, CMTimeRange range)
    OCA_SWIFT_NAME(CMTimeClampToRange(_:range:));

/// Scales a duration in epoch 0 by the ratio of the durations of two ranges.
extern CMTime CMTimeMapDurationFromRangeToRange(
    CMTime dur, CMTimeRange fromRange, CMTimeRange toRange)
    OCA_SWIFT_NAME(CMTimeMapDurationFromRangeToRange(_:fromRange:toRange:));

/// Returns the time in a range that differs from a time by a multiple of the range's duration.
extern CMTime CMTimeFoldIntoRange(CMTime time, CMTimeRange foldRange)
    OCA_SWIFT_NAME(CMTimeFoldIntoRange(_:foldRange:));

// MARK: - Mappings

/// Creates a mapping.
extern CMTimeMapping CMTimeMappingMake(CMTimeRange source, CMTimeRange target)
    OCA_SWIFT_NAME(CMTimeMappingMake(source:target:));

/// Creates a mapping to a silent range.
extern CMTimeMapping CMTimeMappingMakeEmpty(CMTimeRange target)
    OCA_SWIFT_NAME(CMTimeMappingMakeEmpty(target:));

// MARK: - Dictionaries and text

#if !defined(__swift__)
/// Creates a dictionary with the members of a range.
extern CFDictionaryRef _Nullable CMTimeRangeCopyAsDictionary(
    CMTimeRange range, CFAllocatorRef _Nullable allocator);

/// Returns the range of a dictionary; an invalid range if the dictionary lacks a member.
extern CMTimeRange CMTimeRangeMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

/// Creates a dictionary with the members of a mapping.
extern CFDictionaryRef _Nullable CMTimeMappingCopyAsDictionary(
    CMTimeMapping mapping, CFAllocatorRef _Nullable allocator);

/// Returns the mapping of a dictionary; an invalid mapping if the dictionary lacks a member.
extern CMTimeMapping CMTimeMappingMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

// The keys of such dictionaries.
#define kCMTimeRangeStartKey CFSTR("start")  ///< The start, as a dictionary.
#define kCMTimeRangeDurationKey CFSTR("duration")  ///< The duration, as a dictionary.
#define kCMTimeMappingSourceKey CFSTR("source")  ///< The source range, as a dictionary.
#define kCMTimeMappingTargetKey CFSTR("target")  ///< The target range, as a dictionary.

/// Creates a description of a range.
extern CFStringRef _Nullable CMTimeRangeCopyDescription(
    CFAllocatorRef _Nullable allocator, CMTimeRange range);

/// Creates a description of a mapping.
extern CFStringRef _Nullable CMTimeMappingCopyDescription(
    CFAllocatorRef _Nullable allocator, CMTimeMapping mapping);
#endif

/// Writes the description of a range as a line to standard error.
extern void CMTimeRangeShow(CMTimeRange range);

/// Writes the description of a mapping as a line to standard error.
extern void CMTimeMappingShow(CMTimeMapping mapping);

OCA_HEADER_END

#endif
