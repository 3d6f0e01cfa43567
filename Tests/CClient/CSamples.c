#include "CClient.h"

#include <CoreMedia/CoreMedia.h>
#include <stdlib.h>
#include <string.h>

// The test passes null for nonnull arguments on purpose.
#pragma clang diagnostic ignored "-Wnonnull"
// Callbacks have parameters that they do not need.
#pragma clang diagnostic ignored "-Wunused-parameter"

static bool blocksAreShared(void) {
  char *memory = malloc(8);
  memcpy(memory, "abcdefgh", 8);
  CMBlockBufferRef first = NULL, part = NULL, whole = NULL;
  // The buffer frees the memory.
  OSStatus status = CMBlockBufferCreateWithMemoryBlock(
      NULL, memory, 8, NULL, NULL, 0, 8, 0, &first);
  if (status != kCMBlockBufferNoErr) return false;
  CMBlockBufferCreateEmpty(NULL, 0, 0, &whole);
  CMBlockBufferCreateWithBufferReference(NULL, first, 2, 3, 0, &part);
  CMBlockBufferAppendBufferReference(whole, part, 0, 0, 0);
  CMBlockBufferAppendBufferReference(whole, first, 0, 2, 0);
  char bytes[5], *pointer = NULL, temporary[5];
  size_t length = 0, total = 0;
  bool isRead = CMBlockBufferCopyDataBytes(whole, 0, 5, bytes) == 0 && !memcmp(bytes, "cdeab", 5)
      && CMBlockBufferGetDataPointer(whole, 1, &length, &total, &pointer) == 0 && length == 2
      && total == 5 && *pointer == 'd' && !CMBlockBufferIsRangeContiguous(whole, 0, 5)
      && CMBlockBufferAccessDataBytes(whole, 1, 4, temporary, &pointer) == 0
      && !memcmp(pointer, "deab", 4) && CMBlockBufferReplaceDataBytes("x", part, 0, 1) == 0
      && CMBlockBufferFillDataBytes('y', part, 1, 1) == 0
      && CMBlockBufferCopyDataBytes(first, 2, 2, bytes) == 0 && !memcmp(bytes, "xy", 2)
      && CMBlockBufferCopyDataBytes(first, 2, 7, bytes) == kCMBlockBufferBadLengthParameterErr
      && CMBlockBufferGetDataLength(NULL) == 0 && CMBlockBufferIsEmpty(NULL);
  CFRelease(first), CFRelease(part), CFRelease(whole);
  return isRead;
}

static OSStatus complete(CMSampleBufferRef buffer, void *calls) {
  *(int *)calls += 1;
  return CMSampleBufferSetDataReady(buffer);
}

static CMSampleBufferRef makePCM(CMBlockBufferRef *block, CMFormatDescriptionRef *format) {
  static const AudioStreamBasicDescription description = {
    .mSampleRate = 8000, .mFormatID = kAudioFormatLinearPCM,
    .mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
    .mBytesPerPacket = 2, .mFramesPerPacket = 1, .mBytesPerFrame = 2, .mChannelsPerFrame = 1,
    .mBitsPerChannel = 16};
  static short frames[4] = {1, 2, 3, 4};
  CMSampleBufferRef buffer = NULL;
  CMAudioFormatDescriptionCreate(NULL, &description, 0, NULL, 0, NULL, NULL, format);
  CMBlockBufferCreateWithMemoryBlock(
      NULL, frames, 8, kCFAllocatorNull, NULL, 0, 8, 0, block);
  CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      NULL, *block, *format, 4, CMTimeMake(8, 8000), NULL, &buffer);
  return buffer;
}

