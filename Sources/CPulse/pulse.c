#include "Internal.h"
#ifdef OCA_PULSEAUDIO_AVAILABLE

#include <CAudioRealtime.h>
#include <stdlib.h>
#include <string.h>

// The interval between checks for answers from the server; a second check without an answer means a
// loss.
static const pa_usec_t watchInterval = 3000000;

static void streamChanged(pa_stream *stream, void *userData) {
  OCAPulse *pulse = userData;
  if (PA_STREAM_IS_GOOD(library.pa_stream_get_state(stream)))
    library.pa_threaded_mainloop_signal(pulse->loop, 0);
  else
    OCAPulseReport(pulse);
}

static bool streamIsSettled(OCAPulse *pulse, void *data) {
  (void)data;
  pa_stream_state_t state = library.pa_stream_get_state(pulse->stream);
  return state == PA_STREAM_READY || !PA_STREAM_IS_GOOD(state);
}

static void writable(pa_stream *stream, size_t bytes, void *userData) {
  (void)stream, (void)bytes;
  OCAPulseFeedLocked(userData);
}

static void eventCame(
    pa_stream *stream, const char *name, pa_proplist *properties, void *userData) {
  (void)stream, (void)properties;
  if (!strcmp(name, PA_STREAM_EVENT_REQUEST_CORK))
    OCAPulseSetHeldLocked(userData, true);
  else if (!strcmp(name, PA_STREAM_EVENT_REQUEST_UNCORK))
    OCAPulseSetHeldLocked(userData, false);
}

static void moved(pa_stream *stream, void *userData) {
  (void)stream;
  OCAPulse *pulse = userData;
  pulse->isDeviceAsked = false;
  OCAPulseTell(pulse, OCAPulseMoved);
}

static void timingCame(pa_stream *stream, void *userData) {
  (void)stream;
  OCAPulse *pulse = userData;
  pulse->hasAnswered = true;
  pulse->timingNanoseconds = OCAMonotonicNanoseconds();
  OCAPulseMindDrainLocked(pulse);
}

// libpulse waits forever for a server that hangs. It requests timing regularly, but not while the
// sink is suspended. Therefore, the server gets another request before it counts as lost.
static void look(
    pa_mainloop_api *api, pa_time_event *event, const struct timeval *time, void *userData) {
  (void)api, (void)time;
  OCAPulse *pulse = userData;
  if (!pulse->hasAnswered && pulse->isQuestioned) {
    OCAPulseReport(pulse);
    return;
  }
  pulse->isQuestioned = !pulse->hasAnswered;
  pulse->hasAnswered = false;
  if (pulse->isQuestioned) {
    OCAPulseForget(library.pa_stream_update_timing_info(pulse->stream, NULL, NULL));
  }
  library.pa_context_rttime_restart(
      pulse->context, event, library.pa_rtclock_now() + watchInterval);
}

bool OCAPulseMakeStream(
    OCAPulse *pulse, const char *name, uint32_t channelCount, const pa_channel_map *assigned,
    const char *role) {
  pa_sample_spec format = {PA_SAMPLE_FLOAT32NE, (uint32_t)pulse->sampleRate, (uint8_t)channelCount};
  pa_channel_map map;
  if (assigned)
    map = *assigned;
  else if (!library.pa_channel_map_init_auto(&map, channelCount, PA_CHANNEL_MAP_WAVEEX))
    library.pa_channel_map_init_extend(&map, channelCount, PA_CHANNEL_MAP_WAVEEX);
  pa_proplist *properties = library.pa_proplist_new();
  if (role)
    library.pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role);
  library.pa_proplist_sets(properties, OCA_PULSE_OWNER, OCAPulseOwner());
  pulse->stream =
      library.pa_stream_new_with_proplist(pulse->context, name, &format, &map, properties);
  library.pa_proplist_free(properties);
  if (!pulse->stream)
    return false;
  library.pa_stream_set_state_callback(pulse->stream, streamChanged, pulse);
  library.pa_stream_set_latency_update_callback(pulse->stream, timingCame, pulse);
  library.pa_stream_set_moved_callback(pulse->stream, moved, pulse);
  return true;
}

OCAPulseStatus OCAPulseSettleStream(OCAPulse *pulse) {
  OCAPulseWait(pulse, streamIsSettled, NULL);
  bool isReady = library.pa_stream_get_state(pulse->stream) == PA_STREAM_READY;
  return isReady ? OCAPulseOK : OCAPulseRefused;
}

// The requirements of a playback stream.
typedef struct {
  uint32_t channelCount;
  int64_t bufferFrames;
  const char *role;
  const char *device;
  const OCAPulseChannels *channels;
  void *renderer;
} PlaybackRequest;

