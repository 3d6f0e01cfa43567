// Output and input through libpulse, for PulseAudio and PipeWire. Requires OCA_PULSEAUDIO.
//
// libpulse is opened on first use. Each OCAPulse is one stream with its own event thread. The
// thread that opened it calls all functions except OCAPulsePosition, which any thread may call.
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

// An event of a stream.
typedef enum OCAPulseEvent {
  // The server or the stream is gone, or the server does not answer. Reported once, as the last
  // event.
  OCAPulseLost,
  // The server wants the stream to be silent, and the stream now is.
  OCAPulseHeld,
  // The server allows sound again, which resumes unless the stream is paused.
  OCAPulseReleased,
  // The stream has moved to another sink or source.
  OCAPulseMoved,
} OCAPulseEvent;

// The device channel for each channel of a stream.
typedef struct OCAPulseChannels {
  // The device's name, optionally followed by a colon and a port.
  const char *device;
  // The device channel for each stream channel, counted from 1; 0 for silence.
  const uint32_t *numbers;
} OCAPulseChannels;

// Opens libpulse if necessary, and returns whether it is available.
bool OCAPulseLoad(void);

// Opens libpulse if necessary, and starts an event thread for a later OCAPulseOpen; returns null on
// failure.
//
// While a library is being opened, the loader blocks other threads that need thread-local memory.
// Therefore, call this first if another library is to be opened during the connection.
OCAPulse *_Nullable OCAPulseMake(void);

// Connects to the server, from any thread. Closes the object on failure.
OCAPulseStatus OCAPulseReach(
    OCAPulse *pulse, const char *_Nullable server, const char *applicationName, bool isRetry);

// Makes the stream that OCAPulseOpen will probably need, on a connected server.
//
// The sink is then awake, with the stream's latency, when the first frame arrives. The stream is
// silent. If the server rejects it, no stream exists.
void OCAPulseExpect(
    OCAPulse *pulse, const char *applicationName, double sampleRate, uint32_t channelCount,
    int64_t bufferFrames, const char *role, const char *_Nullable device);

// Ends the expected stream if another one is needed.
void OCAPulseExpectNothing(OCAPulse *pulse);

// Connects to the server and makes a stream of interleaved Float32 frames.
//
// - reached: A connection from OCAPulseReach that becomes the stream, or is closed unless the
//   result is OCAPulseOK; or null. An expected stream on it is used unchanged.
// - server: The address of the server, or null for libpulse's choice.
// - bufferFrames: The number of frames that the server may hold.
// - isRetry: Does not start a server.
// - role: The purpose of the stream.
// - device: The device to play on, or null for the server's choice.
// - channels: The device channels of the stream, which then never moves; null for the server's
//   choice.
// - renderer: The first argument of OCARender.
// - event: Called on the event thread with the events of the open stream.
OCAPulseStatus OCAPulseOpen(
    OCAPulse *_Nullable *_Nonnull outPulse, OCAPulse *_Nullable reached,
    const char *_Nullable server, const char *applicationName,
    double sampleRate, uint32_t channelCount, int64_t bufferFrames, bool isRetry, const char *role,
    const char *_Nullable device, const OCAPulseChannels *_Nullable channels, void *renderer,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Whether a server answers; does not start one, and has the same time limit as opening.
bool OCAPulseAnswers(const char *_Nullable server, const char *applicationName);

// Ends the stream immediately and frees all resources. It calls no callbacks afterwards.
void OCAPulseClose(OCAPulse *pulse);

// Passes the renderer's frames to the stream; call it when a starved renderer has frames again.
void OCAPulseFeed(OCAPulse *pulse);

void OCAPulseSetPaused(OCAPulse *pulse, bool isPaused);

// Sets the purpose of the stream on the server.
void OCAPulseSetRole(OCAPulse *pulse, const char *role);

// Calls `event` if the server silenced an expected stream before its first use.
void OCAPulseReportHold(OCAPulse *pulse);

// Resumes a stream that the server silenced, if the server will not release it.
void OCAPulseRelease(OCAPulse *pulse);

// Moves the stream to another device.
void OCAPulseMove(OCAPulse *pulse, const char *device);

// Renders the frames again that the server holds, except the next `marginNanoseconds`.
void OCAPulseRevise(OCAPulse *pulse, int64_t marginNanoseconds);

// Gets the number of rendered frames played, and the matching monotonic time in nanoseconds.
void OCAPulsePosition(OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds);

// Gets the position in the server's last timing reply.
//
// Returns false before the first reply.
//
// - outFrames: The frame played at that time; negative if silence precedes the first frame.
// - outNanoseconds: The matching monotonic time in nanoseconds.
// - outIsPlaying: Whether the stream was playing at that time.
bool OCAPulseAnswer(
    OCAPulse *pulse, int64_t *outFrames, int64_t *outNanoseconds, bool *outIsPlaying);

// Requests the server's timing, which soon makes OCAPulsePosition more accurate.
void OCAPulseUpdateTiming(OCAPulse *pulse);

// Gets the rate and channels of the sink that plays the stream; 0 if unknown.
//
// Waits a limited time for the server's first answer, and only once for each sink.
void OCAPulseSinkFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount);

// Returns the granted buffer of server and sink before the loudspeaker, in seconds.
double OCAPulseBufferSeconds(OCAPulse *pulse);

// Connects to the server and makes a stream that passes interleaved Float32 frames to OCACapture.
//
// - source: The name of the source or of a sink's monitor, or null for the default source.
// - channels: The device channels of the stream, instead of source; or null.
// - ioSampleRate: On input, the requested rate; on output, the actual rate, which is the source's
//   unless isRateFixed is set.
// - blockFrames: The preferred number of frames in each block.
// - capturer: The first argument of OCACapture.
// - event: As in OCAPulseOpen, but servers never silence recordings.
OCAPulseStatus OCAPulseOpenSource(
    OCAPulse *_Nullable *_Nonnull outPulse, const char *_Nullable server,
    const char *_Nullable source, const OCAPulseChannels *_Nullable channels,
    const char *applicationName, double *ioSampleRate,
    bool isRateFixed, uint32_t channelCount, int64_t blockFrames, bool isRetry, void *capturer,
    void (*event)(void *, OCAPulseEvent), void *callbackContext);

// Discards recorded frames, or accepts new ones again.
void OCAPulseSetRecordingPaused(OCAPulse *pulse, bool isPaused);

// Gets the rate and channels of the source; 0 if unknown. Waits like OCAPulseSinkFormat.
void OCAPulseSourceFormat(OCAPulse *pulse, double *outSampleRate, uint32_t *outChannelCount);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