static bool samplesAreDescribed(void) {
  CMBlockBufferRef block = NULL, retained = NULL;
  CMFormatDescriptionRef format = NULL;
  CMSampleBufferRef buffer = makePCM(&block, &format), copy = NULL;
  if (buffer == NULL) return false;
  AudioBufferList list;
  CMSampleTimingInfo timing = {CMTimeMake(1, 8000), CMTimeMake(1, 1), kCMTimeInvalid};
  CMSampleTimingInfo found;
  size_t size = 0;
  bool isSame = CMSampleBufferGetNumSamples(buffer) == 4
      && CMSampleBufferGetDataBuffer(buffer) == block
      && CMSampleBufferGetFormatDescription(buffer) == format
      && CMSampleBufferGetTotalSampleSize(buffer) == 8
      && CMSampleBufferGetSampleSize(buffer, 3) == 2
      && CMTimeCompare(CMSampleBufferGetDuration(buffer), CMTimeMake(4, 8000)) == 0
      && CMTimeCompare(
          CMSampleBufferGetPresentationTimeStamp(buffer), CMTimeMake(8, 8000)) == 0
      && CMSampleBufferGetSampleTimingInfo(buffer, 1, &found) == 0
      && CMTimeCompare(found.presentationTimeStamp, CMTimeMake(9, 8000)) == 0
      && CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
          buffer, &size, &list, sizeof list, NULL, NULL, 0, &retained) == 0
      && list.mNumberBuffers == 1 && list.mBuffers[0].mDataByteSize == 8
      && ((short *)list.mBuffers[0].mData)[3] == 4
      && CMSampleBufferCreateCopyWithNewTiming(NULL, buffer, 1, &timing, &copy) == 0
      && CMSampleBufferGetPresentationTimeStamp(copy).value == 1
      && CMSampleBufferGetNumSamples(NULL) == 0
      && CMSampleBufferCreateCopy(NULL, NULL, &copy) == kCMSampleBufferError_RequiredParameterMissing;
  CFRelease(retained), CFRelease(copy), CFRelease(buffer), CFRelease(block), CFRelease(format);
  return isSame;
}

static bool lateDataAreCompleted(void) {
  CMSampleBufferRef buffer = NULL;
  int calls = 0;
  OSStatus failure = 0;
  CMSampleBufferCreate(
      NULL, NULL, false, complete, &calls, NULL, 0, 0, NULL, 0, NULL, &buffer);
  bool isReady = buffer && !CMSampleBufferDataIsReady(buffer)
      && CMSampleBufferMakeDataReady(buffer) == 0 && CMSampleBufferDataIsReady(buffer)
      && calls == 1 && !CMSampleBufferHasDataFailed(buffer, &failure)
      && CMSampleBufferIsValid(buffer) && CMSampleBufferInvalidate(buffer) == 0
      && !CMSampleBufferIsValid(buffer);
  CFRelease(buffer);
  return isReady;
}

static bool attachmentsPropagate(void) {
  CMBlockBufferRef block = NULL, otherBlock = NULL;
  CMFormatDescriptionRef format = NULL, otherFormat = NULL;
  CMSampleBufferRef first = makePCM(&block, &format);
  CMSampleBufferRef second = makePCM(&otherBlock, &otherFormat);
  CFStringRef key = CFSTR("key"), other = CFSTR("other");
  CMAttachmentMode mode = 7;
  CMSetAttachment(first, key, CFSTR("value"), kCMAttachmentMode_ShouldPropagate);
  CMSetAttachment(first, other, CFSTR("own"), kCMAttachmentMode_ShouldNotPropagate);
  CMPropagateAttachments(first, second);
  CFDictionaryRef all =
      CMCopyDictionaryOfAttachments(NULL, first, kCMAttachmentMode_ShouldPropagate);
  CFStringRef value = CMGetAttachment(second, key, &mode);
  bool isSame = value && CFEqual(value, CFSTR("value"))
      && mode == kCMAttachmentMode_ShouldPropagate && CMGetAttachment(second, other, NULL) == NULL
      && all && CFDictionaryGetCount(all) == 1;
  CMRemoveAllAttachments(second);
  isSame = isSame && CMGetAttachment(second, key, NULL) == NULL
      && CMGetAttachment(NULL, key, NULL) == NULL;
  if (all) CFRelease(all);
  CFRelease(first), CFRelease(block), CFRelease(format);
  CFRelease(second), CFRelease(otherBlock), CFRelease(otherFormat);
  return isSame;
}