// Requests the stream from the server without waiting for it.
static bool beginPlayback(OCAPulse *pulse, const char *name, const PlaybackRequest *request) {
  OCAPulseAssignment assignment;
  const OCAPulseChannels *channels = request->channels;
  if (channels && !OCAPulseAssign(pulse, channels, request->channelCount, true, &assignment))
    return false;
  if (!OCAPulseMakeStream(
          pulse, name, request->channelCount, channels ? &assignment.map : NULL, request->role))
    return false;
  library.pa_stream_set_write_callback(pulse->stream, writable, pulse);
  library.pa_stream_set_event_callback(pulse->stream, eventCame, pulse);
  uint32_t bytes = (uint32_t)(request->bufferFrames * (int64_t)pulse->frameBytes);
  // If a buffer is refilled in halves, PipeWire grants one and a half times the requested size.
  uint32_t shares = pulse->isPipeWire ? 3 : 2;
  // Playback starts with the first frame, even after an underrun.
  pa_buffer_attr buffer = {
      .maxlength = (uint32_t)-1,
      .tlength = bytes,
      .prebuf = (uint32_t)pulse->frameBytes,
      .minreq = bytes / shares / (uint32_t)pulse->frameBytes * (uint32_t)pulse->frameBytes,
      .fragsize = (uint32_t)-1};
  pa_stream_flags_t flags =
      PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_ADJUST_LATENCY;
  if (channels)
    flags |= PA_STREAM_NO_REMIX_CHANNELS | PA_STREAM_DONT_MOVE;
  const char *device = channels ? assignment.device : request->device;
  return library.pa_stream_connect_playback(
             pulse->stream, device, &buffer, flags, NULL, NULL) >= 0;
}

static OCAPulseStatus connectPlayback(OCAPulse *pulse, const char *name, const void *argument) {
  const PlaybackRequest *request = argument;
  // A stream that was made in advance may have ended.
  if (pulse->stream && !PA_STREAM_IS_GOOD(library.pa_stream_get_state(pulse->stream)))
    OCAPulseDropStreamLocked(pulse);
  pulse->renderer = request->renderer;
  // An answer from before this request does not show that the server still answers.
  pulse->hasAnswered = false;
  if (!pulse->stream && !beginPlayback(pulse, name, request))
    return OCAPulseRefused;
  return OCAPulseSettleStream(pulse);
}

static bool isPossible(double sampleRate, uint32_t channelCount) {
  return channelCount >= 1 && channelCount <= PA_CHANNELS_MAX && sampleRate >= 1 &&
         sampleRate <= PA_RATE_MAX && sampleRate == (double)(uint32_t)sampleRate;
}

static void setFormat(OCAPulse *pulse, double sampleRate, uint32_t channelCount) {
  pulse->sampleRate = sampleRate;
  pulse->frameBytes = channelCount * sizeof(float);
}

void OCAPulseExpect(
    OCAPulse *pulse, const char *applicationName, double sampleRate, uint32_t channelCount,
    int64_t bufferFrames, const char *role, const char *device) {
  if (!isPossible(sampleRate, channelCount))
    return;
  PlaybackRequest request = {channelCount, bufferFrames, role, device, NULL, NULL};
  library.pa_threaded_mainloop_lock(pulse->loop);
  setFormat(pulse, sampleRate, channelCount);
  if (!beginPlayback(pulse, applicationName, &request))
    OCAPulseDropStreamLocked(pulse);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

void OCAPulseExpectNothing(OCAPulse *pulse) {
  library.pa_threaded_mainloop_lock(pulse->loop);
  OCAPulseDropStreamLocked(pulse);
  library.pa_threaded_mainloop_unlock(pulse->loop);
}

OCAPulse *OCAPulseAllocate(
    OCAPulse *reached, double sampleRate, uint32_t channelCount,
    void (*event)(void *, OCAPulseEvent), void *callbackContext) {
  if (!isPossible(sampleRate, channelCount)) {
    if (reached)
      OCAPulseClose(reached);
    return NULL;
  }
  OCAPulse *pulse = reached ? reached : calloc(1, sizeof *pulse);
  if (!pulse)
    return NULL;
  pulse->event = event;
  pulse->callbackContext = callbackContext;
  setFormat(pulse, sampleRate, channelCount);
  return pulse;
}

OCAPulseStatus OCAPulseOpenStream(
    OCAPulse *pulse, const char *server, const char *applicationName, bool isRetry,
    OCAPulseStatus (*connect)(OCAPulse *pulse, const char *name, const void *request),
    const void *request) {
  OCAPulseStatus status = OCAPulseConnect(pulse, server, applicationName, isRetry);
  if (status == OCAPulseOK) {
    library.pa_threaded_mainloop_lock(pulse->loop);
    status = connect(pulse, applicationName, request);
    if (status == OCAPulseOK) {
      pulse->isOpen = true;
      if (pulse->renderer)
        OCAPulseFeedLocked(pulse);
      pulse->watch = library.pa_context_rttime_new(
          pulse->context, library.pa_rtclock_now() + watchInterval, look, pulse);
    }
    library.pa_threaded_mainloop_unlock(pulse->loop);
  }
  if (status != OCAPulseOK)
    OCAPulseClose(pulse);
  return status;
}

OCAPulseStatus OCAPulseOpen(
    OCAPulse **outPulse, OCAPulse *reached, const char *server, const char *applicationName, double sampleRate,
    uint32_t channelCount, int64_t bufferFrames, bool isRetry, const char *role,
    const char *device, const OCAPulseChannels *channels, void *renderer,
    void (*event)(void *, OCAPulseEvent), void *callbackContext) {
  if (!OCAPulseLoad())
    return OCAPulseNoLibrary;
  OCAPulse *pulse = OCAPulseAllocate(
      reached, sampleRate, channelCount, event, callbackContext);
  if (!pulse)
    return OCAPulseRefused;
  PlaybackRequest request = {channelCount, bufferFrames, role, device, channels, renderer};
  OCAPulseStatus status =
      OCAPulseOpenStream(pulse, server, applicationName, isRetry, connectPlayback, &request);
  if (status == OCAPulseOK)
    *outPulse = pulse;
  return status;
}
#endif
