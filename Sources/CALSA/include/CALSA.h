// Output and input by libasound, opened on first use, and what the kernel tells of sound cards. Not there without OCA_ALSA.
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
  // The same, but what it gave does not fill a period, which is to be done before all has been heard.
  OCAALSAEnding,
  // The device is gone.
  OCAALSALost,
} OCAALSAStep;

// Opens a PCM for interleaved Float32 frames, with ALSA's own rate conversion where it is the PCM "default" or another with plug-ins.
//
// name: the PCM's. ioBufferFrames: how many frames it may hold, then how many it does.
OCAALSAStatus OCAALSAOpen(
    OCAALSA *_Nullable *_Nonnull outDevice, const char *name, double sampleRate, uint32_t channelCount,
    int64_t *ioBufferFrames, void *renderer);

// Whether the PCM of this name can be opened now.
//
// evenBusy: whether one that is in use counts, too.
bool OCAALSAAnswers(const char *name, bool evenBusy);

// Stops at once and frees all.
void OCAALSAClose(OCAALSA *device);

// Plays as much as there is room for; recovers from underruns. Silence behind the last frames is nothing that was given.
//
// outNanoseconds: in how long to come again after OCAALSAEnding.
OCAALSAStep OCAALSAPlay(OCAALSA *device, int64_t *outNanoseconds);

// Stops at once and returns the frames that were given and not heard.
int64_t OCAALSAStop(OCAALSA *device);

// The frames that were heard, and the nanoseconds of the monotonic clock to which that belongs.
void OCAALSAPosition(OCAALSA *device, int64_t *outFrames, int64_t *outNanoseconds);

// A PCM that captures; one thread at a time calls all that takes it.
typedef struct OCAALSASource OCAALSASource;

// Opens a PCM to capture interleaved Float32 frames, with ALSA's own rate conversion.
//
// name: the PCM's. blockFrames: how many frames should come at a time. capturer: what OCACapture takes.
OCAALSAStatus OCAALSAOpenCapture(
    OCAALSASource *_Nullable *_Nonnull outSource, const char *name, double sampleRate,
    uint32_t channelCount, int64_t blockFrames, void *capturer);

// Whether the PCM of this name can be opened for capturing now; as above.
bool OCAALSACaptures(const char *name, bool evenBusy);

// Hands all frames that have come to OCACapture; recovers from overruns. False where the device is gone.
bool OCAALSACapture(OCAALSASource *source);

// Captures from now on, or stops and drops what has been captured.
void OCAALSASetCapturing(OCAALSASource *source, bool isCapturing);

// Stops at once and frees all.
void OCAALSACloseCapture(OCAALSASource *source);

// Reads the beginning of a file, as the kernel shows what it knows; the number of bytes, or -1 where there is no such file.
int64_t OCACardsRead(const char *path, uint8_t *buffer, int64_t capacity);

// Waits for sound cards that come and go.
typedef struct OCACardWatch OCACardWatch;

// Watches the folder of the cards' devices, which may come later, but not the folder that it is in. Null where that cannot be watched.
OCACardWatch *_Nullable OCACardWatchCreate(const char *folder);

// Waits until something has changed there; false once the watch has ended.
bool OCACardWatchWait(OCACardWatch *watch);

// Ends the watch, from any thread.
void OCACardWatchEnd(OCACardWatch *watch);

// Frees it, when nobody waits any more.
void OCACardWatchDestroy(OCACardWatch *watch);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
