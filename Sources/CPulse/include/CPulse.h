// Output and input by libpulse, which PulseAudio and PipeWire both serve. Not there without OCA_PULSEAUDIO.
//
// libpulse is opened on first use. One OCAPulse is one stream with its own event thread. The thread
// that opened it calls everything but OCAPulsePosition, which any thread may call.
#pragma once
#include "CPulseWatching.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

typedef struct OCAPulse OCAPulse;

typedef enum OCAPulseStatus {
  OCAPulseOK,
  OCAPulseNoLibrary,
  OCAPulseNoServer,
  OCAPulseRefused,
} OCAPulseStatus;

// What happens to a stream.
typedef enum OCAPulseEvent {
  // Server or stream are gone, or the server does not answer any more; once, and nothing after it.
  OCAPulseLost,
  // The server wants the stream to be silent, which it is.
  OCAPulseHeld,
  // It may be heard again, and is unless it is paused.
  OCAPulseReleased,
  // Another sink or source has it.
  OCAPulseMoved,
} OCAPulseEvent;

// Which channel of a device each channel of a stream is.
typedef struct OCAPulseChannels {
  // The device's name, which may have a colon and a port behind it.
  const char *device;
  // For each channel of the stream the device's, counted from 1; 0 for none.
  const uint32_t *numbers;
} OCAPulseChannels;

// Opens libpulse if that has not been done, and says whether it is there.
bool OCAPulseLoad(void);

// Opens libpulse if that has not been done, and starts an event thread for a stream that OCAPulseOpen makes later on;
// null where there can be none. The loader makes a thread wait for its memory while another opens a library, so this
// comes first where one is to be opened while the server is reached.
OCAPulse *_Nullable OCAPulseMake(void);

// Connects to the server, from any thread. What cannot connect is closed.
OCAPulseStatus OCAPulseReach(
    OCAPulse *pulse, const char *_Nullable server, const char *applicationName, bool isRetry);

// Makes the stream that OCAPulseOpen will most likely be asked for, on a server that was reached: so the sink is awake, and as
// quick as the stream wants it, when the first frame comes. It plays nothing, and there is none where the server refuses it.
void OCAPulseExpect(
    OCAPulse *pulse, const char *applicationName, double sampleRate, uint32_t channelCount,
    int64_t bufferFrames, const char *role, const char *_Nullable device);

// Ends the stream that was expected, where another one is wanted.
void OCAPulseExpectNothing(OCAPulse *pulse);

// Connects to the server and makes a stream of interleaved Float32 frames.
//
// reached: what OCAPulseReach connected, which is the stream then, or is closed where the answer is not OCAPulseOK; or null. A stream
// that was expected there is taken as it is.
// server: its address, or null for the one that libpulse finds.
// channels: where its channels go, on a device from which it is not moved; or null for all that the server does by itself.
// renderer: what OCARender takes. bufferFrames: how many frames the server may hold.
// isRetry: starts no server. role: what the stream is for. device: which one plays it, or null for the server's choice.
// event: called on the event thread with what happens to the open stream.
OCAPulseStatus OCAPulseOpen(
    OCAPulse *_Nullable *_Nonnull outPulse, OCAPulse *_Nullable reached,
    const char *_Nullable server, const char *applicationName,
    double sampleRate, uint32_t channelCount, int64_t bufferFrames, bool isRetry, const char *role,
    const char *_Nullable device, const OCAPulseChannels *_Nullable channels, void *renderer,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Whether a server is there and answers; starts none, and takes no longer than opening may.
bool OCAPulseAnswers(const char *_Nullable server, const char *applicationName);

// Ends the stream at once and frees all. No callback afterwards.
void OCAPulseClose(OCAPulse *pulse);

// Gives the stream what the renderer has; called when a starved renderer has frames again.
void OCAPulseFeed(OCAPulse *pulse);

void OCAPulseSetPaused(OCAPulse *pulse, bool isPaused);

// Tells the server what the stream is for.
void OCAPulseSetRole(OCAPulse *pulse, const char *role);

// Calls `event` where the server has silenced a stream that was expected before anybody played it.
void OCAPulseReportHold(OCAPulse *pulse);

// Has a stream go on that the server has silenced, and will not tell any more.
void OCAPulseRelease(OCAPulse *pulse);

// Has another device play the stream.
void OCAPulseMove(OCAPulse *pulse, const char *device);

// Renders again what the server holds but nobody will hear for another `marginNanoseconds`.
void OCAPulseRevise(OCAPulse *pulse, int64_t marginNanoseconds);

// The frames that were heard, of those rendered, and the monotonic clock's nanoseconds to which that
// belongs.
void OCAPulsePosition(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds);

// What the server answered last of its clock: the frame that was heard, less than 0 where silence comes before the first, and the
// monotonic clock's nanoseconds to which that belongs.
//
// false before the first answer.
bool OCAPulseAnswer(
    OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds, bool *outIsPlaying);

// Asks the server for its clock, to answer OCAPulsePosition more exactly soon.
void OCAPulseUpdateTiming(OCAPulse *pulse);

// The rate and channels of the sink that plays the stream; 0 where the server does not tell.
//
// Waits for the server's first answer, but not long, and once only for each sink.
void OCAPulseSinkFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount);

// How much server and sink hold of the stream ahead of the loudspeaker, in seconds, as the server has granted it.
double OCAPulseBufferSeconds(OCAPulse *pulse);

// Connects to the server and makes a stream that gives interleaved Float32 frames to OCACapture.
//
// source: its name, which may be the monitor of a sink, or null for the default one.
// ioSampleRate: the rate that is wanted, then the one at which frames come: the source's where isRateFixed does not
// forbid it.
// channels: where its channels come from, in place of source; or null.
// blockFrames: how many frames should come at a time. capturer: what OCACapture takes.
// event: as OCAPulseOpen says; nobody silences what records.
OCAPulseStatus OCAPulseOpenSource(
    OCAPulse *_Nullable *_Nonnull outPulse, const char *_Nullable server,
    const char *_Nullable source, const OCAPulseChannels *_Nullable channels,
    const char *applicationName, double *ioSampleRate,
    bool isRateFixed, uint32_t channelCount, int64_t blockFrames, bool isRetry, void *capturer,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Drops what comes, or takes what comes from now on.
void OCAPulseSetRecordingPaused(OCAPulse *pulse, bool isPaused);

// The rate and channels of the source; 0 where the server does not tell. Waits as OCAPulseSinkFormat does.
void OCAPulseSourceFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