static bool queuesKeepOrder(void) {
  CMSimpleQueueRef queue = NULL;
  int values[2];
  if (CMSimpleQueueCreate(NULL, 2, &queue) != 0) return false;
  bool isSame = CMSimpleQueueEnqueue(queue, &values[0]) == 0
      && CMSimpleQueueEnqueue(queue, &values[1]) == 0
      && CMSimpleQueueEnqueue(queue, values) == kCMSimpleQueueError_QueueIsFull
      && CMSimpleQueueGetFullness(queue) == 1 && CMSimpleQueueGetHead(queue) == &values[0]
      && CMSimpleQueueDequeue(queue) == &values[0] && CMSimpleQueueGetCount(queue) == 1
      && CMSimpleQueueReset(queue) == 0 && CMSimpleQueueDequeue(queue) == NULL
      && CMSimpleQueueGetCapacity(queue) == 2
      && CMSimpleQueueEnqueue(NULL, values) == kCMSimpleQueueError_RequiredParameterMissing;
  CFRelease(queue);
  return isSame;
}

static CMTime oneSecond(CMBufferRef buffer, void *calls) {
  *(int *)calls += 1;
  return CMTimeMake(1, 1);
}

static size_t textLength(CMBufferRef buffer, void *calls) { return CFStringGetLength(buffer); }

static CFComparisonResult textOrder(CMBufferRef first, CMBufferRef second, void *calls) {
  return CFStringCompare(first, second, 0);
}

static void countCall(void *calls, CMBufferQueueTriggerToken token) { *(int *)calls += 1; }

static OSStatus refuseEmpty(CMBufferQueueRef queue, CMBufferRef buffer, void *context) {
  return CFStringGetLength(buffer) > 0 ? 0 : kCMBufferQueueError_InvalidBuffer;
}

static OSStatus stopAtSecond(CMBufferRef buffer, void *calls) {
  *(int *)calls += 1;
  return *(int *)calls == 2 ? 7 : 0;
}

static void countBuffer(CMBufferRef buffer, void *calls) { *(int *)calls += 1; }

static bool bufferQueuesSort(void) {
  int timeCalls = 0, triggerCalls = 0, visits = 0, removed = 0;
  CMBufferCallbacks callbacks = {
    .version = 1, .refcon = &timeCalls, .getDuration = oneSecond, .compare = textOrder,
    .getSize = textLength};
  CMBufferCallbacks noDuration = {0};
  CMBufferQueueRef queue = NULL;
  CMBufferQueueTriggerToken token = NULL;
  if (CMBufferQueueCreate(NULL, 3, &callbacks, &queue) != 0) return false;
  bool isSame = CMBufferQueueCreate(NULL, 0, &noDuration, &queue)
          == kCMBufferQueueError_InvalidCMBufferCallbacksStruct
      && CMBufferQueueInstallTriggerWithIntegerThreshold(
          queue, countCall, &triggerCalls, kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan,
          1, &token) == 0
      && CMBufferQueueSetValidationCallback(queue, refuseEmpty, NULL) == 0
      && CMBufferQueueEnqueue(queue, CFSTR("b")) == 0
      && CMBufferQueueEnqueue(queue, CFSTR("")) == kCMBufferQueueError_InvalidBuffer
      && CMBufferQueueEnqueue(queue, CFSTR("ccc")) == 0 && triggerCalls == 1
      && CMBufferQueueEnqueue(queue, CFSTR("aa")) == 0 && triggerCalls == 1 && timeCalls == 3
      && CMBufferQueueEnqueue(queue, CFSTR("d")) == kCMBufferQueueError_QueueIsFull
      && CMBufferQueueGetDuration(queue).value == 3 && CMBufferQueueGetTotalSize(queue) == 6
      && CMTIME_IS_INVALID(CMBufferQueueGetMinPresentationTimeStamp(queue))
      && CMBufferQueueTestTrigger(queue, token) && CMBufferQueueRemoveTrigger(queue, token) == 0
      && CMBufferQueueRemoveTrigger(queue, token) == kCMBufferQueueError_InvalidTriggerToken
      && CMBufferQueueCallForEachBuffer(queue, stopAtSecond, &visits) == 7 && visits == 2
      && CFEqual(CMBufferQueueGetHead(queue), CFSTR("aa"));
  CMBufferRef first = CMBufferQueueDequeueAndRetain(queue);
  isSame = isSame && first && CFEqual(first, CFSTR("aa"))
      && CMBufferQueueGetBufferCount(queue) == 2 && CMBufferQueueMarkEndOfData(queue) == 0
      && CMBufferQueueEnqueue(queue, CFSTR("e")) == kCMBufferQueueError_EnqueueAfterEndOfData
      && CMBufferQueueResetWithCallback(queue, countBuffer, &removed) == 0 && removed == 2
      && CMBufferQueueIsEmpty(queue) && !CMBufferQueueContainsEndOfData(queue)
      && CMBufferQueueEnqueue(NULL, first) == kCMBufferQueueError_RequiredParameterMissing
      && CMBufferQueueDequeueAndRetain(queue) == NULL;
  CFRelease(first), CFRelease(queue);
  return isSame;
}

