// Output and input through libasound, opened on first use, and the kernel's information about sound
// cards. Requires OCA_ALSA.
//
// The playing thread calls all functions except OCAALSAPosition, which any thread may call.
#pragma once
#include "CALSASequencer.h"

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

// The result of a step.
typedef enum OCAALSAStep {
  // The buffer is full; call again when a quarter of it is free.
  OCAALSAFull,
  // The renderer did not fill the available room.
  OCAALSAStarved,
  // The same, but the last period is incomplete, and must be filled before the sound ends.
  OCAALSAEnding,
  // The device is gone.
  OCAALSALost,
} OCAALSAStep;

// Opens a PCM for interleaved Float32 frames.
//
// The PCM "default" and others with plug-ins use ALSA's rate conversion.
//
// - name: The name of the PCM.
// - ioBufferFrames: On input, the requested buffer size in frames; on output, the actual one.
OCAALSAStatus OCAALSAOpen(
    OCAALSA *_Nullable *_Nonnull outDevice, const char *name, double sampleRate, uint32_t channelCount,
    int64_t *ioBufferFrames, void *renderer);

// Whether the PCM with this name can be opened now.
//
// - evenBusy: Whether a PCM in use counts, too.
bool OCAALSAAnswers(const char *name, bool evenBusy);

// Stops immediately and frees all resources.
void OCAALSAClose(OCAALSA *device);

// Plays as many frames as fit, and recovers from underruns.
//
// Silence after the last frames does not count as given frames.
//
// - outNanoseconds: Receives the delay until the next call after OCAALSAEnding.
OCAALSAStep OCAALSAPlay(OCAALSA *device, int64_t *outNanoseconds);

// Stops immediately, and returns the number of frames given but not played.
int64_t OCAALSAStop(OCAALSA *device);

// Gets the number of frames played, and the matching monotonic time in nanoseconds.
void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds);

// A PCM that captures; only one thread at a time may use it.
typedef struct OCAALSASource OCAALSASource;

// Opens a PCM to capture interleaved Float32 frames, with ALSA's rate conversion.
//
// - name: The name of the PCM.
// - blockFrames: The preferred number of frames in each block.
// - capturer: The first argument of OCACapture.
OCAALSAStatus OCAALSAOpenCapture(
    OCAALSASource *_Nullable *_Nonnull outSource, const char *name, double sampleRate,
    uint32_t channelCount, int64_t blockFrames, void *capturer);

// Whether the PCM with this name can be opened for capture now; otherwise like OCAALSAAnswers.
bool OCAALSACaptures(const char *name, bool evenBusy);

// Passes all pending frames to OCACapture, and recovers from overruns. Returns false if the device
// is gone.
bool OCAALSACapture(OCAALSASource *source);

// Starts capturing, or stops and discards captured frames.
void OCAALSASetCapturing(OCAALSASource *source, bool isCapturing);

// Stops immediately and frees all resources.
void OCAALSACloseCapture(OCAALSASource *source);

// Reads the beginning of a file of kernel information; returns the bytes read, or -1 if the file is
// missing.
int64_t OCACardsRead(const char *path, uint8_t *buffer, int64_t capacity);

// Watches for sound cards that appear or disappear.
typedef struct OCACardWatch OCACardWatch;

// Watches the folder of the card devices, which may appear later; its parent folder must exist.
// Returns null if watching is impossible.
OCACardWatch *_Nullable OCACardWatchCreate(const char *folder);

// Waits for a change; returns false after the watch ends.
bool OCACardWatchWait(OCACardWatch *watch);

// Ends the watch; any thread may call it.
void OCACardWatchEnd(OCACardWatch *watch);

// Frees the watch; no thread may be waiting.
void OCACardWatchDestroy(OCACardWatch *watch);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
