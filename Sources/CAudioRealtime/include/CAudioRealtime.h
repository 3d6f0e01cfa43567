// The seam between device threads and Swift: the render entry, and a semaphore that a render
// thread may post.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

// Renders up to `frameCount` interleaved frames into `frames` and returns how many there were.
//
// The one way from a device into Swift. Never allocates, locks or waits: RealtimeSanitizer holds
// everything below it to that. `renderer` is a `Renderer` that outlives the call.
int64_t OCARender(void *renderer, float *frames, int64_t frameCount)
    [[clang::nonblocking]];

// The same, written in Swift (`Renderer.swift`). Call OCARender.
int64_t OCARendererRender(void *renderer, float *frames, int64_t frameCount);

// Moves a renderer back by up to `frameCount` frames, to render them again, and returns by how many.
int64_t OCARendererRewind(void *renderer, int64_t frameCount);

// Takes `frameCount` interleaved frames of which the first was captured at `nanoseconds` of the monotonic
// clock; null stands for silence.
//
// The one way from a recording device into Swift, held to the same as OCARender. `capturer` is a
// `Capturer` that outlives the call.
void OCACapture(
    void *capturer, const float *_Nullable frames, int64_t frameCount, int64_t nanoseconds)
    [[clang::nonblocking]];

// The same, written in Swift (`Capturer.swift`). Call OCACapture.
void OCACapturerTake(
    void *capturer, const float *_Nullable frames, int64_t frameCount, int64_t nanoseconds);

// A counting semaphore. `OCASemaphorePost` is safe on a render thread.
typedef struct OCASemaphore OCASemaphore;
// Returns null where memory is out.
OCASemaphore *_Nullable OCASemaphoreCreate(void);
void OCASemaphoreDestroy(OCASemaphore *semaphore);
void OCASemaphorePost(OCASemaphore *semaphore);
// Waits for a post until the monotonic clock shows `deadline` nanoseconds; returns whether one came.
bool OCASemaphoreWait(OCASemaphore *semaphore, int64_t deadline);

// Names the calling thread for debuggers; 15 bytes of the name count.
void OCANameThread(const char *name);

// Nanoseconds of the monotonic clock.
int64_t OCAMonotonicNanoseconds(void);

// The virtual clock of the calling thread, as `OCASetVirtualClock` has set it; null for the system's clock.
void *_Nullable OCAVirtualClock(void);
void OCASetVirtualClock(void *_Nullable clock);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
