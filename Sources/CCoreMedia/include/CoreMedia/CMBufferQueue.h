/// Buffer Queues: buffers in order, with their durations, and triggers for changes.
#ifndef CoreMedia_CMBufferQueue_h
#define CoreMedia_CMBufferQueue_h

#include <CoreMedia/CMTime.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

// MARK: - Errors

OCA_CONSTANTS(OSStatus) {
  kCMBufferQueueError_AllocationFailed = -12760,  ///< Memory could not be allocated.
  kCMBufferQueueError_RequiredParameterMissing = -12761,  ///< A parameter is missing.
  /// The callbacks have an unknown version, or no function for durations.
  kCMBufferQueueError_InvalidCMBufferCallbacksStruct = -12762,
  kCMBufferQueueError_EnqueueAfterEndOfData = -12763,  ///< The end has been marked.
  kCMBufferQueueError_QueueIsFull = -12764,  ///< The queue is full.
  kCMBufferQueueError_BadTriggerDuration = -12765,  ///< The time of a trigger is not numeric.
  /// The code of a trigger must not change the queue.
  kCMBufferQueueError_CannotModifyQueueFromTriggerCallback = -12766,
  kCMBufferQueueError_InvalidTriggerCondition = -12767,  ///< The condition is unknown.
  kCMBufferQueueError_InvalidTriggerToken = -12768,  ///< The queue has no such trigger.
  kCMBufferQueueError_InvalidBuffer = -12769,  ///< The validation refuses the buffer.
};

// MARK: - Types

/// A queue. Any thread may add and remove buffers. `CFRelease` releases it.
typedef struct opaqueCMBufferQueue *CMBufferQueueRef;
/// A buffer: any Core Foundation object, or an object of Core Media.
typedef const void *CMBufferRef;
#if !defined(__COREFOUNDATION_COREFOUNDATION__)
/// The order of two values: -1, 0, or 1.
typedef long CFComparisonResult;
#endif
/// A trigger of a queue.
typedef struct opaqueCMBufferQueueTriggerToken *CMBufferQueueTriggerToken;

/// Returns a time of a buffer.
typedef CMTime (*CMBufferGetTimeCallback)(CMBufferRef buf, void *_Nullable refcon);
/// Returns whether a buffer has a property.
typedef Boolean (*CMBufferGetBooleanCallback)(CMBufferRef buf, void *_Nullable refcon);
/// Orders two buffers: -1, 0, or 1.
typedef CFComparisonResult (*CMBufferCompareCallback)(
    CMBufferRef buf1, CMBufferRef buf2, void *_Nullable refcon);
/// Returns the bytes of a buffer.
typedef size_t (*CMBufferGetSizeCallback)(CMBufferRef buf, void *_Nullable refcon);

/// The functions with which a queue reads its buffers.
typedef struct {
  uint32_t version;  ///< 0, or 1 for callbacks with a size.
  void *_Nullable refcon;  ///< A pointer that the functions receive.
  /// Returns the time at which a buffer is decoded.
  CMBufferGetTimeCallback _Nullable getDecodeTimeStamp;
  /// Returns the time at which a buffer is presented.
  CMBufferGetTimeCallback _Nullable getPresentationTimeStamp;
  CMBufferGetTimeCallback getDuration;  ///< Returns the duration of a buffer.
  /// Returns whether the data of a buffer are ready; null if all data are ready.
  CMBufferGetBooleanCallback _Nullable isDataReady;
  /// Orders the buffers; null for the order of their arrival.
  CMBufferCompareCallback _Nullable compare;
  /// The name of the notification that a buffer posts when its data become ready.
  CFStringRef _Nullable dataBecameReadyNotification;
  CMBufferGetSizeCallback _Nullable getSize;  ///< Returns the bytes of a buffer; version 1 only.
} CMBufferCallbacks;

/// The code of a trigger.
typedef void (*CMBufferQueueTriggerCallback)(
    void *_Nullable triggerRefcon, CMBufferQueueTriggerToken triggerToken);
/// Code that may refuse a buffer by a status.
typedef OSStatus (*CMBufferValidationCallback)(
    CMBufferQueueRef queue, CMBufferRef buf, void *_Nullable validationRefCon);

/// The number of a condition.
typedef int32_t CMBufferQueueTriggerCondition;

OCA_CONSTANTS(CMBufferQueueTriggerCondition) {
  /// When the duration becomes less than a time.
  kCMBufferQueueTrigger_WhenDurationBecomesLessThan = 1,
  /// When the duration becomes at most a time.
  kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo = 2,
  /// When the duration becomes greater than a time.
  kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan = 3,
  /// When the duration becomes at least a time.
  kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo = 4,
  /// When the earliest time of presentation changes.
  kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges = 5,
  /// When the latest time of presentation changes.
  kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges = 6,
  /// When the first buffer becomes one whose data are ready.
  kCMBufferQueueTrigger_WhenDataBecomesReady = 7,
  /// When the end has been marked and the last buffer is removed.
  kCMBufferQueueTrigger_WhenEndOfDataReached = 8,
  /// When the queue is reset.
  kCMBufferQueueTrigger_WhenReset = 9,
  /// When the number of buffers becomes less than a number.
  kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan = 10,
  /// When the number of buffers becomes greater than a number.
  kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan = 11,
};

// MARK: - Creating queues

/// Returns the callbacks for sample buffers in the order of their arrival.
extern const CMBufferCallbacks *CMBufferQueueGetCallbacksForUnsortedSampleBuffers(void);
/// Returns the callbacks for sample buffers in the order in which they are presented.
extern const CMBufferCallbacks *CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(
    void);

