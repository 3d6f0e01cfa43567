// The boundary between device threads and Swift: the render entry, and a semaphore that a render
// thread may post.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// Renders up to `frameCount` interleaved frames into `frames`, and returns their number.
//
// The only way from a playback device into Swift. It never allocates, locks, or waits;
// RealtimeSanitizer checks all code it calls. `renderer` is a `Renderer` that outlives the call.
int64_t OCARender(void *renderer, float *frames, int64_t frameCount)
    [[clang::nonblocking]];

// The Swift implementation (`Renderer.swift`). Call OCARender instead.
int64_t OCARendererRender(void *renderer, float *frames, int64_t frameCount);

// Moves a renderer back by up to `frameCount` frames, to render them again, and returns their
// number.
int64_t OCARendererRewind(void *renderer, int64_t frameCount);

// Passes on `frameCount` interleaved frames; null means silence.
//
// The first frame was captured at `nanoseconds` on the monotonic clock. This is the only way from a
// recording device into Swift, with the same rules as OCARender. `capturer` is a `Capturer` that
// outlives the call.
void OCACapture(
    void *capturer, const float *_Nullable frames, int64_t frameCount, int64_t nanoseconds)
    [[clang::nonblocking]];

// The Swift implementation (`Capturer.swift`). Call OCACapture instead.
void OCACapturerTake(
    void *capturer, const float *_Nullable frames, int64_t frameCount, int64_t nanoseconds);

// Enclose a client's code on a render thread: RealtimeSanitizer does not check it.
void OCAClientCodeBegin(void);
void OCAClientCodeEnd(void);

// A counting semaphore. `OCASemaphorePost` is safe on a render thread.
typedef struct OCASemaphore OCASemaphore;
// Creates a semaphore; returns null if out of memory.
OCASemaphore *_Nullable OCASemaphoreCreate(void);
void OCASemaphoreDestroy(OCASemaphore *semaphore);
void OCASemaphorePost(OCASemaphore *semaphore);
// Waits for a post until `deadline`, in nanoseconds on the monotonic clock; returns whether one
// came.
bool OCASemaphoreWait(OCASemaphore *semaphore, int64_t deadline);

// Names the calling thread for debuggers, with up to 15 bytes.
void OCANameThread(const char *name);

// Returns the monotonic time in nanoseconds.
int64_t OCAMonotonicNanoseconds(void);

// The virtual clock of the calling thread, set by `OCASetVirtualClock`; null for the system's
// clock.
void *_Nullable OCAVirtualClock(void);
void OCASetVirtualClock(void *_Nullable clock);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
