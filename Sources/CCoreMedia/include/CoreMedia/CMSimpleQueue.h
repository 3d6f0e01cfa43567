/// Simple Queues: pointers in order, from one thread to another, without a lock.
#ifndef CoreMedia_CMSimpleQueue_h
#define CoreMedia_CMSimpleQueue_h

#include <CoreMedia/CMBase.h>

OCA_HEADER_BEGIN

#if !defined(__swift__)

OCA_CONSTANTS(OSStatus) {
  kCMSimpleQueueError_AllocationFailed = -12770,  ///< Memory could not be allocated.
  kCMSimpleQueueError_RequiredParameterMissing = -12771,  ///< A parameter is missing.
  /// The capacity is negative, or too great.
  kCMSimpleQueueError_ParameterOutOfRange = -12772,
  kCMSimpleQueueError_QueueIsFull = -12773,  ///< The queue is full.
};

/// A queue. One thread at a time adds, and one at a time removes. `CFRelease` releases it.
typedef struct opaqueCMSimpleQueue *CMSimpleQueueRef;

/// Creates a queue for a number of pointers, at most 1,048,576.
extern OSStatus CMSimpleQueueCreate(
    CFAllocatorRef _Nullable allocator, int32_t capacity,
    CMSimpleQueueRef _Nullable *_Nonnull queueOut);

/// Adds a pointer.
extern OSStatus CMSimpleQueueEnqueue(CMSimpleQueueRef queue, const void *element);

/// Removes and returns the first pointer; null if the queue is empty.
extern const void *_Nullable CMSimpleQueueDequeue(CMSimpleQueueRef queue);

/// Returns the first pointer; null if the queue is empty.
extern const void *_Nullable CMSimpleQueueGetHead(CMSimpleQueueRef queue);

/// Removes all pointers.
extern OSStatus CMSimpleQueueReset(CMSimpleQueueRef queue);

/// Returns the number of pointers that fit.
extern int32_t CMSimpleQueueGetCapacity(CMSimpleQueueRef queue);

/// Returns the number of pointers.
extern int32_t CMSimpleQueueGetCount(CMSimpleQueueRef queue);

/// Returns the number of pointers as a part of the capacity.
static inline Float32 CMSimpleQueueGetFullness(CMSimpleQueueRef queue) {
  int32_t capacity = CMSimpleQueueGetCapacity(queue);
  return capacity > 0 ? (Float32)CMSimpleQueueGetCount(queue) / (Float32)capacity : 0;
}

#endif

OCA_HEADER_END

#endif