/// Creates a queue; a capacity of 0 means no limit. The callbacks are copied.
extern OSStatus CMBufferQueueCreate(
    CFAllocatorRef _Nullable allocator, CMItemCount capacity, const CMBufferCallbacks *callbacks,
    CMBufferQueueRef _Nullable *_Nonnull queueOut);

// MARK: - Changing queues

/// Adds a buffer, which the queue retains.
extern OSStatus CMBufferQueueEnqueue(CMBufferQueueRef queue, CMBufferRef buf);
/// Removes the first buffer, which the caller releases; null if the queue is empty.
extern CMBufferRef _Nullable CMBufferQueueDequeueAndRetain(CMBufferQueueRef queue);
/// Removes the first buffer if its data are ready. The caller releases the buffer.
extern CMBufferRef _Nullable CMBufferQueueDequeueIfDataReadyAndRetain(CMBufferQueueRef queue);
/// Marks the end: no buffer can be added until a reset.
extern OSStatus CMBufferQueueMarkEndOfData(CMBufferQueueRef queue);
/// Removes all buffers, and the mark of the end.
extern OSStatus CMBufferQueueReset(CMBufferQueueRef queue);
/// Removes all buffers, and the mark of the end, and calls a function with each removed buffer.
extern OSStatus CMBufferQueueResetWithCallback(
    CMBufferQueueRef queue, void (*callback)(CMBufferRef buffer, void *_Nullable refcon),
    void *_Nullable refcon);
/// Sets code that may refuse a buffer before it is added.
extern OSStatus CMBufferQueueSetValidationCallback(
    CMBufferQueueRef queue, CMBufferValidationCallback validationCallback,
    void *_Nullable validationRefCon);

// MARK: - Contents

/// Returns the first buffer, which the queue owns; null if the queue is empty.
extern CMBufferRef _Nullable CMBufferQueueGetHead(CMBufferQueueRef queue);
/// Returns the first buffer, which the caller releases; null if the queue is empty.
extern CMBufferRef _Nullable CMBufferQueueCopyHead(CMBufferQueueRef queue);
/// Returns whether there is no buffer.
extern Boolean CMBufferQueueIsEmpty(CMBufferQueueRef queue);
/// Returns whether the end has been marked.
extern Boolean CMBufferQueueContainsEndOfData(CMBufferQueueRef queue);
/// Returns whether the end has been marked, and all buffers are removed.
extern Boolean CMBufferQueueIsAtEndOfData(CMBufferQueueRef queue);
/// Returns the number of buffers.
extern CMItemCount CMBufferQueueGetBufferCount(CMBufferQueueRef queue);
/// Returns the sum of the durations.
extern CMTime CMBufferQueueGetDuration(CMBufferQueueRef queue);
/// Returns the earliest time at which a buffer is decoded.
extern CMTime CMBufferQueueGetMinDecodeTimeStamp(CMBufferQueueRef queue);
/// Returns the time at which the first buffer is decoded.
extern CMTime CMBufferQueueGetFirstDecodeTimeStamp(CMBufferQueueRef queue);
/// Returns the earliest time at which a buffer is presented.
extern CMTime CMBufferQueueGetMinPresentationTimeStamp(CMBufferQueueRef queue);
/// Returns the time at which the first buffer is presented.
extern CMTime CMBufferQueueGetFirstPresentationTimeStamp(CMBufferQueueRef queue);
/// Returns the latest time at which a buffer is presented.
extern CMTime CMBufferQueueGetMaxPresentationTimeStamp(CMBufferQueueRef queue);
/// Returns the latest end of a buffer.
extern CMTime CMBufferQueueGetEndPresentationTimeStamp(CMBufferQueueRef queue);
/// Returns the bytes of all buffers.
extern size_t CMBufferQueueGetTotalSize(CMBufferQueueRef queue);
/// Calls a function with each buffer, until it returns another status than 0; returns that status.
extern OSStatus CMBufferQueueCallForEachBuffer(
    CMBufferQueueRef queue, OSStatus (*callback)(CMBufferRef buffer, void *_Nullable refcon),
    void *_Nullable refcon);

// MARK: - Triggers

/// Adds a trigger for a condition with a time, or without a threshold.
extern OSStatus CMBufferQueueInstallTrigger(
    CMBufferQueueRef queue, CMBufferQueueTriggerCallback _Nullable callback,
    void *_Nullable refcon, CMBufferQueueTriggerCondition condition, CMTime time,
    CMBufferQueueTriggerToken _Nullable *_Nullable triggerTokenOut);
/// Adds a trigger whose condition compares the number of buffers with a threshold.
extern OSStatus CMBufferQueueInstallTriggerWithIntegerThreshold(
    CMBufferQueueRef queue, CMBufferQueueTriggerCallback _Nullable callback,
    void *_Nullable refcon, CMBufferQueueTriggerCondition condition, CMItemCount threshold,
    CMBufferQueueTriggerToken _Nullable *_Nullable triggerTokenOut);
/// Removes a trigger.
extern OSStatus CMBufferQueueRemoveTrigger(
    CMBufferQueueRef queue, CMBufferQueueTriggerToken triggerToken);
/// Returns whether the condition of a trigger holds now.
extern Boolean CMBufferQueueTestTrigger(
    CMBufferQueueRef queue, CMBufferQueueTriggerToken triggerToken);

#endif

OCA_HEADER_END

#endif
