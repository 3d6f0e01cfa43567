#include "CClient.h"

#include <CoreMedia/CoreMedia.h>

// The test passes null for nonnull arguments on purpose.
#pragma clang diagnostic ignored "-Wnonnull"

// Releases the text.
static bool isText(CFStringRef text, const char *expected) {
  char bytes[128] = "";
  bool isRead = text && CFStringGetCString(text, bytes, sizeof bytes, kCFStringEncodingUTF8);
  if (text) CFRelease(text);
  return isRead && strcmp(bytes, expected) == 0;
}

static bool constantsAreValid(void) {
  return CMTIME_IS_NUMERIC(kCMTimeZero) && CMTIME_IS_INVALID(kCMTimeInvalid)
      && CMTIME_IS_POSITIVE_INFINITY(kCMTimePositiveInfinity)
      && CMTIME_IS_NEGATIVE_INFINITY(kCMTimeNegativeInfinity)
      && CMTIME_IS_INDEFINITE(kCMTimeIndefinite) && !CMTIME_IS_VALID(kCMTimeInvalid)
      && CMTIMERANGE_IS_EMPTY(kCMTimeRangeZero) && CMTIMERANGE_IS_INVALID(kCMTimeRangeInvalid)
      && CMTIMEMAPPING_IS_INVALID(kCMTimeMappingInvalid);
}

static bool timesAreCalculated(void) {
  CMTime half = CMTimeMake(1, 2);
  CMTime sum = CMTimeAdd(half, CMTimeMake(1, 3));
  return sum.value == 5 && sum.timescale == 6 && CMTIME_COMPARE_INLINE(half, <, sum)
      && CMTimeGetSeconds(CMTimeMultiply(half, 3)) == 1.5
      && CMTimeConvertScale(sum, 600, kCMTimeRoundingMethod_Default).value == 500
      && CMTIME_HAS_BEEN_ROUNDED(CMTimeMakeWithSeconds(0.3, 1))
      && CMTimeMakeWithEpoch(1, 1, 4).epoch == 4
      && CMTimeCompare(CMTimeAbsoluteValue(CMTimeMake(-1, 2)), half) == 0
      && CMTimeMinimum(half, sum).timescale == 2 && CMTimeMaximum(half, sum).timescale == 6;
}

static bool rangesAreCalculated(void) {
  CMTimeRange first = CMTimeRangeMake(CMTimeMake(0, 1), CMTimeMake(4, 1));
  CMTimeRange second = CMTimeRangeFromTimeToTime(CMTimeMake(3, 1), CMTimeMake(9, 1));
  CMTimeMapping mapping = CMTimeMappingMakeEmpty(first);
  return CMTimeRangeGetEnd(CMTimeRangeGetUnion(first, second)).value == 9
      && CMTimeRangeGetIntersection(first, second).duration.value == 1
      && CMTimeRangeContainsTime(first, kCMTimeZero)
      && !CMTimeRangeContainsTime(first, CMTimeRangeGetEnd(first))
      && CMTimeMapTimeFromRangeToRange(CMTimeMake(2, 1), first, second).value == 6
      && CMTIMEMAPPING_IS_EMPTY(mapping) && CMTimeRangeEqual(mapping.target, first);
}

static bool textsAreCopied(void) {
  CMTimeRange range = CMTimeRangeMake(kCMTimeZero, CMTimeMake(3000, 600));
  return isText(CMTimeCopyDescription(NULL, kCMTimeIndefinite), "{INDEFINITE}")
      && isText(CMTimeRangeCopyDescription(NULL, range), "{{0/1 = 0.000}, {3000/600 = 5.000}}");
}

static bool dictionariesAreCopied(void) {
  CMTimeRange range = CMTimeRangeMake(CMTimeMakeWithEpoch(1, 3, 7), kCMTimePositiveInfinity);
  CMTimeMapping mapping = CMTimeMappingMake(range, kCMTimeRangeZero);
  CFDictionaryRef dictionary = CMTimeMappingCopyAsDictionary(mapping, kCFAllocatorDefault);
  CMTimeMapping copy = CMTimeMappingMakeFromDictionary(dictionary);
  CFDictionaryRef source = CFDictionaryGetValue(dictionary, kCMTimeMappingSourceKey);
  CFDictionaryRef start = CFDictionaryGetValue(source, kCMTimeRangeStartKey);
  long timescale = 0;
  CFNumberGetValue(CFDictionaryGetValue(start, kCMTimeScaleKey), kCFNumberLongType, &timescale);
  // Core Foundation creates a property list from its own dictionaries only.
  CFDataRef list =
      CFPropertyListCreateData(NULL, dictionary, kCFPropertyListXMLFormat_v1_0, 0, NULL);
  bool isSame = timescale == 3 && list && CMTimeRangeEqual(copy.source, range)
      && copy.source.start.epoch == 7 && CMTimeMakeFromDictionary(start).epoch == 7
      && CMTIME_IS_INVALID(CMTimeMakeFromDictionary(NULL))
      && CMTIME_IS_INVALID(CMTimeMakeFromDictionary(source));
  if (list) CFRelease(list);
  CFRelease(dictionary);
  return isSame;
}

static bool formatsAreDescribed(void) {
  const AudioStreamBasicDescription format = {
    .mSampleRate = 44100, .mFormatID = kAudioFormatMPEG4AAC, .mChannelsPerFrame = 2};
  const AudioChannelLayout layout = {.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo};
  CMAudioFormatDescriptionRef first = NULL, second = NULL;
  size_t size = 0;
  OSStatus status = CMAudioFormatDescriptionCreate(
      NULL, &format, sizeof layout, &layout, 2, "\x12\x10", NULL, &first);
  CMFormatDescriptionCreate(NULL, kCMMediaType_Metadata, 'icy ', NULL, &second);
  if (status != noErr || second == NULL) return false;
  CFRetain(first);
  CFRelease(first);
  const UInt8 *cookie = CMAudioFormatDescriptionGetMagicCookie(first, &size);
  bool isSame = cookie && size == 2 && cookie[1] == 0x10
      && CMFormatDescriptionGetMediaType(first) == kCMMediaType_Audio
      && CMFormatDescriptionGetMediaSubType(first) == kAudioFormatMPEG4AAC
      && CMAudioFormatDescriptionGetStreamBasicDescription(first)->mSampleRate == 44100
      && CMAudioFormatDescriptionGetChannelLayout(first, NULL)->mChannelLayoutTag
          == kAudioChannelLayoutTag_Stereo
      && CMFormatDescriptionEqual(first, first) && !CMFormatDescriptionEqual(first, second)
      && CMAudioFormatDescriptionGetStreamBasicDescription(second) == NULL
      && CMFormatDescriptionGetMediaSubType(NULL) == 0;
  CFRelease(first);
  CFRelease(second);
  return isSame;
}

int CClientFindTimes(void) {
  const bool results[] = {
    constantsAreValid(), timesAreCalculated(), rangesAreCalculated(), textsAreCopied(),
    dictionariesAreCopied(), formatsAreDescribed(),
  };
  for (unsigned index = 0; index < sizeof results / sizeof *results; index += 1) {
    if (!results[index]) return (int)index + 1;
  }
  return 0;
}
