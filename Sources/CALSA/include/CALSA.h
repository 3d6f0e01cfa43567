// Output by libasound, opened on first use. Not there without OCA_ALSA.
//
// The thread that plays calls everything but OCAALSAPosition, which any thread may call.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

typedef struct OCAALSA OCAALSA;

typedef enum OCAALSAStatus {
  OCAALSAOK,
  OCAALSANoLibrary,
  OCAALSARefused,
} OCAALSAStatus;

// What a step has done.
typedef enum OCAALSAStep {
  // The buffer is full; come again when a quarter of it is free.
  OCAALSAFull,
  // The renderer had fewer frames than there was room for.
  OCAALSAStarved,
  // The device is gone.
  OCAALSALost,
} OCAALSAStep;

// Opens the PCM "default" for interleaved Float32 frames, with ALSA's own rate conversion.
OCAALSAStatus OCAALSAOpen(
    OCAALSA *_Nullable *_Nonnull outDevice, double sampleRate, uint32_t channelCount,
    int64_t bufferFrames, void *renderer);

// Whether the PCM "default" can be opened now.
bool OCAALSAAnswers(void);

// Stops at once and frees all.
void OCAALSAClose(OCAALSA *device);

// Plays as much as there is room for; recovers from underruns.
OCAALSAStep OCAALSAPlay(OCAALSA *device);

// Stops at once and returns the frames that were given and not heard.
int64_t OCAALSAStop(OCAALSA *device);

// The frames that were heard, and the nanoseconds of the monotonic clock to which that belongs.
void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