static bool sampleQueuesSort(void) {
  CMBlockBufferRef block = NULL;
  CMFormatDescriptionRef format = NULL;
  CMSampleBufferRef late = makePCM(&block, &format), early = NULL;
  CMSampleTimingInfo timing = {CMTimeMake(1, 8000), CMTimeMake(-1, 1), kCMTimeInvalid};
  CMSampleBufferCreateCopyWithNewTiming(NULL, late, 1, &timing, &early);
  CMBufferQueueRef sorted = NULL, unsorted = NULL;
  CMBufferQueueCreate(
      NULL, 0, CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(), &sorted);
  CMBufferQueueCreate(NULL, 0, CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), &unsorted);
  bool isSame = CMBufferQueueEnqueue(sorted, late) == 0 && CMBufferQueueEnqueue(sorted, early) == 0
      && CMBufferQueueEnqueue(unsorted, late) == 0 && CMBufferQueueEnqueue(unsorted, early) == 0
      && CMBufferQueueGetHead(sorted) == early && CMBufferQueueGetHead(unsorted) == late
      && CMBufferQueueGetFirstPresentationTimeStamp(sorted).value == -1
      && CMBufferQueueGetMinPresentationTimeStamp(unsorted).value == -1
      && CMBufferQueueGetTotalSize(unsorted) == 16
      && CMTimeCompare(CMBufferQueueGetDuration(unsorted), CMTimeMake(8, 8000)) == 0;
  CMBufferRef first = CMBufferQueueDequeueIfDataReadyAndRetain(sorted);
  isSame = isSame && first == early;
  CFRelease(first), CFRelease(sorted), CFRelease(unsorted);
  CFRelease(late), CFRelease(early), CFRelease(block), CFRelease(format);
  return isSame;
}

static bool timebasesFollow(void) {
  CMClockRef clock = CMClockGetHostTimeClock();
  CMTimebaseRef timebase = NULL, second = NULL;
  Float64 rate = 0;
  if (CMTimebaseCreateWithSourceClock(NULL, clock, &timebase) != 0) return false;
  CMTimebaseCreateWithSourceTimebase(NULL, timebase, &second);
  CMTime now = CMClockGetTime(clock);
  CMClockRef source = CMTimebaseCopyUltimateSourceClock(second);
  bool isSame = source == clock && CMTimebaseSetTime(timebase, CMTimeMake(5, 1)) == 0
      && CMTimebaseGetTime(timebase).value == 5 && CMTimebaseGetRate(timebase) == 0
      && CMTimebaseSetRateAndAnchorTime(timebase, 2, CMTimeMake(10, 1), now) == 0
      && CMTimebaseSetRate(second, 0.5) == 0 && CMTimebaseGetEffectiveRate(second) == 1
      && CMTimebaseGetTimeAndRate(timebase, NULL, &rate) == 0 && rate == 2
      && CMSyncGetRelativeRate(timebase, clock) == 2
      && CMTimeGetSeconds(
          CMSyncConvertTime(CMTimeAdd(now, CMTimeMake(1, 1)), clock, timebase)) == 12
      && !CMSyncMightDrift(timebase, clock) && CMTIME_IS_INVALID(CMTimebaseGetTime(NULL))
      && CMTimebaseSetRate(NULL, 1) == kCMTimebaseError_MissingRequiredParameter;
  CFRelease(source), CFRelease(second), CFRelease(timebase);
  return isSame;
}

int CClientFindSamples(void) {
  const bool results[] = {
    blocksAreShared(), samplesAreDescribed(), lateDataAreCompleted(), attachmentsPropagate(),
    queuesKeepOrder(), timebasesFollow(), bufferQueuesSort(), sampleQueuesSort(),
  };
  for (unsigned index = 0; index < sizeof results / sizeof *results; index += 1) {
    if (!results[index]) return (int)index + 1;
  }
  return 0;
}
